/** The first API key, and the command `heddle keys`. */
import { createHash } from 'node:crypto'
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { callServer } from '../support/call-server.js'
import { createPostgresDatabase, DATABASE_KINDS, createTestDatabase } from '../support/databases.js'
import { makeTempFolder, runHeddle, startHeddle, type Heddle } from '../support/heddle-process.js'

const env = { AUTH_ENABLED: 'true' }

const findFirstKey = (heddle: Heddle): string | undefined =>
  /^ {2}Your first admin key \(not shown again\): (\S+)$/m.exec(heddle.output())?.[1]

const list = (heddle: Heddle, key: string) => callServer(heddle, 'GET', '/api/v1/threads', { key })

describe('the first key', () => {
  it('the first key is printed at the first start only, has all scopes, and is stored as a hash', async () => {
    const folder = makeTempFolder()
    const first = await startHeddle({ folder, env })
    const key = findFirstKey(first)!
    expect(key).toMatch(/^hdl_/)
    expect((await callServer(first, 'GET', '/api/v1/threads')).status).toBe(401)
    expect((await list(first, key)).status).toBe(200)
    expect((await callServer(first, 'GET', '/api/v1/api-keys', { key })).status).toBe(200)

    const stored = Buffer.concat(
      readdirSync(join(folder, 'data')).map((name) => readFileSync(join(folder, 'data', name))),
    )
    expect(stored.includes(key)).toBe(false)
    expect(stored.includes(createHash('sha256').update(key).digest('hex'))).toBe(true)
    await first.stop()

    const second = await startHeddle({ folder, env })
    expect(second.output()).not.toContain('hdl_')
    expect((await list(second, key)).status).toBe(200)
    await second.stop()
  })

  it('nodes that start at the same time create one first key', async () => {
    const { url: databaseUrl, drop } = await createPostgresDatabase()
    const nodes = await Promise.all([
      startHeddle({ databaseUrl, env }),
      startHeddle({ databaseUrl, env }),
      startHeddle({ databaseUrl, env }),
    ])
    const [key, ...others] = nodes.map(findFirstKey).filter((found) => found !== undefined)
    expect(others).toEqual([])
    for (const node of nodes) expect((await list(node, key!)).status).toBe(200)
    await Promise.all(nodes.map((node) => node.stop()))
    await drop()
  })
})

describe.concurrent.each(DATABASE_KINDS)('heddle keys with a running server on %s', (databaseKind) => {
  it('keys are created, listed and revoked, and a revoked key stops working within seconds', async () => {
    const { url: databaseUrl, drop } = await createTestDatabase(databaseKind)
    const heddle = await startHeddle({ databaseUrl, env })
    const keys = async (...args: string[]) => {
      const exit = await runHeddle(['keys', ...args], { databaseUrl, env })
      expect(exit).toMatchObject({ code: 0, stderr: '' })
      return exit.stdout
    }

    const { key, key_id } = JSON.parse(await keys('create', 'ci', '--json')) as Record<string, string>
    expect((await list(heddle, key!)).status).toBe(200)
    expect((await callServer(heddle, 'GET', '/api/v1/api-keys', { key: key! })).status).toBe(403)

    const listed = await keys('list')
    expect(listed).toMatch(new RegExp(`^${key_id}  ${key!.slice(0, 10)}…  read,write  ci$`, 'm'))
    expect(listed).not.toContain(key)

    expect(await keys('revoke', key_id!)).toMatch(/revoked \d{4}-/)
    const revoked = performance.now()
    while ((await list(heddle, key!)).status !== 401) {
      expect(performance.now() - revoked).toBeLessThan(12_000)
      await sleep(100)
    }
    await heddle.stop()
    await drop()
  })
})

describe.concurrent('heddle keys', () => {
  it('the first line of the output is the new key', async () => {
    const { code, stdout } = await runHeddle(['keys', 'create', 'by hand'])
    expect(code).toBe(0)
    expect(stdout.split('\n')[0]).toMatch(/^hdl_[\w-]{43}$/)
  })

  it.each([
    ['a scope that does not exist', ['create', 'x', '--scopes', 'read,root'], /Unknown scope root/],
    ['an invalid time', ['create', 'x', '--expires', 'soon'], /--expires/],
    ['a time in the past', ['create', 'x', '--expires', '2020-01-31'], /in the future/],
    ['an empty name', ['create', ''], /name/],
    ['an invalid id', ['revoke', 'mine'], /mine is not a key id/],
    ['an unknown id', ['revoke', '0198c9a2-0000-7000-8000-000000000000'], /does not exist/],
  ])('%s is rejected with a one-line error', async (_, args, message) => {
    const { code, stdout, stderr } = await runHeddle(['keys', ...args])
    expect(stdout).toBe('')
    expect(stderr).toMatch(message)
    expect(stderr.trimEnd().split('\n')).toHaveLength(1)
    expect(code).toBe(1)
  })
})

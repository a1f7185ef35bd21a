/** `heddle backup` and `heddle restore` as processes: exit codes, kills, a full disk and missing keys. */
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { DatabaseSync } from '@photostructure/sqlite'
import { beforeAll, describe, expect, it } from 'vitest'
import { callServer } from '../support/call-server.js'
import { openDatabase } from '../support/databases.js'
import { launchHeddle, makeTempFolder, runHeddle, startHeddle } from '../support/heddle-process.js'
import { T0 } from '../support/rows.js'
import { findMountProblem, mountSmallDisk } from '../support/small-disk.js'

const mountProblem = findMountProblem()
if (mountProblem !== undefined) console.warn(`a backup to a full disk is not tested: ${mountProblem}`)

/** Large enough that a backup can be killed in its middle. */
const FILLER_MB = 48

describe('a large embedded database', () => {
  let folder: string
  let databaseUrl: string
  beforeAll(async () => {
    folder = makeTempFolder()
    const file = join(folder, 'large.db')
    databaseUrl = `sqlite:${file}`
    const db = await openDatabase(databaseUrl)
    await db.migrate(T0)
    await db.close()
    const connection = new DatabaseSync(file)
    connection.exec(`
      create table filler (bytes blob);
      with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${String(FILLER_MB)})
      insert into filler select randomblob(1000000) from numbers`)
    connection.close()
  })

  const listPartials = (): string[] => readdirSync(folder).filter((name) => name.includes('.partial'))

  /** Starts a backup, sends the signal when the condition is true, and returns the files that are left. */
  const interrupt = async (
    signal: NodeJS.Signals,
    condition: (stderr: string) => boolean,
  ): Promise<string[]> => {
    const { child, captured, exited } = launchHeddle(['backup', 'killed.db'], { databaseUrl, folder })
    while (!condition(captured.stderr)) {
      expect(child.exitCode).toBeNull()
      await sleep(2)
    }
    child.kill(signal)
    expect(await exited).toMatchObject({ signal, stdout: '' })
    expect(existsSync(join(folder, 'killed.db'))).toBe(false)
    return listPartials()
  }

  it('a backup that is killed leaves no file with its name, and the next one removes what it left', async () => {
    expect(await interrupt('SIGKILL', () => listPartials().length > 0)).toHaveLength(1)
    expect(await interrupt('SIGKILL', (stderr) => stderr.includes('checking the copy'))).toHaveLength(1)
    expect(await interrupt('SIGTERM', (stderr) => stderr.includes('copying'))).toEqual([])
    // A relative path belongs to the folder in which the command runs.
    const { code, stdout, stderr } = await runHeddle(['backup', 'killed.db'], { databaseUrl, folder })
    expect(code, stderr).toBe(0)
    expect(stdout).toMatch(new RegExp(`^${join(folder, 'killed.db')}: \\d+\\.\\d MB`))
    expect(stderr).toMatch(/^copying \S+large\.db \(\d+\.\d MB\)$/m)
    expect(listPartials()).toEqual([])
    expect((await runHeddle(['restore', '--verify', 'killed.db'], { databaseUrl, folder })).code).toBe(0)
  })

  it.skipIf(mountProblem !== undefined)(
    'a backup or restore to a disk without space fails before it starts',
    async () => {
      const disk = mountSmallDisk(8)
      const backup = await runHeddle(['backup', join(disk.folder, 'backup.db')], { databaseUrl })
      expect(backup).toMatchObject({ code: 1, stdout: '' })
      expect(backup.stderr).toMatch(/not enough space in \S+: \d+ bytes are needed, \d+ are free/)
      const target = `sqlite:${join(disk.folder, 'heddle.db')}`
      const restored = await runHeddle(['restore', join(folder, 'large.db')], { databaseUrl: target })
      expect(restored).toMatchObject({ code: 1, stdout: '' })
      expect(restored.stderr).toContain('not enough space')
      expect(readdirSync(disk.folder)).toEqual(['heddle.db.lock'])
    },
  )
})

describe('heddle restore', () => {
  it('a restore is refused while the service runs, without --force, and without the key of a secret', async () => {
    const folder = makeTempFolder()
    const heddle = await startHeddle({ folder })
    const run = (...args: string[]) => runHeddle(args, { folder })
    const putSecret = await callServer(heddle, 'PUT', '/api/v1/secrets/TOKEN', {
      body: { value: 'a secret value' },
    })
    expect(putSecret.status).toBeLessThan(300)
    expect((await run('backup', 'with-secret.db')).code).toBe(0)
    const refused = await run('restore', '--force', 'with-secret.db')
    expect(refused).toMatchObject({ code: 1, stdout: '' })
    expect(refused.stderr).toMatch(/restore failed: another Heddle is using \S+heddle\.db/)
    // The database can be checked while the service is running.
    expect((await run('restore', '--verify')).stdout).toMatch(/^ok {6}1 stored secrets can be decrypted$/m)
    await heddle.stop()
    expect((await run('restore', 'with-secret.db')).stderr).toContain('--force replaces it')

    const other = { folder: makeTempFolder() }
    const withoutKey = await runHeddle(['restore', join(folder, 'with-secret.db')], other)
    expect(withoutKey.code).toBe(1)
    expect(withoutKey.stderr).toMatch(
      /encrypted with the key [0-9a-f]{16}, which is missing: restore \S+heddle\.db\.key/,
    )
    expect(existsSync(join(other.folder, 'data/heddle.db'))).toBe(false)
    const keyFile = { ...other, env: { ENCRYPTION_KEY_FILE: join(folder, 'data/heddle.db.key') } }
    expect((await runHeddle(['restore', join(folder, 'with-secret.db')], keyFile)).code).toBe(0)
  })

  it('a backup without secrets is restored without its key, and the service starts on it', async () => {
    const folder = makeTempFolder()
    const heddle = await startHeddle({ folder })
    const { body } = await callServer(heddle, 'POST', '/api/v1/threads', { body: { title: 'kept' } })
    expect((await runHeddle(['backup', 'backup.db'], { folder })).code).toBe(0)
    await heddle.stop()
    rmSync(join(folder, 'data'), { recursive: true })
    const { code, stdout, stderr } = await runHeddle(['restore', 'backup.db'], { folder })
    expect(code, stderr).toBe(0)
    expect(stdout).toMatch(
      /^note {4}the encryption key [0-9a-f]{16} is missing, but no stored secret needs it$/m,
    )
    const restarted = await startHeddle({ folder })
    const thread = await callServer(
      restarted,
      'GET',
      `/api/v1/threads/${(body as { thread_id: string }).thread_id}`,
    )
    expect(thread).toMatchObject({ status: 200, body: { title: 'kept' } })
    await restarted.stop()
  })

  it('a damaged file, a missing file and a missing argument have exit codes of their own', async () => {
    const folder = makeTempFolder()
    mkdirSync(join(folder, 'data'))
    writeFileSync(join(folder, 'bad.db'), 'no database')
    const damaged = await runHeddle(['restore', '--verify', 'bad.db'], { folder })
    expect(damaged).toMatchObject({
      code: 1,
      stdout: 'FAILED  the file is damaged: file is not a database\n',
    })
    const missing = await runHeddle(['backup', 'backup.db'], { folder })
    expect(missing.code).toBe(1)
    expect(missing.stderr).toMatch(/^heddle: backup failed: the database \S+ does not exist$/m)
    expect((await runHeddle(['restore'], { folder })).code).toBe(2)
  })

  it('for PostgreSQL, the call of its own program is printed without the password, with exit code 3', async () => {
    const databaseUrl = 'postgres://heddle:hunter2@db.example:5433/heddle'
    const backup = await runHeddle(['backup', 'my file'], { databaseUrl })
    expect(backup).toMatchObject({
      code: 3,
      stdout: "pg_dump --format=custom '--file=my file' postgres://heddle@db.example:5433/heddle\n",
    })
    expect(backup.stderr).toContain('the password is not shown: set PGPASSWORD')
    const restored = await runHeddle(['restore', 'heddle.dump'], { databaseUrl })
    expect(restored.code).toBe(3)
    expect(restored.stdout).toMatch(
      /^pg_restore .*--dbname=postgres:\/\/heddle@db\.example:5433\/heddle heddle\.dump\n$/,
    )
    expect(JSON.stringify([backup, restored])).not.toContain('hunter2')
  })
})

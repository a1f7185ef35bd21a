/**
 * Secrets of earlier versions are encrypted in the background, although the service is killed again and again; then the key is replaced.
 * No secret is lost, and none stays unencrypted. HEDDLE_LONG uses more rows and more kills.
 */
import { existsSync, readFileSync, renameSync, statSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { openCredentials } from '../../src/domain/secrets/assistant-credentials.js'
import { toSecretPlace } from '../../src/domain/secrets/secrets.js'
import { makeVault } from '../../src/domain/secrets/vault.js'
import { toWebhookPlace } from '../../src/domain/webhooks/webhook-secret.js'
import { generateKey, makeKeyRing } from '../../src/platform/encryption/key-ring.js'
import type { JsonObject } from '../../src/schema/common.js'
import { makeEncryptionKeyStore } from '../../src/store/secrets/encryption-keys.js'
import { makeSealedRowStore } from '../../src/store/secrets/sealed-rows.js'
import { startApp } from '../support/app.js'
import { createTestDatabase, DATABASE_KINDS, openDatabase } from '../support/databases.js'
import { dumpWholeDatabase } from '../support/dump-database.js'
import { TEST_ENCRYPTION_KEY } from '../support/encryption.js'
import { runHeddle, startHeddle } from '../support/heddle-process.js'
import { makeRandom } from '../support/random.js'

const IS_LONG = process.env['HEDDLE_LONG'] === '1'
const ASSISTANTS = IS_LONG ? 2_000 : 60
const KILLS = IS_LONG ? 20 : 2
const SEED = Number(process.env['HEDDLE_SEED'] ?? 1)
const TIMEOUT_MS = 600_000
const CANARY = 'canary-stored-unencrypted'

const toTool = (index: number) => ({
  type: 'http',
  name: 'tool',
  url: 'https://api.example.com/',
  headers: { authorization: `Bearer ${CANARY}-${String(index)}` },
})

/** Stores secrets as earlier versions did. */
const storePlaintext = async (databaseUrl: string): Promise<void> => {
  const app = await startApp({ databaseUrl, env: { ENCRYPTION_KEY: 'plaintext' } })
  for (let index = 0; index < ASSISTANTS; index++) {
    const config = { tools: [toTool(index)] }
    await app.post('/api/v1/assistants', { name: String(index), config })
  }
  const hook = { url: 'https://hooks.example/', events: ['*'], secret: `${CANARY}-hook` }
  const { body } = await app.post('/api/v1/webhooks', hook)
  await app.post(`/api/v1/webhooks/${body.webhook_id as string}/rotate_secret`, { secret: `${CANARY}-new` })
  await app.call('PUT', '/api/v1/secrets/NAMED', { value: `${CANARY}-named` })
  await app.stop()
}

const countPlaintext = async (databaseUrl: string): Promise<number> =>
  (await dumpWholeDatabase(databaseUrl)).filter((row) => row.includes(CANARY)).length

/** Decrypts everything with this key alone. */
const readAll = async (databaseUrl: string, key: string) => {
  const db = await openDatabase(databaseUrl)
  const rows = makeSealedRowStore(db)
  const vault = makeVault(makeKeyRing([key]))
  const values: string[] = []
  const collect = (value: string): void => void values.push(value)
  for (const list of [rows.listAssistants(), rows.listVersions()])
    for await (const row of list) {
      const { tenant_id, assistant_id } = row
      const config = JSON.parse(row.config) as JsonObject
      openCredentials(vault, { tenant_id, assistant_id }, { config, graph_schema: {} }, collect)
    }
  for await (const row of rows.listWebhooks()) {
    collect(vault.open(row.secret, toWebhookPlace(row, 'secret')))
    collect(vault.open(row.old_secret!, toWebhookPlace(row, 'old_secret')))
  }
  for await (const row of rows.listSecrets())
    collect(vault.open(row.value, toSecretPlace(row.tenant_id, row.name)))
  const keyIds = (await makeEncryptionKeyStore(db).list()).map(({ key_id }) => key_id)
  await db.close()
  return { values: values.sort(), keyIds }
}

const expectedValues = (): string[] =>
  [
    ...Array.from({ length: ASSISTANTS }, (_, index) => `Bearer ${CANARY}-${String(index)}`).flatMap(
      (value) => [value, value],
    ),
    `${CANARY}-hook`,
    `${CANARY}-new`,
    `${CANARY}-named`,
  ].sort()

const waitUntil = async (condition: () => Promise<boolean>): Promise<void> => {
  while (!(await condition())) await sleep(20)
}

describe.each(DATABASE_KINDS)('encryption of stored secrets on %s', (databaseKind) => {
  it(
    'kills while secrets are encrypted lose nothing, and a key can be replaced',
    { timeout: TIMEOUT_MS },
    async () => {
      const random = makeRandom(SEED)
      const { url, drop } = await createTestDatabase(databaseKind)
      await storePlaintext(url)
      const total = await countPlaintext(url)
      expect(total).toBeGreaterThan(2 * ASSISTANTS)

      let killed = 0
      for (; killed < KILLS; killed++) {
        const heddle = await startHeddle({ databaseUrl: url })
        const limit = total - Math.ceil((total / KILLS) * (killed + random()))
        await waitUntil(async () => (await countPlaintext(url)) <= Math.max(limit, 0))
        heddle.kill('SIGKILL')
        await heddle.exited
      }
      const last = await startHeddle({ databaseUrl: url })
      await waitUntil(async () => (await countPlaintext(url)) === 0)
      await last.stop()
      const keyFile = `${url.slice('sqlite:'.length)}.key`
      const firstKey = databaseKind === 'sqlite' ? readFileSync(keyFile, 'utf8').trim() : TEST_ENCRYPTION_KEY
      if (databaseKind === 'sqlite') expect(statSync(keyFile).mode & 0o777).toBe(0o600)
      expect((await readAll(url, firstKey)).values).toEqual(expectedValues())

      // A start without the key names the key and the fix, and does not create another one.
      if (databaseKind === 'sqlite') renameSync(keyFile, `${keyFile}.backup`)
      const missing = databaseKind === 'sqlite' ? {} : { ENCRYPTION_KEY: generateKey() }
      const { code, stderr } = await runHeddle([], { databaseUrl: url, env: missing })
      expect(code).toBe(2)
      expect(stderr).toContain(
        `stored secrets are encrypted with the key ${makeKeyRing([firstKey]).primaryId!}, which is missing`,
      )
      expect(stderr).toContain(
        databaseKind === 'sqlite' ? `restore ${keyFile} from a backup` : 'add it to ENCRYPTION_KEY',
      )
      expect(existsSync(keyFile)).toBe(false)

      const newKey = generateKey()
      const rotated = await startHeddle({
        databaseUrl: url,
        env: { ENCRYPTION_KEY: `${newKey},${firstKey}` },
      })
      await waitUntil(async () => {
        const isDone = await readAll(url, newKey).then(
          () => true,
          () => false,
        )
        return isDone
      })
      await rotated.stop()
      const { values, keyIds } = await readAll(url, newKey)
      expect(values).toEqual(expectedValues())
      if (databaseKind === 'sqlite') {
        expect(keyIds).toEqual([makeKeyRing([newKey]).primaryId])
        expect(rotated.output()).toContain('can be removed from ENCRYPTION_KEY')
        const alone = await startHeddle({ databaseUrl: url, env: { ENCRYPTION_KEY: newKey } })
        await alone.stop()
      }
      console.log(
        JSON.stringify({
          test: 'kill-reencryption',
          database: databaseKind,
          seed: SEED,
          secrets: total,
          kills: killed,
          lost: 0,
          unencrypted: 0,
        }),
      )
      await drop()
    },
  )
})

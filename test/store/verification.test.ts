/** What `heddle restore --verify` finds in a database, on both databases. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { loadConfig } from '../../src/config.js'
import { makeSecrets } from '../../src/domain/secrets/secrets.js'
import { makeVault } from '../../src/domain/secrets/vault.js'
import { systemClock } from '../../src/platform/clock.js'
import { generateKey, makeKeyRing } from '../../src/platform/encryption/key-ring.js'
import { newId } from '../../src/platform/ids.js'
import { makeEncryptionKeyStore } from '../../src/store/secrets/encryption-keys.js'
import { makeSecretStore } from '../../src/store/secrets/secrets.js'
import { loadMigrations } from '../../src/store/sql/migrate.js'
import { addVersion, type ValueVersion } from '../../src/store/threads/value-versions.js'
import { packText } from '../../src/store/packing/pack-text.js'
import { makeCheckpointStore } from '../../src/store/threads/checkpoints.js'
import { makeRunEventStore } from '../../src/store/runs/events.js'
import { toEventReference, toOutputReference } from '../../src/store/runs/stored-values.js'
import { verifyDatabase } from '../../src/wiring/verification.js'
import {
  createTestDatabase,
  DATABASE_KINDS,
  openDatabase,
  openMigratedDatabase,
  type MigratedDatabase,
} from '../support/databases.js'
import { insertRun } from '../support/insert-run.js'
import { rawStatement } from '../support/raw-statement.js'
import { T0, threadRow } from '../support/rows.js'
import { makeStores } from '../support/stores.js'

const TENANT = 'default'
const VERSIONS = 60

for (const databaseKind of DATABASE_KINDS) {
  describe(`the verification of a database on ${databaseKind}`, () => {
    let opened: MigratedDatabase
    beforeEach(async () => {
      opened = await openMigratedDatabase(databaseKind)
    })
    afterEach(() => opened.close())

    const verify = (env: Record<string, string> = {}) =>
      verifyDatabase(opened.db, loadConfig({ DATABASE_URL: opened.url, ...env }))
    const listFailures = async (env: Record<string, string> = {}): Promise<string[]> =>
      (await verify(env)).checks.filter(({ isOk }) => !isOk).map(({ text }) => text)
    const execute = (sql: string) => opened.db.write([rawStatement(sql)])

    it('a new database passes, and its schema is that of the program', async () => {
      const { checks, unusedMissingKeys } = await verify()
      expect(checks.filter(({ isOk }) => !isOk)).toEqual([])
      expect(checks[0]!.text).toMatch(/^schema version \d+: that of this program$/)
      expect(unusedMissingKeys).toEqual([])
    })

    it.each([
      ['at the start', [[2, 3]], 0],
      [
        'in the middle',
        [
          [1, 2],
          [4, 4],
        ],
        2,
      ],
    ])('a gap in the events of a run is found %s', async (_, ranges, after) => {
      const { insertStatements } = makeRunEventStore(opened.db)
      const toRows = (run_id: string, list: number[][]) =>
        list.map(([first_seq, last_seq]) => ({
          tenant_id: TENANT,
          run_id,
          first_seq: first_seq!,
          last_seq: last_seq!,
          events: '[]',
        }))
      const runId = newId()
      await opened.db.write(
        insertStatements(
          toRows(newId(), [
            [1, 1],
            [2, 5],
          ]),
        ),
      )
      expect(await listFailures()).toEqual([])
      await opened.db.write(insertStatements(toRows(runId, ranges)))
      expect(await listFailures()).toEqual([`events are missing: run ${runId} after event ${String(after)}`])
    })

    /** Stores a text that grows from version to version; a checkpoint refers to the last version. The first one is long enough to be a piece. */
    const storeVersions = async (threadId: string): Promise<void> => {
      const key = { thread_id: threadId, checkpoint_ns: '', channel: 'messages' }
      let previous: ValueVersion | undefined
      let text = ''
      const values = Array.from({ length: VERSIONS }, (_, index) => {
        const version = String(index + 1)
        text += `${version} ${Math.sin(index + 1)
          .toString(36)
          .repeat(index === 0 ? 2_000 : 100)}`
        const { value, added } = addVersion(previous, version, text)
        previous = added
        return { ...key, version, value }
      })
      const checkpoint = {
        thread_id: threadId,
        checkpoint_ns: '',
        checkpoint_id: newId(),
        parent_checkpoint_id: null,
        run_id: null,
        checkpoint: JSON.stringify({ stored_versions: { messages: VERSIONS } }),
        metadata: '{}',
        created_at: T0,
      }
      const statements = makeCheckpointStore(opened.db).insertStatements(TENANT, {
        checkpoints: [checkpoint],
        values,
        writes: [],
      })
      await opened.db.write(statements)
    }

    it('a row that a channel value is restored from is missed, whether it is the value, a change or a piece', async () => {
      const threadId = newId()
      await storeVersions(threadId)
      const { checks } = await verify()
      expect(checks.map(({ text }) => text)).toContain(
        'all 1 channel values that checkpoints refer to are complete',
      )
      const rows = await opened.db.read(
        rawStatement<{ version: string; value: string }>('select version, value from checkpoint_values'),
      )
      expect(new Set(rows.map(({ value }) => value.split(':')[0])).size).toBeGreaterThan(2)
      const missing = `channel values are missing: thread ${threadId}, channel messages, version ${String(VERSIONS)}`
      const found: string[] = []
      for (const { version, value } of rows) {
        await execute(`delete from checkpoint_values where version = '${version}'`)
        const failures = await listFailures()
        if (failures.length > 0) {
          expect(failures).toEqual([missing])
          found.push(value.startsWith('delta:') ? 'delta' : value.startsWith('pieces:') ? 'pieces' : 'whole')
        }
        await opened.db.write([
          {
            ...rawStatement(
              databaseKind === 'sqlite'
                ? 'insert into checkpoint_values values (?, ?, ?, ?, ?, ?, null, null, null)'
                : 'insert into checkpoint_values values ($1, $2, $3, $4, $5, $6, null, null, null)',
            ),
            params: [TENANT, threadId, '', 'messages', version, value],
          },
        ])
      }
      expect([...new Set(found)].sort()).toEqual(['delta', 'pieces', 'whole'])
      expect(found.length).toBeLessThan(VERSIONS)
    })

    it.each([false, true])(
      'a large output that a run and an event refer to is missed; packed: %s',
      async (isPacked) => {
        const stores = makeStores(opened.db)
        const run = await insertRun(stores, { tenant_id: TENANT })
        const { run_id } = await insertRun(stores, {
          tenant_id: TENANT,
          thread_id: run.thread_id,
          output: toOutputReference('1'),
        })
        const event = toEventReference('{"type":"run.completed"}', 'output', '1')
        const row = { tenant_id: TENANT, run_id, first_seq: 1, last_seq: 1, events: `[${event}]` }
        const packedRow = { ...row, events: '', packed: await packText(row.events) }
        await opened.db.write([
          ...stores.threadValues.insertStatements(run, [{ version: '1', value: '{"text":"long"}' }]),
          ...(isPacked
            ? stores.runEvents.replaceStatements(row, { first: 1, last: 1 }, [packedRow])
            : stores.runEvents.insertStatements([row])),
        ])
        expect((await verify()).checks.map(({ text }) => text)).toContain(
          'all 2 large outputs that runs and events refer to are complete',
        )
        await execute('delete from thread_values')
        const [failure, ...others] = await listFailures()
        expect(failure).toMatch(
          new RegExp(
            `^outputs are missing: output of run ${run_id}: .*; event 1 of run ${run_id}: .* is missing`,
          ),
        )
        expect(others).toEqual([])
      },
    )

    it('a large state that a thread refers to is missed', async () => {
      const stores = makeStores(opened.db)
      const thread = threadRow({ state_values: '{}', state_version: '1', state_omitted: '["text"]' })
      await stores.threads.insert(thread)
      await opened.db.write(
        stores.threadValues.insertStatements(thread, [{ version: '1', value: '{"text":"long"}' }]),
      )
      expect(await listFailures()).toEqual([])
      await execute('delete from thread_values')
      expect(await listFailures()).toEqual([
        expect.stringMatching(`^outputs are missing: state of thread ${thread.thread_id}: .* is missing`),
      ])
    })

    it('a missing key is found if a secret needs it, and only noted if none does', async () => {
      const [key, unusedKey] = [generateKey(), generateKey()]
      const encryptionKeys = makeEncryptionKeyStore(opened.db)
      const keyRing = makeKeyRing([key])
      const unusedId = makeKeyRing([unusedKey]).primaryId!
      for (const id of [keyRing.primaryId!, unusedId]) await encryptionKeys.recordUse(id, T0)
      const secrets = makeSecrets({
        secrets: makeSecretStore(opened.db),
        vault: makeVault(keyRing),
        clock: systemClock,
      })
      await secrets.put(TENANT, 'TOKEN', { value: 'a secret value' })

      const [failure] = await listFailures()
      expect(failure).toContain(`encrypted with the key ${keyRing.primaryId!}, which is missing`)
      const { checks, unusedMissingKeys } = await verify({ ENCRYPTION_KEY: key })
      expect(checks.at(-1)).toEqual({ isOk: true, text: '1 stored secrets can be decrypted' })
      expect(unusedMissingKeys).toEqual([unusedId])

      await execute("update secrets set name = 'OTHER'")
      const [changed] = await listFailures({ ENCRYPTION_KEY: key })
      expect(changed).toMatch(/secret OTHER cannot be decrypted: it does not match its key/)
    })

    it('a schema that needs a newer program, and a database of another program, are rejected', async () => {
      await execute("insert into schema_versions (version, name, applied_at) values (9000, 'later', 0)")
      expect((await verify()).checks[0]!.text).toMatch(/^schema version 9000: newer than this program/)
      await execute('insert into schema_compatibility (version, oldest_program) values (9000, 9000)')
      expect(await listFailures()).toEqual([
        expect.stringMatching(/requires a version of Heddle with schema version 9000/),
      ])
      await execute('drop table schema_versions')
      expect(await listFailures()).toEqual(['the file is not a database of Heddle'])
    })

    it('a database of every older schema passes', async () => {
      const { tokens } = opened.db.dialect
      const migrations = loadMigrations(tokens)
      const { url, drop } = await createTestDatabase(databaseKind)
      const db = await openDatabase(url)
      const latest = migrations.at(-1)!.version
      for (const { version } of migrations.slice(0, -1)) {
        await db.migrate(T0, migrations.slice(0, version))
        const { checks } = await verifyDatabase(db, loadConfig({ DATABASE_URL: url }))
        expect(checks[0]!.text).toBe(
          `schema version ${String(version)}: the next start migrates it to ${String(latest)}`,
        )
        expect(checks.filter(({ isOk }) => !isOk)).toEqual([])
      }
      await db.close()
      await drop()
    })
  })
}

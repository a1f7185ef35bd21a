/** Checks that a database is complete and that a service with these settings can use it. Nothing is changed. */
import type { Config } from '../config.js'
import { checkSealedValues } from '../domain/secrets/check-sealed-values.js'
import { makeKeyRing } from '../platform/encryption/key-ring.js'
import { makeEncryptionKeyStore } from '../store/secrets/encryption-keys.js'
import { makeSealedRowStore } from '../store/secrets/sealed-rows.js'
import type { Database } from '../store/sql/database.js'
import {
  findPendingMigrations,
  loadMigrations,
  SELECT_SCHEMA_STATE,
  type SchemaState,
} from '../store/sql/migrate.js'
import { makeEventGapStore } from '../store/verification/event-gaps.js'
import { makeMissingOutputStore } from '../store/verification/missing-outputs.js'
import { makeMissingValueStore } from '../store/verification/missing-values.js'
import { makeRowCountStore, type UnfinishedRuns } from '../store/verification/row-counts.js'
import { describeMissingKeys, readKeys } from './encryption.js'

export interface Check {
  isOk: boolean
  text: string
}

export interface Verification {
  checks: Check[]
  /** Keys that the database lists although none of its secrets needs them. */
  unusedMissingKeys: string[]
  unfinishedRuns: UnfinishedRuns | undefined
}

/** The migrations that added events, encryption keys, large outputs, packed rows, packed values and references to states: an older database does not have them. */
const EVENTS_VERSION = 2
const KEYS_VERSION = 9
const OUTPUTS_VERSION = 16
const PACKING_VERSION = 22
const PACKED_VALUES_VERSION = 25
const STATES_VERSION = 27
const MAX_EXAMPLES = 3

const pass = (text: string): Check => ({ isOk: true, text })
const fail = (text: string): Check => ({ isOk: false, text })

export const verifyDatabase = async (db: Database, config: Config): Promise<Verification> => {
  const schema = await checkSchema(db)
  if (schema.version === undefined)
    return { checks: [schema.check], unusedMissingKeys: [], unfinishedRuns: undefined }
  const checks = [schema.check]
  const rowCounts = makeRowCountStore(db)
  if (schema.version >= EVENTS_VERSION) {
    const counts = Object.entries(await rowCounts.count())
    checks.push(pass(`rows: ${counts.map(([table, count]) => `${table} ${String(count)}`).join(', ')}`))
    checks.push(await checkEvents(db), await checkValues(db, schema.version >= PACKED_VALUES_VERSION))
  }
  if (schema.version >= OUTPUTS_VERSION) checks.push(await checkOutputs(db, schema.version))
  const keys = schema.version >= KEYS_VERSION ? await checkKeys(db, config) : { check: [], unused: [] }
  const unfinishedRuns = await rowCounts.countUnfinishedRuns()
  return { checks: [...checks, ...keys.check], unusedMissingKeys: keys.unused, unfinishedRuns }
}

const checkSchema = async (db: Database): Promise<{ check: Check; version?: number }> => {
  const statement = { sql: SELECT_SCHEMA_STATE, params: [], requiresRow: false }
  const [state] = await db.read<SchemaState>(statement).catch(() => [])
  if (state?.version == null) return { check: fail('the file is not a database of Heddle') }
  const { version } = state
  const migrations = loadMigrations(db.dialect.tokens)
  const latest = migrations.at(-1)?.version ?? 0
  try {
    const { length } = findPendingMigrations(migrations, state)
    const note =
      length > 0
        ? `the next start migrates it to ${String(latest)}`
        : version > latest
          ? `newer than this program, which has ${String(latest)} and can use it`
          : 'that of this program'
    return { check: pass(`schema version ${String(version)}: ${note}`), version }
  } catch (error) {
    return { check: fail((error as Error).message) }
  }
}

const checkEvents = async (db: Database): Promise<Check> => {
  const gaps = await makeEventGapStore(db).list()
  if (gaps.length === 0) return pass('the events of each run are numbered without gaps')
  const examples = gaps.map(({ run_id, after }) => `run ${run_id} after event ${String(after)}`)
  return fail(`events are missing: ${listExamples(examples)}`)
}

const checkValues = async (db: Database, hasPackedValues: boolean): Promise<Check> => {
  const { checked, missing } = await makeMissingValueStore(db, hasPackedValues).check()
  return missing.length === 0
    ? pass(`all ${String(checked)} channel values that checkpoints refer to are complete`)
    : fail(`channel values are missing: ${listExamples(missing)}`)
}

const checkOutputs = async (db: Database, version: number): Promise<Check> => {
  const { checked, missing } = await makeMissingOutputStore(
    db,
    version >= PACKING_VERSION,
    version >= STATES_VERSION,
  ).check()
  return missing.length === 0
    ? pass(`all ${String(checked)} large outputs that runs and events refer to are complete`)
    : fail(`outputs are missing: ${listExamples(missing)}`)
}

const checkKeys = async (db: Database, config: Config): Promise<{ check: Check[]; unused: string[] }> => {
  const { decrypted, missingKeys, unusedMissingKeys, failures } = await checkSealedValues({
    keyRing: makeKeyRing(await readKeys(config, () => undefined)),
    encryptionKeys: makeEncryptionKeyStore(db),
    sealedRows: makeSealedRowStore(db),
  })
  const check: Check[] = []
  if (missingKeys.length > 0) check.push(fail(describeMissingKeys(missingKeys, config)))
  if (failures.length > 0) check.push(fail(listExamples(failures)))
  if (check.length === 0) check.push(pass(`${String(decrypted)} stored secrets can be decrypted`))
  return { check, unused: unusedMissingKeys }
}

const listExamples = (examples: readonly string[]): string => {
  const more = examples.length - MAX_EXAMPLES
  return examples.slice(0, MAX_EXAMPLES).join('; ') + (more > 0 ? `; and ${String(more)} more` : '')
}

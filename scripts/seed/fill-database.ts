/** Fills the database of the settings: creates the rows, then spreads them over the last 24 hours. */
import type { Config } from '../../src/config.js'
import { systemClock } from '../../src/platform/clock.js'
import { Database } from '../../src/store/sql/database.js'
import { createRows, type Counts } from './create-rows.js'
import { makeRandom } from './random.js'
import { findRefusal } from './refusal.js'
import { writeAll } from './rows.js'
import { spreadTimes } from './spread-times.js'
import { readFigures } from './statistics.js'

interface SeedOptions {
  runs: number
  seed: number
  force: boolean
}

/** Writes nothing if it refuses the database. */
export const fillDatabase = async (
  config: Config,
  { runs, seed, force }: SeedOptions,
): Promise<Counts | { refusal: string }> => {
  // The statistics from before the seed.
  const before = await withDatabase(config, async (db) => {
    const refusal = await findRefusal(db, force, systemClock.now())
    return refusal === undefined ? readFigures(db) : { refusal }
  })
  if ('refusal' in before) return before
  const since = systemClock.now()
  process.stdout.write(`Creating ${String(runs)} runs …\n`)
  const counts = await createRows(runs, seed)
  process.stdout.write('Spreading them over the last 24 hours …\n')
  await withDatabase(config, async (db) => {
    await spreadTimes(db, before, makeRandom(seed), { since, now: systemClock.now() })
    await removeNodes(db, since)
  })
  return counts
}

const withDatabase = async <T>(config: Config, operation: (db: Database) => Promise<T>): Promise<T> => {
  const { DATABASE_URL: url, DATABASE_DIRECT_URL: directUrl } = config
  const db = await Database.open({ url, directUrl, durability: 'relaxed', poolSize: 1, exclusive: true })
  try {
    await db.migrate(systemClock.now())
    return await operation(db)
  } finally {
    await db.close()
  }
}

/** Removes the nodes that the seed started: the one that it killed would look like a running service for half a minute. */
const removeNodes = (db: Database, since: number): Promise<void> =>
  writeAll(db, [db.dialect.kysely.deleteFrom('nodes').where('started_at', '>=', since)])

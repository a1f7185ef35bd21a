/** `heddle migrate`: applies pending migrations and exits, for deployments that migrate before they start new nodes. */
import { loadConfig, readEnvironment } from '../config.js'
import { systemClock } from '../platform/clock.js'
import { Database } from '../store/sql/database.js'

export const migrate = async (): Promise<void> => {
  const config = loadConfig(readEnvironment())
  const { DATABASE_URL: url, DATABASE_DIRECT_URL: directUrl, DURABILITY: durability } = config
  const db = await Database.open({ url, directUrl, durability, poolSize: 1 })
  try {
    const applied = await db.migrate(systemClock.now())
    process.stdout.write(
      applied.length === 0 ? 'the schema is up to date\n' : `applied ${applied.join(', ')}\n`,
    )
  } finally {
    await db.close()
  }
}

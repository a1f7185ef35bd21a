/**
 * `npm run seed`: fills a development database with assistants, threads, runs in every state, an evaluation, guardrail decisions and
 * webhook deliveries of the last 24 hours, for developing and looking at the console.
 */
import { parseArgs } from 'node:util'
import { loadConfig, readEnvironment } from '../src/config.js'
import { MIN_RUNS, type Counts } from './seed/create-rows.js'

const USAGE = `Usage: npm run seed -- [--runs <number>] [--seed <number>] [--force]

  --runs   the number of runs, at least ${String(MIN_RUNS)} (default 80)
  --seed   the seed of the random choices (default 1)
  --force  add to a database that already has runs
`

class UsageError extends Error {}

const parseNumber = (name: string, text: string, minimum: number): number => {
  const value = Number(text)
  if (Number.isSafeInteger(value) && value >= minimum && text.trim() !== '') return value
  throw new UsageError(`--${name} must be an integer of at least ${String(minimum)}`)
}

const parseOptions = () => {
  try {
    const { values } = parseArgs({
      options: {
        runs: { type: 'string', default: '80' },
        seed: { type: 'string', default: '1' },
        force: { type: 'boolean', default: false },
      },
    })
    const { runs, seed, force } = values
    return { runs: parseNumber('runs', runs, MIN_RUNS), seed: parseNumber('seed', seed, 0), force }
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error), { cause: error })
  }
}

const environment = readEnvironment()

const printResult = ({ runs, assistants, evaluationRuns }: Counts, seconds: number): void => {
  const { DATABASE_URL: url } = loadConfig(environment)
  const location = url.startsWith('sqlite:') ? url : 'PostgreSQL'
  process.stdout.write(`
Created in ${seconds.toFixed(0)} s in ${location}:
  ${String(assistants)} assistants, 4 guardrails, 2 webhooks
  ${String(runs)} runs of the last 24 hours, in every status; one of them was interrupted and resumed
  1 dataset and 1 evaluation with ${String(evaluationRuns)} of these runs

Start the service on this database and open the console:
  npm start
  http://localhost:${String(loadConfig(environment).PORT)}/console
Two long runs continue when the service starts. The receivers of the webhooks do not exist.
`)
}

const main = async (): Promise<void> => {
  const { runs, seed, force } = parseOptions()
  if (environment['NODE_ENV'] === 'production')
    throw new UsageError('The seed is for development; NODE_ENV is production')
  const { DATABASE_URL, ENCRYPTION_KEY } = loadConfig(environment)
  if (!DATABASE_URL.startsWith('sqlite:') && ENCRYPTION_KEY.length === 0)
    throw new UsageError(
      'The seed stores secrets of webhooks. On PostgreSQL, set ENCRYPTION_KEY for the seed and for the service; generate a key with: openssl rand -base64 32',
    )
  const started = performance.now()
  // Loading the store takes a second, so wrong options are reported before it.
  const { fillDatabase } = await import('./seed/fill-database.js')
  const result = await fillDatabase(loadConfig(environment), { runs, seed, force })
  if ('refusal' in result) throw new UsageError(result.refusal)
  printResult(result, (performance.now() - started) / 1_000)
}

try {
  await main()
} catch (error) {
  if (!(error instanceof UsageError)) throw error
  process.stderr.write(`${error.message}\n\n${USAGE}`)
  process.exitCode = 2
}

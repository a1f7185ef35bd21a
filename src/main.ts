import { Command, Option } from 'commander'
import { addEvalsCommand } from './cli/evals/command.js'
import type * as Keys from './cli/keys.js'
import { ConfigError, isProduction } from './config.js'
import { BrokenProjectError } from './engine/loading/load-problem.js'
import { AppError } from './errors.js'
import { version } from './platform/version.js'

// Each command imports its code when it runs: most commands need less than half of it.

const EXIT_USAGE = 2
const EXIT_FAILED = 1

const BACKUP_HELP = `
The database is that of DATABASE_URL. For PostgreSQL, the call of pg_dump or pg_restore is printed and the exit code is 3.
See "Backup and restore" in docs/operations.md.`

const describeError = (error: unknown): string => {
  const { code, port, message, stack } = error as NodeJS.ErrnoException & { port?: number }
  if (code === 'EADDRINUSE') return `port ${String(port ?? '')} is in use; choose another with PORT or --port`
  // A host name with several addresses, all of which failed. The error itself has no message.
  if (error instanceof AggregateError) return error.errors.map((cause: Error) => cause.message).join('; ')
  // Expected errors are shown as a message. Any other error is a defect and is shown with its stack.
  const isUserFacing =
    error instanceof ConfigError ||
    error instanceof BrokenProjectError ||
    error instanceof AppError ||
    code !== undefined
  return isUserFacing ? message : (stack ?? message)
}

const program = new Command('heddle')
  .description('Runs AI agents as durable workflows. Settings: docs/configuration.md')
  .version(version)
  .exitOverride((error) => process.exit(error.exitCode === 0 ? 0 : EXIT_USAGE))

interface ServeFlags {
  port?: string
  host?: string
  config?: string
  nJobsPerWorker?: string
  supervised?: boolean
}

/** Flags take precedence over the environment. */
const toSettings = ({ port, host, config, nJobsPerWorker }: ServeFlags): Record<string, string> => ({
  ...(port !== undefined && { PORT: port }),
  ...(host !== undefined && { HOST: host }),
  ...(config !== undefined && { LANGGRAPH_JSON: config }),
  ...(nJobsPerWorker !== undefined && { WORKER_CONCURRENCY: nJobsPerWorker }),
})

const addServeOptions = (command: Command): Command =>
  command
    .option('-p, --port <port>', 'port to listen on (PORT)')
    .option('--host <host>', 'address to listen on (HOST)')
    .option('-c, --config <file>', 'path of langgraph.json (LANGGRAPH_JSON)')
    .option('-n, --n-jobs-per-worker <number>', 'number of concurrent runs (WORKER_CONCURRENCY)')
    // Set by the supervisor (cli/supervise.ts).
    .addOption(new Option('--supervised').hideHelp())

/** Runs this command in a child process, which the console may crash. */
const superviseCommand = async (): Promise<never> => {
  const { supervise } = await import('./cli/supervise.js')
  process.exit(await supervise(process.argv.slice(2)))
}

addServeOptions(program.command('start', { isDefault: true }))
  .description('start the service')
  .option('--allow-crash', 'development only: let the console kill and restart the service')
  // This is the default command, so it also receives misspelled commands as arguments.
  .allowExcessArguments()
  .action(async (flags: ServeFlags & { allowCrash?: boolean }, { args: [unknown] }: Command) => {
    if (unknown !== undefined) program.error(`error: unknown command '${unknown}'; see heddle --help`)
    const isSupervised = flags.supervised === true
    if (flags.allowCrash === true && !isSupervised && !isProduction()) await superviseCommand()
    const { serve } = await import('./cli/serve.js')
    await serve(toSettings(flags), { isDevelopment: false, isSupervised })
  })

addServeOptions(program.command('dev'))
  .description('start the service and reload the graphs of langgraph.json when they change')
  .option('--no-reload', 'do not watch for changes')
  .action(async (flags: ServeFlags & { reload: boolean }) => {
    const isSupervised = flags.supervised === true
    if (!isSupervised && !isProduction()) await superviseCommand()
    const { dev } = await import('./cli/dev.js')
    await dev(toSettings(flags), { isWatching: flags.reload, isSupervised })
  })

program
  .command('config')
  .description('print the effective settings, with secrets masked')
  .action(async () => {
    const { showConfig } = await import('./cli/show-config.js')
    showConfig()
  })

program
  .command('backup <file>')
  .description('copy the embedded database to a file, also while the service is running')
  .option('--force', 'replace the file if it exists')
  .addHelpText('after', BACKUP_HELP)
  .action(async (file: string, flags: { force?: boolean }) => {
    const { backup } = await import('./cli/backup.js')
    await backup(file, flags)
  })

program
  .command('restore [file]')
  .description('replace the embedded database by a backup while the service is stopped')
  .option('--verify', 'only check the backup, or without a file the database; nothing is changed')
  .option('--force', 'replace an existing database; the old one is kept beside it')
  .addHelpText('after', BACKUP_HELP)
  .action(async (file: string | undefined, flags: { verify?: boolean; force?: boolean }) => {
    if (file === undefined && flags.verify !== true) program.error("error: missing required argument 'file'")
    const { restore, verify } = await import('./cli/restore.js')
    await (flags.verify === true || file === undefined ? verify(file) : restore(file, flags))
  })

program
  .command('vacuum')
  .description('return the space of deleted rows of the embedded database, while the service is stopped')
  .action(async () => {
    const { vacuum } = await import('./cli/vacuum.js')
    vacuum()
  })

const loadKeys = (): Promise<typeof Keys> => import('./cli/keys.js')
const keys = program.command('keys').description('manage API keys')
keys
  .command('create <name>')
  .description('create a key and print it (it is not shown again)')
  .option('--scopes <list>', 'scopes, separated by commas: read, write, admin', 'read,write')
  .option('--expires <time>', 'expiration time')
  .option('--tenant <tenant>', 'tenant of the key')
  .option('--json', 'print JSON')
  .action(async (...args: Parameters<typeof Keys.createKey>) => (await loadKeys()).createKey(...args))
keys
  .command('list')
  .description('list keys')
  .option('--tenant <tenant>', 'tenant of the keys')
  .option('--json', 'print JSON')
  .action(async (...args: Parameters<typeof Keys.listKeys>) => (await loadKeys()).listKeys(...args))
keys
  .command('revoke <key_id>')
  .description('revoke a key')
  .option('--tenant <tenant>', 'tenant of the key')
  .option('--json', 'print JSON')
  .action(async (...args: Parameters<typeof Keys.revokeKey>) => (await loadKeys()).revokeKey(...args))

addEvalsCommand(program)

program.parseAsync().catch((error: unknown) => {
  process.stderr.write(`heddle: ${describeError(error)}\n`)
  process.exit(error instanceof ConfigError ? EXIT_USAGE : EXIT_FAILED)
})

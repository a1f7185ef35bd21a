#!/usr/bin/env node
import { Command } from 'commander'
import { addEvalsCommand } from './cli/evals/command.js'
import type * as Keys from './cli/keys.js'
import { ConfigError } from './config.js'
import { AppError } from './errors.js'
import { version } from './platform/version.js'

// What a command needs is loaded when it is asked for: half of the code is of no use to most of them.

const EXIT_USAGE = 2
const EXIT_FAILED = 1

const describeError = (error: unknown): string => {
  const { code, port, message, stack } = error as NodeJS.ErrnoException & { port?: number }
  if (code === 'EADDRINUSE') return `port ${String(port ?? '')} is in use; choose another with PORT or --port`
  // Of a name with several addresses, each of which refused: it has no message of its own.
  if (error instanceof AggregateError) return error.errors.map((cause: Error) => cause.message).join('; ')
  // What is meant to be read by a person; anything else is a defect and shows where it happened.
  const isUserFacing = error instanceof ConfigError || error instanceof AppError || code !== undefined
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
}

/** Flags win over the environment. */
const toSettings = ({ port, host, config, nJobsPerWorker }: ServeFlags): Record<string, string> => ({
  ...(port !== undefined && { PORT: port }),
  ...(host !== undefined && { HOST: host }),
  ...(config !== undefined && { LANGGRAPH_CONFIG: config }),
  ...(nJobsPerWorker !== undefined && { WORKER_CONCURRENCY: nJobsPerWorker }),
})

const addServeOptions = (command: Command): Command =>
  command
    .option('-p, --port <port>', 'where it listens (PORT)')
    .option('--host <host>', 'the address it listens on (HOST)')
    .option('-c, --config <file>', 'the langgraph.json of your graphs (LANGGRAPH_CONFIG)')
    .option('-n, --n-jobs-per-worker <number>', 'runs at the same time (WORKER_CONCURRENCY)')

addServeOptions(program.command('start', { isDefault: true }))
  .description('start the service')
  // Being the default, it is also given what was meant as a command.
  .allowExcessArguments()
  .action(async (flags: ServeFlags, { args: [unknown] }: Command) => {
    if (unknown !== undefined) program.error(`error: unknown command '${unknown}'; see heddle --help`)
    const { serve } = await import('./cli/serve.js')
    await serve(toSettings(flags))
  })

addServeOptions(program.command('dev'))
  .description('start the service and load the graphs of langgraph.json anew whenever they change')
  .option('--no-reload', 'do not watch for changes')
  .action(async (flags: ServeFlags & { reload: boolean }) => {
    const { dev } = await import('./cli/dev.js')
    await dev(toSettings(flags), flags.reload)
  })

program
  .command('config')
  .description('print the settings in force, secrets masked')
  .action(async () => {
    const { showConfig } = await import('./cli/show-config.js')
    showConfig()
  })

const loadKeys = (): Promise<typeof Keys> => import('./cli/keys.js')
const keys = program.command('keys').description('API keys')
keys
  .command('create <name>')
  .description('make a key and print it, once')
  .option('--scopes <list>', 'read, write, admin; separated by commas', 'read,write')
  .option('--expires <time>', 'when it stops working')
  .option('--tenant <tenant>', 'whose key it is')
  .option('--json', 'print JSON')
  .action(async (...args: Parameters<typeof Keys.createKey>) => (await loadKeys()).createKey(...args))
keys
  .command('list')
  .description('list keys')
  .option('--tenant <tenant>', 'whose keys')
  .option('--json', 'print JSON')
  .action(async (...args: Parameters<typeof Keys.listKeys>) => (await loadKeys()).listKeys(...args))
keys
  .command('revoke <key_id>')
  .description('revoke a key')
  .option('--tenant <tenant>', 'whose key it is')
  .option('--json', 'print JSON')
  .action(async (...args: Parameters<typeof Keys.revokeKey>) => (await loadKeys()).revokeKey(...args))

addEvalsCommand(program)

program.parseAsync().catch((error: unknown) => {
  process.stderr.write(`heddle: ${describeError(error)}\n`)
  process.exit(error instanceof ConfigError ? EXIT_USAGE : EXIT_FAILED)
})

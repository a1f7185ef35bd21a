#!/usr/bin/env node
import { Command } from 'commander'
import { createKey, listKeys, revokeKey } from './cli/keys.js'
import { serve } from './cli/serve.js'
import { showConfig } from './cli/show-config.js'
import { ConfigError } from './config.js'
import { AppError } from './errors.js'
import { version } from './version.js'

const USAGE = 2
const FAILED = 1

const explain = (error: unknown): string => {
  const { code, port, message, stack } = error as NodeJS.ErrnoException & { port?: number }
  if (code === 'EADDRINUSE') return `port ${String(port ?? '')} is in use; choose another with PORT or --port`
  // Of a name with several addresses, each of which refused: it has no message of its own.
  if (error instanceof AggregateError) return error.errors.map((one: Error) => one.message).join('; ')
  // What is meant to be read by a person; anything else is a defect and shows where it happened.
  const isMeant = error instanceof ConfigError || error instanceof AppError || code !== undefined
  return isMeant ? message : (stack ?? message)
}

const program = new Command('heddle')
  .description('Runs AI agents as durable workflows. Settings: docs/configuration.md')
  .version(version)
  .exitOverride((error) => process.exit(error.exitCode === 0 ? 0 : USAGE))

program
  .command('start', { isDefault: true })
  .description('start the service')
  .option('-p, --port <port>', 'where it listens (PORT)')
  .option('--host <host>', 'the address it listens on (HOST)')
  // Being the default, it is also given what was meant as a command.
  .allowExcessArguments()
  .action(({ port, host }: { port?: string; host?: string }, { args: [unknown] }: Command) => {
    if (unknown !== undefined) program.error(`error: unknown command '${unknown}'; see heddle --help`)
    return serve({ ...(port !== undefined && { PORT: port }), ...(host !== undefined && { HOST: host }) })
  })

program.command('config').description('print the settings in force, secrets masked').action(showConfig)

const keys = program.command('keys').description('API keys')
keys
  .command('create <name>')
  .description('make a key and print it, once')
  .option('--scopes <list>', 'read, write, admin; separated by commas', 'read,write')
  .option('--expires <time>', 'when it stops working')
  .option('--tenant <tenant>', 'whose key it is')
  .option('--json', 'print JSON')
  .action(createKey)
keys
  .command('list')
  .description('list keys')
  .option('--tenant <tenant>', 'whose keys')
  .option('--json', 'print JSON')
  .action(listKeys)
keys
  .command('revoke <key_id>')
  .description('revoke a key')
  .option('--tenant <tenant>', 'whose key it is')
  .option('--json', 'print JSON')
  .action(revokeKey)

program.parseAsync().catch((error: unknown) => {
  process.stderr.write(`heddle: ${explain(error)}\n`)
  process.exit(error instanceof ConfigError ? USAGE : FAILED)
})

/** `heddle start` and `heddle dev`. */
import { type Command, Option } from 'commander'
import { closest, distance } from 'fastest-levenshtein'

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
  const { supervise } = await import('../supervise.js')
  process.exit(await supervise(process.argv.slice(2)))
}

const isProduction = async (): Promise<boolean> => (await import('../../config.js')).isProduction()

/** A suggestion shares most letters with what was typed. */
const MAX_DIFFERENCE = 0.4

const rejectUnknownCommand = (program: Command, name: string): never => {
  const nearest = closest(
    name,
    program.commands.map((command) => command.name()),
  )
  const difference = distance(name, nearest) / Math.max(name.length, nearest.length)
  const hint = difference <= MAX_DIFFERENCE ? ` (Did you mean ${nearest}?)` : '; see heddle --help'
  return program.error(`error: unknown command '${name}'${hint}`)
}

export const addServeCommands = (program: Command): void => {
  addServeOptions(program.command('start', { isDefault: true }))
    .description('start the service')
    .option('--allow-crash', 'development only: let the console kill and restart the service')
    // This is the default command, so it also receives misspelled commands as arguments.
    .allowExcessArguments()
    .action(async (flags: ServeFlags & { allowCrash?: boolean }, { args: [unknown] }: Command) => {
      if (unknown !== undefined) rejectUnknownCommand(program, unknown)
      const isSupervised = flags.supervised === true
      if (flags.allowCrash === true && !isSupervised && !(await isProduction())) await superviseCommand()
      const { serve } = await import('../serve.js')
      await serve(toSettings(flags), { isDevelopment: false, isSupervised })
    })

  addServeOptions(program.command('dev'))
    .description('start the service and reload the graphs of langgraph.json when they change')
    .option('--no-reload', 'do not watch for changes')
    .action(async (flags: ServeFlags & { reload: boolean }) => {
      const isSupervised = flags.supervised === true
      if (!isSupervised && !(await isProduction())) await superviseCommand()
      const { dev } = await import('../dev.js')
      await dev(toSettings(flags), { isWatching: flags.reload, isSupervised })
    })
}

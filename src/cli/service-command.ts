/**
 * Declares commands that call a service. They share the global options. The client and the settings are loaded when a command runs,
 * so that `heddle --help` does not load them.
 */
import { type Command, Option } from 'commander'
import type { ExitCode } from './command-error.js'
import type { ServiceOptions, Session } from './service/session.js'

const serviceCommands = new WeakSet<Command>()

/** In the order of the help. Declared on the program, so that they can stand before or after the name of the command. */
export const makeGlobalOptions = (): Option[] => [
  new Option('-o, --output <format>', 'format of the output').choices(['text', 'json', 'jsonl']),
  new Option('--url <url>', 'URL of the service (HEDDLE_URL)'),
  new Option('--api-key <key>', 'an API key or token (HEDDLE_API_KEY)'),
  new Option('--profile <name>', 'a profile of `heddle profile` (HEDDLE_PROFILE)'),
  new Option('--color <when>', 'colours in the output (auto: on a terminal, unless NO_COLOR is set)').choices(
    ['auto', 'always', 'never'],
  ),
]

/** Global options that a command without a service would ignore are errors. */
export const rejectUnusedOptions = (program: Command, command: Command): void => {
  if (serviceCommands.has(command)) return
  const unused = program.options.find(
    (option) => program.getOptionValueSource(option.attributeName()) === 'cli',
  )
  if (unused !== undefined)
    program.error(`error: option '${unused.long ?? ''}' has no effect on 'heddle ${command.name()}'`)
}

export const usesService = (command: Command): boolean => serviceCommands.has(command)

/** Marks a command that handles the global options itself. */
export const acceptGlobalOptions = (command: Command): Command => {
  serviceCommands.add(command)
  return command
}

type Action<A extends unknown[]> = (
  session: Session,
  ...args: A
) => Promise<ExitCode | undefined> | Promise<void>

/** `A` are the arguments and the flags of the command. The exit code is 0 unless the action returns another one. */
export const runWithSession = <A extends unknown[]>(command: Command, action: Action<A>): Command =>
  acceptGlobalOptions(command).action(async (...args: unknown[]) => {
    const { openSession } = await import('./service/session.js')
    const { json, ...options } = command.optsWithGlobals<ServiceOptions & { json?: boolean }>()
    const session = openSession(json === true ? { ...options, output: 'json' } : options)
    try {
      // Commander passes the command itself as the last argument.
      process.exitCode = (await action(session, ...(args.slice(0, -1) as A))) ?? 0
    } catch (error) {
      // An abort causes various errors; its reason is the one to report.
      throw session.signal.aborted ? session.signal.reason : error
    }
  })

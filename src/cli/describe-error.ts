import { ConfigError } from '../config.js'
import { BrokenProjectError } from '../engine/loading/load-problem.js'
import { AppError } from '../errors.js'
import { describePortOwner } from '../platform/process-lookup.js'
import { CommandError, EXIT, type ExitCode } from './command-error.js'

const describeBusyPort = (port: number): string => {
  const owner = describePortOwner(port)
  const stop = owner === undefined ? '' : `stop it, or `
  return `port ${String(port)} is in use${owner === undefined ? '' : ` by ${owner}`}; ${stop}choose another port with --port or PORT`
}

/** Expected errors are shown as a message. Any other error is a defect and is shown with its stack. */
export const describeError = (error: unknown): string => {
  const { code, port, message, stack } = error as NodeJS.ErrnoException & { port?: number }
  if (code === 'EADDRINUSE') return describeBusyPort(port ?? 0)
  // A host name with several addresses, all of which failed. The error itself has no message.
  if (error instanceof AggregateError) return error.errors.map((cause: Error) => cause.message).join('; ')
  const isUserFacing =
    error instanceof CommandError ||
    error instanceof ConfigError ||
    error instanceof BrokenProjectError ||
    error instanceof AppError ||
    code !== undefined
  return isUserFacing ? message : (stack ?? message)
}

export const toExitCode = (error: unknown): ExitCode => {
  if (error instanceof CommandError) return error.exitCode
  return error instanceof ConfigError ? EXIT.usageError : EXIT.failed
}

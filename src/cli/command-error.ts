/** Exit codes of all commands. CI distinguishes a failed run or gate from a service that cannot be reached by them. */
export const EXIT = {
  ok: 0,
  /** The run, the evaluation or a check failed. */
  failed: 1,
  usageError: 2,
  /** There is no result: the service cannot be reached or does not respond, or a person has to act first. */
  incomplete: 3,
  unauthorized: 4,
  interrupted: 130,
  terminated: 143,
} as const

export type ExitCode = (typeof EXIT)[keyof typeof EXIT]

/** Ends the command with a message and an exit code. */
export class CommandError extends Error {
  override readonly name = 'CommandError'
  constructor(
    readonly exitCode: ExitCode,
    message: string,
    /** The HTTP status of the response, if there was one. */
    readonly status?: number,
  ) {
    super(message)
  }
}

export const usageError = (message: string, status?: number): CommandError =>
  new CommandError(EXIT.usageError, message, status)
export const incomplete = (message: string, status?: number): CommandError =>
  new CommandError(EXIT.incomplete, message, status)
export const failed = (message: string): CommandError => new CommandError(EXIT.failed, message)

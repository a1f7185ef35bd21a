/** Exit codes. CI distinguishes a failed gate from a service that failed by them. */
export const EXIT = {
  passed: 0,
  gateFailed: 1,
  usageError: 2,
  incomplete: 3,
  interrupted: 130,
  terminated: 143,
} as const

export type ExitCode = (typeof EXIT)[keyof typeof EXIT]

/** Ends the command before its gates are decided. */
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
export const incomplete = (message: string): CommandError => new CommandError(EXIT.incomplete, message)

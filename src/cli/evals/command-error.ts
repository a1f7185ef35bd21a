/** How the command ends. CI reads little else, so that a gate that failed is never mistaken for a service that did. */
export const EXIT = {
  passed: 0,
  gateFailed: 1,
  usageError: 2,
  incomplete: 3,
  interrupted: 130,
  terminated: 143,
} as const

export type ExitCode = (typeof EXIT)[keyof typeof EXIT]

/** What ends the command before its gates are decided. */
export class CommandError extends Error {
  override readonly name = 'CommandError'
  constructor(
    readonly exitCode: ExitCode,
    message: string,
    /** Of the answer that it comes from. */
    readonly status?: number,
  ) {
    super(message)
  }
}

export const usageError = (message: string, status?: number): CommandError =>
  new CommandError(EXIT.usageError, message, status)
export const incomplete = (message: string): CommandError => new CommandError(EXIT.incomplete, message)

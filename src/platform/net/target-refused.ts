/** Thrown when an outgoing request has a forbidden target. */
export class TargetRefused extends Error {
  override readonly name = 'TargetRefused'
  constructor(
    readonly host: string,
    readonly reason: string,
  ) {
    super(`${host} ${reason}`)
  }
}

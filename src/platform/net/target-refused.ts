/** Why a target may not be reached. */
export class TargetRefused extends Error {
  override readonly name = 'TargetRefused'
  constructor(
    readonly host: string,
    readonly reason: string,
  ) {
    super(`${host} ${reason}`)
  }
}

/** An error in what langgraph.json says about an export: its file, its name or what it is. */
export class LoadError extends Error {
  override name = 'LoadError'
  constructor(
    readonly problem: string,
    /** What the user can do about it. */
    readonly fix: string,
  ) {
    super(`${problem}; ${fix}`)
  }
}

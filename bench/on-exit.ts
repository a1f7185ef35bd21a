/** Actions for a benchmark that is interrupted: it exits without its other cleanup. */
const actions = new Set<() => void>()

process.once('exit', () => {
  // Servers end before the folders that they write to are removed.
  for (const action of [...actions].toReversed()) action()
})

/** The action must be synchronous. Returns a function that cancels it. */
export const onExit = (action: () => void): (() => void) => {
  actions.add(action)
  return () => {
    actions.delete(action)
  }
}

/** Defers a table until it is first used: every executor thread loads all detectors, and most runs use none or a few of them. */
export const computeOnce = <T>(compute: () => T): (() => T) => {
  let result: { value: T } | undefined
  return () => (result ??= { value: compute() }).value
}

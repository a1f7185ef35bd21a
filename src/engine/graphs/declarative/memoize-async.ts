/** Computes the value with the first call and caches it. A failure is not cached. */
export const memoizeAsync = <T>(compute: () => Promise<T>): (() => Promise<T>) => {
  let result: Promise<T> | undefined
  return () => {
    result ??= compute().catch((error: unknown) => {
      result = undefined
      throw error
    })
    return result
  }
}

/** A map that holds on to the `limit` entries used last. */
export const makeLruCache = <T>(limit: number) => {
  const entries = new Map<string, T>()
  return {
    get(key: string): T | undefined {
      const value = entries.get(key)
      if (value !== undefined) {
        // A Map keeps the order of insertion: to insert again is to move to the end.
        entries.delete(key)
        entries.set(key, value)
      }
      return value
    },
    set(key: string, value: T): void {
      entries.delete(key)
      entries.set(key, value)
      for (const oldest of entries.keys()) {
        if (entries.size <= limit) break
        entries.delete(oldest)
      }
    },
    remove(key: string): void {
      entries.delete(key)
    },
  }
}

interface PromiseCache<T> {
  get: (key: string) => Promise<T> | undefined
  set: (key: string, value: Promise<T>) => unknown
  delete: (key: string) => boolean
}

/** Returns the cached promise of the key, or caches a new one. A rejected promise is removed, so the next call tries again. */
export const getOrCreate = <T>(cache: PromiseCache<T>, key: string, create: () => Promise<T>): Promise<T> => {
  const cached = cache.get(key)
  if (cached !== undefined) return cached
  const created = create()
  cache.set(key, created)
  created.catch(() => {
    cache.delete(key)
  })
  return created
}

/**
 * Has tasks of the same name wait for one another. Requests that change the same dataset would otherwise each undo
 * the others' compare-and-set; with those of other nodes they still may, and try again.
 */
export const makeKeyedMutex = () => {
  const tails = new Map<string, Promise<unknown>>()
  return async <T>(key: string, task: () => Promise<T>): Promise<T> => {
    const previous = tails.get(key)
    const current = previous === undefined ? task() : previous.then(task, task)
    tails.set(key, current)
    try {
      return await current
    } finally {
      if (tails.get(key) === current) tails.delete(key)
    }
  }
}

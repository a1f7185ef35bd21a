/**
 * Has tasks of the same name wait for one another. Requests that change the same dataset would otherwise each undo
 * the others' compare-and-set; with those of other nodes they still may, and try again.
 */
export const makeTurns = () => {
  const last = new Map<string, Promise<unknown>>()
  return async <T>(name: string, task: () => Promise<T>): Promise<T> => {
    const before = last.get(name)
    const mine = before === undefined ? task() : before.then(task, task)
    last.set(name, mine)
    try {
      return await mine
    } finally {
      if (last.get(name) === mine) last.delete(name)
    }
  }
}

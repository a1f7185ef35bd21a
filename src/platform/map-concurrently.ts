/** Like Promise.all over the results of `task`, with at most `concurrency` tasks at the same time. */
export const mapConcurrently = async <T, R>(
  items: readonly T[],
  concurrency: number,
  task: (item: T) => Promise<R>,
): Promise<R[]> => {
  const results: R[] = []
  // All workers share one iterator, so that each item is processed once.
  const remaining = items.entries()
  const worker = async (): Promise<void> => {
    for (const [index, item] of remaining) results[index] = await task(item)
  }
  await Promise.all(Array.from({ length: Math.min(concurrency, items.length) }, worker))
  return results
}

/** Reads an iterable to its end. */
export const toArray = async <T>(items: AsyncIterable<T>): Promise<T[]> => {
  const all: T[] = []
  for await (const item of items) all.push(item)
  return all
}

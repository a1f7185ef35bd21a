/** Builds a query for each shape on first use and returns the cached one afterwards. */
export const memoizeByShape = <Shape, Value>(create: (shape: Shape) => Value): ((shape: Shape) => Value) => {
  const cache = new Map<string, Value>()
  return (shape) => {
    const key = JSON.stringify(shape)
    let value = cache.get(key)
    if (value === undefined) cache.set(key, (value = create(shape)))
    return value
  }
}

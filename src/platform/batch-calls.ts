/**
 * Calls of one synchronous section, and of the microtasks that it has started, are made together. `callAll` gets at most `maxSize`
 * requests and returns their results in the same order. If it fails, all callers get its error.
 */
export const batchCalls = <Request, Result>(
  callAll: (requests: readonly Request[]) => Promise<readonly Result[]>,
  maxSize: number,
): ((request: Request) => Promise<Result>) => {
  let requests: Request[] = []
  let results: Promise<readonly Result[]> | undefined

  return async (request) => {
    if (requests.length === maxSize) results = undefined
    if (results === undefined) {
      const batch: Request[] = []
      requests = batch
      results = Promise.resolve().then(() => {
        if (requests === batch) results = undefined
        return callAll(batch)
      })
    }
    const position = requests.push(request) - 1
    return (await results)[position] as Result
  }
}

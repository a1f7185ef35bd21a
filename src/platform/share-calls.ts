/**
 * Callers that ask for the same thing at the same time share one call. The call starts in a microtask, after all callers of this
 * synchronous section have asked, so no caller gets a result that is older than its request.
 */
export const makeSharedCalls = <Result>() => {
  const pending = new Map<string, Promise<Result>>()
  return (key: string, call: () => Promise<Result>): Promise<Result> => {
    const shared = pending.get(key)
    if (shared !== undefined) return shared
    const started = Promise.resolve().then(() => {
      pending.delete(key)
      return call()
    })
    pending.set(key, started)
    return started
  }
}

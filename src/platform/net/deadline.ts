/** A signal that fires when time is up or when the caller's own signal does. */
export interface Deadline {
  signal: AbortSignal
  /** No more limit of time; the caller's signal still counts. */
  lift(): void
  /** Lets go of the timer and of the caller's signal. Must be called in the end. */
  clear(): void
}

/** Not AbortSignal.timeout with AbortSignal.any: they can be neither lifted nor cleared. */
export const makeDeadline = (timeoutMs: number, outer?: AbortSignal | null): Deadline => {
  const controller = new AbortController()
  const onAbort = () => controller.abort(outer?.reason)
  const timer = setTimeout(() => {
    controller.abort(new DOMException(`no answer within ${String(timeoutMs)} ms`, 'TimeoutError'))
  }, timeoutMs)
  if (outer?.aborted === true) onAbort()
  else outer?.addEventListener('abort', onAbort, { once: true })
  const lift = () => clearTimeout(timer)
  return {
    signal: controller.signal,
    lift,
    clear() {
      lift()
      outer?.removeEventListener('abort', onAbort)
    },
  }
}

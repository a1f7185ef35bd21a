/** A signal that aborts after a time limit, or when the caller's signal aborts. */
export interface Deadline {
  signal: AbortSignal
  /** Removes the time limit; the caller's signal stays in effect. */
  lift(): void
  /** Releases the timer and the listener on the caller's signal. Must always be called. */
  clear(): void
}

/** AbortSignal.timeout and AbortSignal.any are not sufficient: they can be neither lifted nor cleared. */
export const makeDeadline = (timeoutMs: number, callerSignal?: AbortSignal | null): Deadline => {
  const controller = new AbortController()
  const onAbort = () => controller.abort(callerSignal?.reason)
  const timer = setTimeout(() => {
    controller.abort(new DOMException(`no response within ${String(timeoutMs)} ms`, 'TimeoutError'))
  }, timeoutMs)
  if (callerSignal?.aborted === true) onAbort()
  else callerSignal?.addEventListener('abort', onAbort, { once: true })
  const lift = () => clearTimeout(timer)
  return {
    signal: controller.signal,
    lift,
    clear() {
      lift()
      callerSignal?.removeEventListener('abort', onAbort)
    },
  }
}

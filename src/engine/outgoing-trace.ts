/**
 * Passes the trace context on to models and tools, in executor threads: a request carries the span of the model call or tool call that sends it,
 * otherwise that of the node.
 */
import { AsyncLocalStorage } from 'node:async_hooks'

const outgoing = new AsyncLocalStorage<string>()

/** With undefined, `run` is called without any overhead. */
export const runWithTraceparent = <T>(traceparent: string | undefined, run: () => T): T =>
  traceparent === undefined ? run() : outgoing.run(traceparent, run)

/** A generator runs in the async context of the caller of `next()`, so the trace context is set again for each step. */
export async function* streamWithTraceparent<T>(
  traceparent: string | undefined,
  stream: AsyncGenerator<T>,
): AsyncGenerator<T> {
  if (traceparent === undefined) {
    yield* stream
    return
  }
  try {
    for (;;) {
      const next = await outgoing.run(traceparent, () => stream.next())
      if (next.done === true) return
      yield next.value
    }
  } finally {
    await stream.return(undefined)
  }
}

export const getTraceHeaders = (): Record<string, string> => {
  const traceparent = outgoing.getStore()
  return traceparent === undefined ? {} : { traceparent }
}

/** A header of the caller takes precedence. */
export const withTraceHeader =
  (fetch: typeof globalThis.fetch): typeof globalThis.fetch =>
  (input, init) => {
    const traceparent = outgoing.getStore()
    if (traceparent === undefined) return fetch(input, init)
    const headers = new Headers(init?.headers ?? (input instanceof Request ? input.headers : undefined))
    if (!headers.has('traceparent')) headers.set('traceparent', traceparent)
    return fetch(input, { ...init, headers })
  }

/** The part of LangChain's run managers that is used here. */
interface RunManager {
  runId: string
  handlers: object[]
}

/** The observer of a traced run knows the spans of its calls. */
interface TraceSource {
  getTraceparent(runId: string): string | undefined
}

const isTraceSource = (handler: object): handler is TraceSource =>
  typeof (handler as Partial<TraceSource>).getTraceparent === 'function'

export const findTraceparent = (manager: RunManager | undefined): string | undefined =>
  manager?.handlers.find(isTraceSource)?.getTraceparent(manager.runId)

/** The `fetch` of the MCP client for Streamable HTTP, with two corrections. */
import { ErrorCode } from '@modelcontextprotocol/sdk/types.js'
import { ResponseTooLarge } from '../../platform/net/bounded-body.js'
import { describeFetchError } from '../../platform/net/fetch-error.js'

export const makeMcpFetch =
  (fetch: typeof globalThis.fetch): typeof globalThis.fetch =>
  async (input, init) => {
    // The client would keep a stream open for server notifications. Heddle does not use them, and the stream costs one
    // connection per server. With 405 a server declares that it has no such stream.
    if (init?.method === 'GET' && !new Headers(init.headers).has('last-event-id')) {
      return new Response(null, { status: 405 })
    }
    const response = await fetch(input, init)
    const id = getRequestId(init?.body)
    const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true
    if (id === undefined || !isStream || response.body === null) return response
    const { status, headers } = response
    return new Response(failOnBrokenStream(response.body, id), { status, headers })
  }

const getRequestId = (body: unknown): string | number | undefined => {
  if (typeof body !== 'string') return undefined
  const { id } = JSON.parse(body) as { id?: unknown }
  return typeof id === 'string' || typeof id === 'number' ? id : undefined
}

/** If a response stream breaks, the client would wait until its timeout; this sends it an error immediately. */
const failOnBrokenStream = (
  source: ReadableStream<Uint8Array>,
  id: string | number,
): ReadableStream<Uint8Array> => {
  const reader = source.getReader()
  const decoder = new TextDecoder()
  let isResumable = false
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { done, value } = await reader.read()
        if (done) {
          controller.close()
          return
        }
        isResumable ||= /(^|\n)id:/.test(decoder.decode(value, { stream: true }))
        controller.enqueue(value)
      } catch (error) {
        // The client resumes a stream that has event ids. A response that is too large would fail again.
        if (isResumable && !(error instanceof ResponseTooLarge)) throw error
        const failure = { code: ErrorCode.ConnectionClosed, message: describeFetchError(error) }
        const event = JSON.stringify({ jsonrpc: '2.0', id, error: failure })
        controller.enqueue(new TextEncoder().encode(`\n\ndata: ${event}\n\n`))
        controller.close()
      }
    },
    cancel: (reason) => reader.cancel(reason),
  })
}

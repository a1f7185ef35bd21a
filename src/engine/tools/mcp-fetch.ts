/** fetch as the MCP client uses it over Streamable HTTP, with two of its ways mended. */
import { ErrorCode } from '@modelcontextprotocol/sdk/types.js'
import { ResponseTooLarge } from '../../platform/net/bounded-body.js'
import { describeFetchError } from '../../platform/net/fetch-error.js'

export const makeMcpFetch =
  (fetch: typeof globalThis.fetch): typeof globalThis.fetch =>
  async (input, init) => {
    // The client keeps a stream open for what the server says unasked. Nothing here listens to that, and it would
    // cost a connection for each server. 405 is how a server says that it has none.
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

/** When the stream of an answer breaks, the client waits on until its time is up; here it gets an error at once. */
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
        // The client goes on where a stream with ids broke off. One that was too large would be so again.
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

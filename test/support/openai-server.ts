/** A test server for OpenAI's chat completions API with scripted replies, faults, and a record of all requests. */
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

interface ChatRequest {
  model: string
  stream?: boolean
  messages: { role: string; content: string | { type: string; text?: string }[] | null }[]
  [key: string]: unknown
}

export interface RecordedRequest {
  method: string
  path: string
  headers: IncomingHttpHeaders
  /** The parsed body; empty for a request without one. */
  body: ChatRequest
  /** Resolves to true when the response is complete, to false if the connection closes before that. */
  completed: Promise<boolean>
}

interface Completion {
  text?: string
  toolCalls?: { id: string; name: string; args: object }[]
  usage?: { prompt_tokens: number; completion_tokens: number; total_tokens: number }
  /** Awaited before each piece of a stream, before a cut and before a stall, so that a test can delay it. */
  beforePiece?: (index: number) => Promise<void> | void
  /** Close the connection after this many pieces of a stream. */
  dropAfter?: number
  /** Stop sending after this many pieces of a stream, but keep the connection open. */
  stallAfter?: number
}

export type Reply =
  | Completion
  | { status: number; headers?: Record<string, string>; error?: object }
  /** Accepts the request and never responds. */
  | 'hang'
  /** Closes the connection without a response. */
  | 'drop'

export type ReplyScript = (request: RecordedRequest, index: number) => Reply | Promise<Reply>

export interface OpenAiServer {
  /** Value for OPENAI_BASE_URL or `base_url`. */
  url: string
  requests: RecordedRequest[]
  stop(): Promise<void>
}

const toText = (content: ChatRequest['messages'][number]['content'] | undefined): string =>
  typeof content === 'string' ? content : (content ?? []).map((part) => part.text ?? '').join('')

const lastUserText = (body: ChatRequest): string =>
  toText(body.messages.findLast((message) => message.role === 'user')?.content)

const echo: ReplyScript = ({ body }) => ({ text: `echo: ${lastUserText(body)}` })

/** Splits text into words with the following whitespace. */
const splitIntoPieces = (text: string): string[] => text.match(/\S+\s*/g) ?? []

const countUsage = (body: ChatRequest, { text = '', usage }: Completion) => {
  if (usage !== undefined) return usage
  const prompt_tokens = body.messages.reduce(
    (sum, message) => sum + splitIntoPieces(toText(message.content)).length,
    0,
  )
  const completion_tokens = splitIntoPieces(text).length
  return { prompt_tokens, completion_tokens, total_tokens: prompt_tokens + completion_tokens }
}

const frameFields = (body: ChatRequest) => ({
  id: 'chatcmpl-test',
  created: 1_700_000_000,
  model: body.model,
})

const finishReason = ({ toolCalls }: Completion) => (toolCalls === undefined ? 'stop' : 'tool_calls')

/** The arguments of a call are sent in two fragments, as OpenAI does. */
const toDeltas = ({ text = '', toolCalls = [] }: Completion): object[] => [
  ...splitIntoPieces(text).map((content) => ({ content })),
  ...toolCalls.flatMap(({ id, name, args }, index) => {
    const json = JSON.stringify(args)
    const half = Math.floor(json.length / 2)
    return [
      { tool_calls: [{ index, id, type: 'function', function: { name, arguments: '' } }] },
      { tool_calls: [{ index, function: { arguments: json.slice(0, half) } }] },
      { tool_calls: [{ index, function: { arguments: json.slice(half) } }] },
    ]
  }),
]

const sendStream = async (body: ChatRequest, reply: Completion, response: ServerResponse): Promise<void> => {
  const send = (fields: object) => {
    const frame = { ...frameFields(body), object: 'chat.completion.chunk', ...fields }
    response.write(`data: ${JSON.stringify(frame)}\n\n`)
  }
  const choice = (delta: object, finish_reason: string | null = null) => ({
    choices: [{ index: 0, delta, finish_reason }],
  })
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  send(choice({ role: 'assistant', content: '' }))
  for (const [index, delta] of toDeltas(reply).entries()) {
    await reply.beforePiece?.(index)
    if (index === reply.stallAfter) return
    if (index === reply.dropAfter) {
      response.destroy()
      return
    }
    send(choice(delta))
  }
  send(choice({}, finishReason(reply)))
  const { include_usage } = (body['stream_options'] ?? {}) as { include_usage?: boolean }
  if (include_usage === true) send({ choices: [], usage: countUsage(body, reply) })
  response.end('data: [DONE]\n\n')
}

const sendCompletion = (body: ChatRequest, reply: Completion, response: ServerResponse): void => {
  const tool_calls = reply.toolCalls?.map(({ id, name, args }) => ({
    id,
    type: 'function',
    function: { name, arguments: JSON.stringify(args) },
  }))
  const message = { role: 'assistant', content: reply.text ?? null, ...(tool_calls && { tool_calls }) }
  response.writeHead(200, { 'content-type': 'application/json' }).end(
    JSON.stringify({
      ...frameFields(body),
      object: 'chat.completion',
      choices: [{ index: 0, message, finish_reason: finishReason(reply) }],
      usage: countUsage(body, reply),
    }),
  )
}

const sendReply = async (body: ChatRequest, reply: Reply, response: ServerResponse): Promise<void> => {
  if (reply === 'hang') return
  if (reply === 'drop') {
    response.destroy()
    return
  }
  if ('status' in reply) {
    const error = reply.error ?? { message: `scripted ${String(reply.status)}`, type: 'test', code: null }
    response
      .writeHead(reply.status, { 'content-type': 'application/json', ...reply.headers })
      .end(JSON.stringify({ error }))
    return
  }
  if (body.stream === true) await sendStream(body, reply, response)
  else sendCompletion(body, reply, response)
}

export const startOpenAiServer = async ({
  reply = echo,
}: { reply?: ReplyScript } = {}): Promise<OpenAiServer> => {
  const requests: RecordedRequest[] = []
  const server = createServer((incoming, response) => {
    const chunks: Buffer[] = []
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
    incoming.on('end', () => {
      // The check of a starting service (check-providers.ts) is not recorded.
      if (incoming.method === 'GET' && incoming.url === '/v1/models') {
        response.writeHead(200, { 'content-type': 'application/json' }).end('{"object":"list","data":[]}')
        return
      }
      const text = Buffer.concat(chunks).toString()
      const request: RecordedRequest = {
        method: incoming.method ?? '',
        path: incoming.url ?? '',
        headers: incoming.headers,
        body: (text === '' ? { model: '', messages: [] } : JSON.parse(text)) as ChatRequest,
        completed: new Promise((resolve) => {
          response.once('close', () => resolve(response.writableFinished))
        }),
      }
      const index = requests.push(request) - 1
      // A reply script that throws is a bug of the test: it becomes a 400, which is not retried.
      const toErrorReply = (error: unknown): Reply => ({ status: 400, error: { message: String(error) } })
      void Promise.resolve()
        .then(() => reply(request, index))
        .catch(toErrorReply)
        .then((scripted) => sendReply(request.body, scripted, response))
    })
  })
  // A client that sends a request while the server closes an idle connection gets an error.
  server.keepAliveTimeout = 0
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${String(port)}/v1`,
    requests,
    async stop() {
      if (!server.listening) return
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
    },
  }
}

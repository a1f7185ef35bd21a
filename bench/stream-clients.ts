/** Clients that start a run whose model streams tokens, and receive them, on either API. */
import { HttpConnection } from './http-connection.js'
import { builtInAssistantId } from '../src/domain/built-in-graph.js'
import { receiveTokens } from './token-stream.js'

/** Prepares streams of a model. The returned function starts one and resolves with the delays of its tokens. */
export type StreamClient = (model: string) => Promise<() => Promise<number[]>>

const RUN_ID = /"run_id":"([^"]+)"/
const ASSISTANT_ID = /"assistant_id":"([^"]+)"/
const QUESTION = 'What time is it?'

const post = async (port: number, path: string, body: object, id: RegExp): Promise<string> => {
  const connection = await HttpConnection.open(port)
  const response = await connection.post(path, JSON.stringify(body))
  connection.close()
  const found = id.exec(response.body)?.[1]
  if (found === undefined)
    throw new Error(`${path} responded ${response.status}: ${response.body.slice(0, 500)}`)
  return found
}

export const makeStreamClients = (port: number) => {
  const createAssistant = (fields: object): Promise<string> =>
    post(port, '/api/v1/assistants', { name: 'Streams', ...fields }, ASSISTANT_ID)

  const streamNative = async (assistantId: string, input: object): Promise<number[]> => {
    const runId = await post(port, '/api/v1/runs', { assistant_id: assistantId, input }, RUN_ID)
    return receiveTokens(port, `/api/v1/stream?run_id=${runId}`)
  }
  const streamTuples = (assistantId: string, input: object): Promise<number[]> =>
    receiveTokens(port, '/runs/stream', {
      assistant_id: assistantId,
      input,
      stream_mode: ['messages-tuple'],
    })

  const messages = [{ role: 'user', content: QUESTION }]
  const withAgent =
    (stream: typeof streamNative): StreamClient =>
    async (model) => {
      const assistantId = await createAssistant({ graph_id: 'agent', config: { model: `openai:${model}` } })
      return () => stream(assistantId, { messages })
    }

  return {
    agent: withAgent(streamNative),
    agentTuples: withAgent(streamTuples),
    declarative: async (model) => {
      const nodes = [{ id: 'reply', type: 'llm', model: `openai:${model}`, prompt: '{{ input.message }}' }]
      const assistantId = await createAssistant({ graph_schema: { nodes } })
      return () => streamNative(assistantId, { message: QUESTION })
    },
    code: (model) => Promise.resolve(() => streamNative(builtInAssistantId('converse'), { messages, model })),
    codeTuples: (model) => Promise.resolve(() => streamTuples('converse', { messages, model })),
  } satisfies Record<string, StreamClient>
}

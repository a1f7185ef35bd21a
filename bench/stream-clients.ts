/** Clients that start a run whose model streams tokens, and receive them, on either API. */
import { HttpConnection } from './http-connection.js'
import { builtInAssistantId } from '../src/domain/built-in-graph.js'
import { receiveTokens } from './token-stream.js'

/** Prepares streams of a model. The returned function starts one, adds the delays of its tokens to the list, and resolves when it has ended. */
export type StreamClient = (model: string) => Promise<(delays: number[]) => Promise<void>>

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

  const streamNative = async (delays: number[], assistantId: string, input: object): Promise<void> => {
    const runId = await post(port, '/api/v1/runs', { assistant_id: assistantId, input }, RUN_ID)
    await receiveTokens(delays, port, `/api/v1/stream?run_id=${runId}`)
  }
  const streamTuples = (delays: number[], assistantId: string, input: object): Promise<void> =>
    receiveTokens(delays, port, '/runs/stream', {
      assistant_id: assistantId,
      input,
      stream_mode: ['messages-tuple'],
    })

  const messages = [{ role: 'user', content: QUESTION }]
  const withAgent =
    (stream: typeof streamNative): StreamClient =>
    async (model) => {
      const assistantId = await createAssistant({ graph_id: 'agent', config: { model: `openai:${model}` } })
      return (delays) => stream(delays, assistantId, { messages })
    }

  return {
    agent: withAgent(streamNative),
    agentTuples: withAgent(streamTuples),
    declarative: async (model) => {
      const nodes = [{ id: 'reply', type: 'llm', model: `openai:${model}`, prompt: '{{ input.message }}' }]
      const assistantId = await createAssistant({ graph_schema: { nodes } })
      return (delays) => streamNative(delays, assistantId, { message: QUESTION })
    },
    code: (model) =>
      Promise.resolve((delays) => streamNative(delays, builtInAssistantId('converse'), { messages, model })),
    codeTuples: (model) => Promise.resolve((delays) => streamTuples(delays, 'converse', { messages, model })),
  } satisfies Record<string, StreamClient>
}

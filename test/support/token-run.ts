/** The events of a run that streams a message through the LangGraph API: for each token, a native event and a chunk with its metadata. */
import type { RunEvent } from '../../src/events/run-event.js'
import { serializeEvent } from '../../src/events/run-event.js'
import { T0 } from './rows.js'

const WORDS = [' the', ' state', 'ing', '\n', ' "x"', '.', ' value', ' 😀']

const metadata = {
  run_id: '019a0000-0000-7000-8000-000000000000',
  thread_id: '019a0000-0000-7000-8000-000000000001',
  graph_id: 'agent',
  langgraph_node: 'agent',
  langgraph_step: 1,
  langgraph_triggers: ['branch:to:agent'],
  checkpoint_ns: 'agent:00000000-0000-5000-8000-000000000000',
  ls_provider: 'openai',
  ls_model_name: 'metronome',
}

const makeToken = (index: number) => {
  const token = WORDS[index % WORDS.length] ?? ''
  const message = {
    content: token,
    additional_kwargs: {},
    response_metadata: {},
    id: 'run-019a0000-0000-7000-8000-000000000000',
    type: 'AIMessageChunk',
    tool_calls: [],
    invalid_tool_calls: [],
    tool_call_chunks: [],
  }
  const at = T0 + Math.round(index * 201) / 10
  return [
    { type: 'llm.token', node_id: 'agent', call_id: 'abcdefgh', token, at },
    { type: 'lg.messages', data: [message, metadata], at },
  ]
}

/** `run.started`, the events of so many tokens, and `run.completed`. */
export const makeTokenRun = (tokens: number): RunEvent[] => {
  const chunks = Array.from({ length: tokens }, (_, index) => makeToken(index)).flat()
  const completed = { type: 'run.completed', output: { done: true }, at: T0 + tokens * 20.1 }
  return [{ type: 'run.started', at: T0 }, ...chunks, completed].map((event, index) => ({
    seq: index + 1,
    type: event.type,
    text: serializeEvent(event, event.at).text,
  }))
}

/** Rows as programs before migration 17 wrote them. */
export const toPlainRows = (
  key: { tenant_id: string; run_id: string },
  events: readonly RunEvent[],
  size: number,
) =>
  Array.from({ length: Math.ceil(events.length / size) }, (_, index) => {
    const batch = events.slice(index * size, (index + 1) * size)
    return {
      ...key,
      first_seq: batch[0]?.seq ?? 0,
      last_seq: batch.at(-1)?.seq ?? 0,
      events: `[${batch.map(({ text }) => text).join(',')}]`,
    }
  })

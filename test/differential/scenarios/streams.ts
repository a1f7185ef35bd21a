import type { StreamMode } from '@langchain/langgraph-sdk'
import { STREAM_MODES } from '../../../src/schema/run-kwargs.js'
import { readAll, type Scenario } from '../scenario.js'

const question = { messages: [{ role: 'user', content: 'What is the weather in Paris?' }] }

const streaming = (
  name: string,
  graph: string,
  payload: {
    input: Record<string, unknown>
    streamMode: StreamMode | StreamMode[]
    streamSubgraphs?: boolean
    context?: object
  },
): Scenario => ({
  name,
  run: async ({ client, quiet }) => {
    const { thread_id } = await quiet.threads.create()
    await readAll(client.runs.stream(thread_id, graph, payload))
  },
})

export const streams: Scenario[] = [
  ...STREAM_MODES.map((mode) =>
    streaming(`the mode ${mode} of a chat with a tool`, 'agent', { input: question, streamMode: mode }),
  ),
  ...STREAM_MODES.map((mode) =>
    streaming(`the mode ${mode} of a graph with a subgraph`, 'asking', {
      input: {},
      streamMode: mode,
      streamSubgraphs: true,
    }),
  ),
  streaming('the mode messages-tuple of a chat, with subgraphs', 'agent', {
    input: question,
    streamMode: 'messages-tuple',
    streamSubgraphs: true,
  }),
  streaming('a graph with a subgraph whose events are not requested', 'asking', {
    input: {},
    streamMode: ['values', 'updates', 'tasks'],
  }),
  // The messages in `debug` and `tools` depend on whether another mode has assigned their IDs before.
  streaming('many modes at once', 'agent', {
    input: question,
    streamMode: STREAM_MODES.filter((mode) => !['events', 'debug', 'tools'].includes(mode)),
  }),
  streaming('custom events of a graph, and its context', 'counting', {
    input: { numbers: [1, 2, 3] },
    streamMode: ['custom', 'updates'],
    context: { step: 2 },
  }),
  streaming('many concurrent tasks without a failure', 'counting', {
    input: { what: 'square', numbers: [2, 3, 4] },
    streamMode: ['updates', 'tasks'],
  }),
  ...(['values', 'updates'] as const).map((mode) =>
    streaming(`the mode ${mode} of a failing run`, 'counting', {
      input: { what: 'fail' },
      streamMode: mode,
    }),
  ),
  {
    name: 'a stateless run is streamed',
    run: async ({ client }) => {
      await readAll(
        client.runs.stream(null, 'agent', { input: question, streamMode: ['updates', 'messages'] }),
      )
      await readAll(client.runs.stream(null, 'counting', { input: { what: 'fail' }, streamMode: 'values' }))
    },
  },
  {
    name: 'a stateless background run is streamed',
    run: async ({ client }) => {
      const { run_id } = await client.runs.create(null, 'counting', {
        input: { numbers: [1] },
        streamMode: 'updates',
        streamResumable: true,
      })
      await readAll(client.runs.joinStream(null, run_id, { lastEventId: '-1' }))
    },
  },
  {
    name: 'a run is streamed again from the beginning and from the middle',
    run: async ({ client }) => {
      const { thread_id } = await client.threads.create()
      const payload = { input: { numbers: [1] }, streamMode: 'updates' as const, streamResumable: true }
      const ids: string[] = []
      let run_id = ''
      const onRunCreated = (run: { run_id: string }) => void (run_id = run.run_id)
      for await (const { id } of client.runs.stream(thread_id, 'counting', { ...payload, onRunCreated }))
        ids.push(id!)
      await readAll(client.runs.joinStream(thread_id, run_id, { lastEventId: '-1' }))
      await readAll(client.runs.joinStream(thread_id, run_id, { lastEventId: ids[1]! }))
      await readAll(client.runs.joinStream(thread_id, run_id, { lastEventId: ids.at(-1)! }))
    },
  },
]

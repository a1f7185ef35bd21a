/** Graphs as other people write and export them (test/projects/shapes). */
import type { StreamMode } from '@langchain/langgraph-sdk'
import { attempt, readAll, type Scenario } from '../scenario.js'

interface Turn {
  input?: unknown
  command?: { resume: unknown }
  config?: { configurable?: Record<string, unknown>; tags?: string[]; recursion_limit?: number }
  context?: Record<string, unknown>
}

/** Streams one run after the other on one thread, and reads the state after each of them. */
const converse = (
  name: string,
  graph: string,
  turns: Turn[],
  streamMode: StreamMode[] = ['values', 'updates', 'messages-tuple'],
  streamSubgraphs = false,
): Scenario => ({
  name,
  run: async ({ client, quiet }) => {
    const { thread_id } = await quiet.threads.create()
    for (const turn of turns) {
      await readAll(
        client.runs.stream(thread_id, graph, { ...turn, streamMode, streamSubgraphs } as never),
      ).catch(() => [])
      await client.threads.getState(thread_id)
    }
    await attempt(client.runs.wait(thread_id, graph, turns.at(-1) as never))
  },
})

const ask = (content: string): Turn => ({ input: { messages: [{ role: 'user', content }] } })

const ALL_MODES: StreamMode[] = [
  'values',
  'updates',
  'checkpoints',
  'tasks',
  'debug',
  'custom',
  'messages-tuple',
]

const failing = (where: 'node' | 'subgraph', streamSubgraphs: boolean): Scenario[] =>
  [...ALL_MODES.map((mode) => [mode]), ALL_MODES, ['values', 'events'] as StreamMode[]].map((modes) =>
    converse(
      `a ${where} that throws, ${modes.join(' and ')}${streamSubgraphs ? ', with subgraphs' : ''}`,
      'throwing',
      [{ input: { where } }],
      modes,
      streamSubgraphs,
    ),
  )

export const shapes: Scenario[] = [
  converse('the agent of the quick start', 'quick_start', [
    ask('What is the weather in Paris?'),
    ask('Thanks'),
  ]),
  converse('a deep agent', 'deep_agent', [ask('What is the weather in Paris?'), ask('Thanks')]),
  converse('a supervisor with an agent', 'supervisor', [ask('2 + 2')], ['updates', 'messages-tuple'], true),
  converse('a swarm of agents', 'swarm', [ask('I want to speak to Bob'), ask('Who are you?')], ['updates']),
  converse('an entrypoint that is interrupted and resumed', 'functional', [
    { input: { topic: 'cats' } },
    { command: { resume: true } },
  ]),
  converse('an entrypoint that returns a number', 'counter', [{ input: { add: 2 } }, { input: { add: 3 } }]),
  converse('map-reduce with Send', 'map_reduce', [{ input: { subjects: ['cats', 'dogs'] } }]),
  converse(
    'interrupts in a subgraph',
    'nested_interrupts',
    [{ input: {} }, { command: { resume: 'Ada' } }, { command: { resume: 36 } }],
    ['values', 'updates', 'tasks'],
    true,
  ),
  converse('a path alias', 'aliased', [{ input: { name: 'Ada' } }]),
  converse('a CommonJS module', 'common_js', [{ input: {} }, { input: { count: 5 } }]),
  converse('plain JavaScript', 'plain_js', [{ input: { text: 'hello' } }]),
  converse('a default export', 'default_export', [{ input: { text: 'hello' } }]),
  converse('top-level await', 'awaited', [{ input: {} }]),
  converse('an exported promise', 'promised', [{ input: { text: 'abc' } }]),
  converse('an uncompiled graph', 'uncompiled', [{ input: { text: 'abc' } }]),
  converse('a re-exported agent', 're_exported', [ask('Hello')]),
  ...['factory', 'async_factory'].map((graph) =>
    converse(`the config that the ${graph} receives`, graph, [
      { input: {}, config: { configurable: { model: 'small' }, tags: ['a'], recursion_limit: 30 } },
      { input: {}, config: { configurable: { size: 2 } } },
      { input: {}, context: { tone: 'kind' } },
    ]),
  ),
  {
    name: 'the state of a graph whose factory needs the config of the thread',
    run: async ({ client, quiet }) => {
      const { thread_id } = await quiet.threads.create()
      await client.runs.wait(thread_id, 'named_factory', {
        input: {},
        config: { configurable: { node_name: 'special' } },
        interruptBefore: ['special'],
      })
      await client.threads.getState(thread_id)
      await client.threads.updateState(thread_id, { values: { visited: 'by hand' }, asNode: 'special' })
      await client.threads.getState(thread_id)
    },
  },
  converse('a factory of agents', 'agent_factory', [
    { ...ask('Hello'), config: { configurable: { agent_name: 'Ada' } } },
  ]),
  converse('the store of a graph', 'memories', [
    { input: { user: 'ada', fact: 'likes tea' } },
    { input: { user: 'ada', fact: 'likes rain' } },
  ]),
  converse('custom events', 'custom_events', [{ input: {} }], ['custom', 'updates']),
  ...Object.entries({
    'a list of texts': ['a'],
    'messages with other fields': [{ role: 'user', content: 'a', extra: 1 }],
    'objects that are not messages': [{ text: 'a' }],
    'a text': 'a',
  }).map(([name, messages]) =>
    converse(`the input messages are ${name}`, 'last_value', [{ input: { messages } }, { input: {} }]),
  ),
  converse('an input without messages keeps them', 'last_value', [
    { input: { messages: ['kept'], note: 'x' } },
    { input: { note: 'clear' } },
    { input: { note: 'y' } },
  ]),
  ...failing('node', false),
  ...failing('subgraph', false),
  ...failing('subgraph', true),
]

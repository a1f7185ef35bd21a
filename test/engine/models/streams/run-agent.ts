/** Runs the built-in agent with a given model, as an executor thread does, and returns everything that would be stored. */
import type { BaseChatModel } from '@langchain/core/language_models/chat_models'
import { tool } from '@langchain/core/tools'
import { MemorySaver } from '@langchain/langgraph'
import { z } from 'zod'
import { EventBuffer } from '../../../../src/engine/executor/event-buffer.js'
import { instrumentGraph } from '../../../../src/engine/executor/instrument-graph.js'
import { runLangGraph } from '../../../../src/engine/executor/langgraph/run-langgraph.js'
import type { AnyGraph } from '../../../../src/engine/executor/loaded-graph.js'
import { MessageTracker } from '../../../../src/engine/executor/message-tracker.js'
import { NodeEvents } from '../../../../src/engine/executor/node-events.js'
import { Observer } from '../../../../src/engine/executor/observer.js'
import { runGraph } from '../../../../src/engine/executor/run-graph.js'
import { ThreadValues } from '../../../../src/engine/executor/thread-values.js'
import { makeValueCache } from '../../../../src/engine/executor/value-cache.js'
import { AGENT_NODE_TYPES, buildAgentGraph } from '../../../../src/engine/graphs/agent.js'
import type { GraphDeps, ToolSet } from '../../../../src/engine/graphs/graph-deps.js'
import type { JournalEntries, StartRun } from '../../../../src/engine/threads/executor-protocol.js'
import type { EventFields } from '../../../../src/events/run-event.js'
import type { RunKwargs, StreamMode } from '../../../../src/schema/run-kwargs.js'

const RUN_ID = '01990000-0000-7000-8000-000000000001'
const THREAD_ID = '01990000-0000-7000-8000-000000000002'

interface AgentOptions {
  /** Modes of a run of the LangGraph API; without them, the run is one of the native API. */
  streamModes?: StreamMode[]
  hasTools?: boolean
  signal?: AbortSignal
  onEvent?: (event: EventFields) => void
}

const weather = tool(({ city }: { city: string }) => `sunny in ${city}`, {
  name: 'get_weather',
  description: 'The weather',
  schema: z.object({ city: z.string() }),
})

const TOOLS: ToolSet = {
  definitions: [
    {
      type: 'function',
      function: {
        name: 'get_weather',
        description: 'The weather',
        parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
      },
    },
  ],
  server: new Map([['get_weather', weather]]),
  client: new Set(),
}

const NO_TOOLS: ToolSet = { definitions: [], server: new Map(), client: new Set() }

const toKwargs = (streamModes: StreamMode[]): RunKwargs => ({
  input: { messages: [{ role: 'user', content: 'hello' }] },
  stream_mode: streamModes,
  stream_subgraphs: false,
  stream_resumable: true,
  on_completion: 'keep',
  is_streamed: true,
  temporary: false,
})

const toStart = (kwargs: RunKwargs | null): StartRun => ({
  executionId: 1,
  tenant_id: 'default',
  run_id: RUN_ID,
  thread_id: THREAD_ID,
  assistant: { assistant_id: 'agent', graph_id: 'agent', config: {}, graph_schema: {}, context: {} },
  assistants: [],
  secrets: {},
  redactedTexts: [],
  input: kwargs === null ? { message: 'hello' } : null,
  messages: [],
  resume: null,
  checkpoint: null,
  addedMessages: [],
  guardrails: null,
  kwargs,
})

export const runAgent = async (
  model: BaseChatModel,
  { streamModes, hasTools = false, signal = new AbortController().signal, onEvent }: AgentOptions = {},
) => {
  const deps: Partial<GraphDeps> = {
    chatModel: async () => model,
    openTools: async () => (hasTools ? TOOLS : NO_TOOLS),
    authorizeToolCall: async ({ args }) => ({ args }),
  }
  const graph = (await buildAgentGraph(
    { instructions: 'Be brief.' },
    deps as GraphDeps,
  )) as unknown as AnyGraph
  graph.checkpointer = new MemorySaver()
  const kwargs = streamModes === undefined ? null : toKwargs(streamModes)
  const start = toStart(kwargs)
  const posted: JournalEntries[] = []
  const values = new ThreadValues(THREAD_ID, makeValueCache().forTenant('default'))
  const eventBuffer = new EventBuffer(
    (entries) => posted.push(entries),
    () => 0,
    values,
  )
  const emit = (event: EventFields): void => {
    eventBuffer.addEvent(event)
    onEvent?.(event)
  }
  const observer = new Observer(THREAD_ID, emit)
  const nodes = new NodeEvents({
    threadId: THREAD_ID,
    nodeTypes: AGENT_NODE_TYPES,
    instrumentedNodes: new Set(Object.keys(graph.nodes as object)),
    eventBuffer,
    signal,
  })
  const onEnter = (_runId: string | undefined, metadata?: Record<string, unknown>) => {
    if (metadata !== undefined) nodes.onEnter(metadata)
    return { observer, guard: undefined, nodes }
  }
  instrumentGraph(graph, { beforeNode: () => undefined, onEnter }, false)
  const messages = new MessageTracker(start, eventBuffer)
  const isFinalNode = () => true
  const execution = { graph, start, messages, nodes, observer, emit, guard: undefined, signal, isFinalNode }
  const outcome = await (kwargs === null ? runGraph(execution) : runLangGraph(execution, kwargs))
  const all = [...posted, eventBuffer.close()]
  const events = all.flatMap((entries) => entries.events)
  const ofType = (prefix: string) => events.filter(({ type }) => type.startsWith(prefix))
  // The order within each of these lists is defined. Between them it is not: events of nodes and of LangGraph's stream pass through
  // a queue of LangGraph, and parallel tools end in any order.
  const lists = {
    modelEvents: ofType('llm.'),
    toolEvents: ofType('tool.').toSorted(byToolCall),
    nodeEvents: ofType('node.').toSorted((a, b) => a.type.localeCompare(b.type)),
    langGraphEvents: ofType('lg.').filter((event) => !isToolOutput(event)),
    langGraphToolOutputs: ofType('lg.').filter(isToolOutput).toSorted(byToolCall),
    messages: all.flatMap((entries) => entries.messages),
    outcome,
  }
  return Object.fromEntries(Object.entries(lists).map(([name, list]) => [name, normalize(list)]))
}

const isToolOutput = ({ type, data }: EventFields): boolean =>
  (type === 'lg.updates' && 'tools' in (data as object)) ||
  (type === 'lg.messages' && (data as { type: string }[])[0]?.type === 'tool')

const byToolCall = (a: object, b: object): number => getToolCallId(a).localeCompare(getToolCallId(b))

const getToolCallId = (event: object): string =>
  /"tool_call_id":"([^"]*)"/.exec(JSON.stringify(event))?.[1] ?? ''

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g
/** What differs from run to run although the runs are the same. */
const VARYING = /"(call_id|duration_ms|first_token_ms|ts|created_at)":("[^"]*"|[\d.]+)/g

const withoutStack = (key: string, value: unknown): unknown => (key === 'stack' ? undefined : value)

/** Makes two runs comparable: random IDs are numbered in the order of their first occurrence. */
const normalize = (run: unknown): unknown => {
  const numbers = new Map<string, number>()
  const toNumber = (id: string): string => {
    if (!numbers.has(id)) numbers.set(id, numbers.size)
    return `id-${String(numbers.get(id))}`
  }
  const text = JSON.stringify(run, withoutStack).replaceAll(VARYING, '"$1":0').replaceAll(UUID, toNumber)
  return JSON.parse(text) as unknown
}

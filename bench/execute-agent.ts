/** Runs the built-in agent with a given model, as an executor thread does, without a service around it. */
import type { BaseChatModel } from '@langchain/core/language_models/chat_models'
import { MemorySaver } from '@langchain/langgraph'
import { EventBuffer } from '../src/engine/executor/event-buffer.js'
import { instrumentGraph } from '../src/engine/executor/instrument-graph.js'
import { runLangGraph } from '../src/engine/executor/langgraph/run-langgraph.js'
import type { AnyGraph } from '../src/engine/executor/loaded-graph.js'
import { MessageTracker } from '../src/engine/executor/message-tracker.js'
import { NodeEvents } from '../src/engine/executor/node-events.js'
import { Observer } from '../src/engine/executor/observer.js'
import { runGraph } from '../src/engine/executor/run-graph.js'
import { ThreadValues } from '../src/engine/executor/thread-values.js'
import { makeValueCache } from '../src/engine/executor/value-cache.js'
import { AGENT_NODE_TYPES, buildAgentGraph } from '../src/engine/graphs/agent.js'
import type { GraphDeps, ToolSet } from '../src/engine/graphs/graph-deps.js'
import type { JournalEntries, StartRun } from '../src/engine/threads/executor-protocol.js'
import type { EventFields } from '../src/events/run-event.js'
import type { RunKwargs, StreamMode } from '../src/schema/run-kwargs.js'

const RUN_ID = '01990000-0000-7000-8000-000000000001'
const THREAD_ID = '01990000-0000-7000-8000-000000000002'

export interface AgentOptions {
  /** Modes of a run of the LangGraph API; without them, the run is one of the native API. */
  streamModes?: StreamMode[]
  tools?: ToolSet
  signal?: AbortSignal
  onEvent?: (event: EventFields) => void
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

/** Returns the outcome and all entries that would be stored. */
export const executeAgent = async (
  model: BaseChatModel,
  { streamModes, tools = NO_TOOLS, signal = new AbortController().signal, onEvent }: AgentOptions = {},
) => {
  const deps: Partial<GraphDeps> = {
    chatModel: async () => model,
    openTools: async () => tools,
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
  return { outcome, entries: [...posted, eventBuffer.close()] }
}

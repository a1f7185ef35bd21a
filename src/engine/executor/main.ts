/**
 * The entry point of an executor thread, which runs many graphs at a time. It holds no durable state:
 * everything that must survive is posted to the main thread, which stores it. Graphs may block its event
 * loop, exhaust its memory or exit; the main thread then sees that the heartbeat stops, and replaces the
 * thread.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { setMaxListeners } from 'node:events'
import { getHeapStatistics } from 'node:v8'
import { parentPort, workerData } from 'node:worker_threads'
import { START } from '@langchain/langgraph'
import { collectIfLarge, collectNow, collectSoon } from '../../platform/collect-garbage.js'
import { collectWhenIdle } from '../../platform/collect-when-idle.js'
import { makeTextSharer } from '../../platform/shared-text.js'
import { makeLazyGuardedFetch } from '../../platform/net/lazy-guarded-fetch.js'
import type { EventFields } from '../../events/run-event.js'
import {
  LAST_ENTERED_SLOT,
  EXTERNAL_MB_SLOT,
  HEAP_MB_SLOT,
  LOADING_SLOT,
  emptyJournalEntries,
  type CompletionRequest,
  type ExecutorOptions,
  type GraphOutcome,
  type StartRun,
  type ToExecutor,
} from '../threads/executor-protocol.js'
import { findGraphSource } from '../schemas/graph-source.js'
import { withTraceHeader } from '../outgoing-trace.js'
import { parseTraceparent } from '../../platform/telemetry/trace-context.js'
import { reportEventLoopDelay } from '../../platform/event-loop-delay.js'
import { startHeartbeat } from '../threads/heartbeat.js'
import { makeModels } from '../models/models.js'
import type { ModelEnvironment } from '../models/environment.js'
import { makeToolbox } from '../tools/toolbox.js'
import { messageTexts } from './message-texts.js'
import { makeOutgoingMessages } from './outgoing-messages.js'
import { makePendingRequests } from './pending-requests.js'
import { complete } from './complete.js'
import { authorizeToolCall } from './guardrails/human-review.js'
import { scrubOutcome } from './guardrails/scrub-outcome.js'
import { makeModelCheck } from './guardrails/model-check.js'
import { runGuardedGraph } from './guardrails/run-guarded-graph.js'
import { makeGuardFactory } from './make-guard.js'
import { makeGraphLoader } from './load-graph.js'
import { makeProjectLoader } from './load-project.js'
import { NodeEvents } from './node-events.js'
import { isStreamingTokens } from './event-buffer.js'
import { bypassTracing } from './tracing-bypass.js'
import { inspectGraph } from './langgraph/inspect-graph.js'
import { toFailureOrigin, toRunFailure } from './run-failure.js'
import { registerSdkLogger, type LogLine } from '../sdk-logger.js'
import { executeGraph } from './execute-graph.js'
import { countSharedBytes, serializeOutcome, shareEntries } from './serialize-outcome.js'
import { StartQueue } from './start-queue.js'
import { makeLargeValueGate } from './large-value-gate.js'
import { makeValueCache } from './value-cache.js'
import { CheckpointSaver } from './checkpoint-saver.js'
import { readLargeInput } from './read-large-input.js'
import { makeExecution, type RunningExecution } from './running-execution.js'
import { trackLoading } from './track-loading.js'

const MODEL_TIMEOUT_MS = 600_000
const MAX_MODEL_RESPONSE_BYTES = 64 * 1024 * 1024

const options = workerData as ExecutorOptions
if (parentPort === null) throw new Error('the executor must be started as a worker thread')
const port = parentPort
const sharedMemory = new Int32Array(options.sharedMemory)

// An unhandled rejection in a graph must not end the thread and the other runs in it.
process.on('unhandledRejection', () => undefined)

// All tasks of a step listen to one abort signal until they end, and a graph may have hundreds of tasks in a step. Node 20 warns of a leak from
// eleven listeners on; later versions have no limit for abort signals.
setMaxListeners(1_000)

const { post, postEntries } = makeOutgoingMessages((messages) => {
  port.postMessage(messages)
})

const executions = new Map<number, RunningExecution>()
/**
 * LangGraph reads states of nested graphs and of forks with a config that has no run id; then this names the
 * execution.
 */
const currentExecution = new AsyncLocalStorage<RunningExecution>()
const executionsByRun = new Map<string, RunningExecution>()

const mainThread = makePendingRequests()
const largeValueGate = makeLargeValueGate()

const saver = new CheckpointSaver(({ configurable }) => {
  const running =
    executionsByRun.get((configurable as { run_id?: string } | undefined)?.run_id ?? '') ??
    currentExecution.getStore()
  if (running === undefined) throw new Error('the execution has ended')
  return running.access
})

bypassTracing()
const writeLogLine = ({ level, message, fields }: LogLine): void => {
  const { runId: run_id, threadId: thread_id, trace, secretScrubber } = currentExecution.getStore() ?? {}
  const trace_id = parseTraceparent(trace?.traceparent)?.traceId
  const line = {
    message,
    fields: { ...fields, run_id, thread_id, ...(trace_id !== undefined && { trace_id }) },
  }
  post({ type: 'log', level, ...(secretScrubber?.value(line) ?? line) })
}
registerSdkLogger(writeLogLine)
const allowPrivate = options.allowPrivateTargets
const guardedFetch = withTraceHeader(makeLazyGuardedFetch({ allowPrivate }))
if (options.tracesRequests) globalThis.fetch = withTraceHeader(globalThis.fetch)
// A user-supplied model endpoint is subject to the same target restrictions as a tool.
const assistantEndpointFetch = makeLazyGuardedFetch({
  allowPrivate,
  timeoutMs: MODEL_TIMEOUT_MS,
  maxResponseBytes: MAX_MODEL_RESPONSE_BYTES,
})
const models = makeModels(options.models as unknown as ModelEnvironment, {
  assistantEndpointFetch,
})
const toolbox = makeToolbox({
  fetch: guardedFetch,
  clock: () => Date.now(),
  warn: (message) => writeLogLine({ level: 'warn', message, fields: {} }),
})

const loadGraph = makeGraphLoader({
  project: options.project,
  graphDeps: {
    chatModel: (settings) => models.chatModel(settings),
    authorizeToolCall: async (call, config) => {
      const guard = executionsByRun.get(
        (config.configurable as { run_id?: string } | undefined)?.run_id ?? '',
      )?.guard
      return guard === undefined ? { args: call.args } : authorizeToolCall(guard, call, config)
    },
    fetch: guardedFetch,
  },
  openTools: toolbox.open,
  saver,
  entryHooks: {
    beforeNode: (runId) => executionsByRun.get(runId ?? '')?.beforeNode(),
    onEnter: (runId, metadata) => {
      const running = executionsByRun.get(runId ?? '')
      messageTexts.onNode()
      // LangGraph's first step only passes on the input.
      if (running !== undefined && metadata?.['langgraph_node'] !== START) running.code.hasRun = true
      // LangGraph checks the abort signal only while it waits for a node.
      running?.abort.signal.throwIfAborted()
      // If the thread crashes, the execution whose code was entered last is the suspect.
      Atomics.store(sharedMemory, LAST_ENTERED_SLOT, running?.executionId ?? 0)
      // A silence that begins here is that of a node, also if another graph is being loaded; the next heartbeat corrects it.
      Atomics.store(sharedMemory, LOADING_SLOT, 0)
      if (metadata !== undefined) running?.nodes?.onEnter(metadata)
      return running
    },
  },
})

const { whileLoading, report: reportLoading } = trackLoading(sharedMemory)
const loadGraphs = makeProjectLoader(options, post)

const executionDeps = {
  mainThread,
  post,
  postEntries,
  valueCache: makeValueCache(),
  largeValueGate,
  makeGuard: makeGuardFactory(makeModelCheck(models)),
  maxStateBytes: options.maxStateBytes,
}

const execute = async (start: StartRun): Promise<void> => {
  const { executionId } = start
  const running = makeExecution(start, executionDeps)
  const { access, abort, observer, guard, secretScrubber, eventBuffer, messages, values, requests } = running
  executions.set(executionId, running)
  executionsByRun.set(start.run_id, running)
  Atomics.store(sharedMemory, LAST_ENTERED_SLOT, executionId)
  let outcome: GraphOutcome
  try {
    const { latestValues } = start
    if (latestValues !== undefined)
      await values.load(latestValues, () => requests.findValues({ version: latestValues }))
    const { nodeTypes, ...loaded } = await whileLoading(() => loadGraph(start))
    running.code.hasRun = loaded.hasTrustedReducers !== true
    const nodes = (running.nodes = new NodeEvents({
      threadId: start.thread_id,
      nodeTypes,
      instrumentedNodes: new Set(Object.keys(loaded.graph.nodes as object)),
      eventBuffer,
      signal: abort.signal,
    }))
    const emit = (event: EventFields): void => {
      eventBuffer.addEvent(event)
    }
    if (start.inspection !== undefined) {
      const { inspection } = start
      const result = await currentExecution.run(running, () =>
        inspectGraph(
          loaded.graph,
          start,
          inspection,
          guard,
          findGraphSource(options.project, start.assistant)?.path,
        ),
      )
      outcome = { status: 'inspected', kind: inspection.kind, result, usage: null }
    } else {
      const input =
        start.hasLargeInput === true ? await readLargeInput(start, requests, largeValueGate) : start.input
      const startWithInput = { ...start, input }
      const execution = {
        ...loaded,
        start: startWithInput,
        messages,
        nodes,
        observer,
        emit,
        guard,
        signal: abort.signal,
      }
      outcome = await currentExecution.run(running, () =>
        guard === undefined ? executeGraph(execution) : runGuardedGraph({ ...execution, guard }, eventBuffer),
      )
    }
  } catch (error) {
    outcome = {
      status: 'failed',
      error: toRunFailure(error),
      ...toFailureOrigin(error, running.nodes),
      usage: null,
    }
  }
  guard?.recordScrubbedData()
  executions.delete(executionId)
  if (executionsByRun.get(start.run_id) === running) executionsByRun.delete(start.run_id)
  // Nodes of a run that failed or was aborted may still be executed, and change the messages.
  const keptValues = outcome.status === 'completed' ? saver.keepMessages(access) : []
  // A WeakMap would keep the values until a full collection: minor ones treat what an old table refers to as used.
  saver.forgetValues(access)
  const postEnd = (): void => {
    const share = makeTextSharer()
    const posted = serializeOutcome(scrubOutcome(secretScrubber, outcome), values, share)
    const entries = shareEntries(eventBuffer.close(), share)
    collectIfLarge(countSharedBytes(entries))
    post({ type: 'end', executionId, entries, outcome: posted, ...(keptValues.length > 0 && { keptValues }) })
  }
  if (access.largeValueGate === undefined) postEnd()
  else
    await access.largeValueGate.run(async () => {
      collectNow()
      postEnd()
      // The state and its text are in use until this function has ended.
      collectSoon()
    })
}

/** Reports errors outside of the graph. Without an end, the run would block its thread for ever. */
const reportFailure =
  ({ executionId }: StartRun) =>
  (error: unknown): void => {
    executions.delete(executionId)
    const origin = toFailureOrigin(error, undefined)
    const outcome = { status: 'failed', error: toRunFailure(error), ...origin, usage: null } as const
    post({ type: 'end', executionId, entries: emptyJournalEntries(), outcome })
  }
const startQueue = new StartQueue<StartRun>((start) => {
  void execute(start).catch(reportFailure(start))
}, isStreamingTokens)

const abort = (executionId: number): void => {
  executions.get(executionId)?.abort.abort()
  if (!startQueue.remove(executionId)) return
  post({
    type: 'end',
    executionId,
    entries: emptyJournalEntries(),
    outcome: { status: 'aborted', usage: null },
  })
}

const replyToCompletion = async (id: number, request: CompletionRequest): Promise<void> => {
  try {
    post({ type: 'completion', id, completion: await complete(models, request) })
  } catch (error) {
    post({ type: 'completion_failed', id, error: toRunFailure(error) })
  }
}

/** Compares the messages that the run will load, while the main thread reads what else it needs. */
const expectRun = (tenantId: string, keptValues: string[]): void => {
  const values = executionDeps.valueCache.forTenant(tenantId)
  for (const key of keptValues) messageTexts.compareAhead(values.findMessages(key) ?? [])
}

const receive = (message: ToExecutor): void => {
  switch (message.type) {
    case 'start':
      startQueue.add(message.start)
      break
    case 'expect_run':
      expectRun(message.tenantId, message.keptValues)
      break
    case 'load_graphs':
      void whileLoading(() => loadGraphs(message.graphIds))
      break
    case 'complete':
      void replyToCompletion(message.id, message.request)
      break
    case 'abort':
      abort(message.executionId)
      break
    case 'reply':
      mainThread.resolve(message.id, message.reply)
      break
    case 'request_failed':
      mainThread.reject(message.id, message.message)
  }
}

port.on('message', (messages: ToExecutor[]) => {
  for (const message of messages) receive(message)
})
startHeartbeat(sharedMemory, () => {
  reportLoading()
  const { external_memory, used_heap_size } = getHeapStatistics()
  Atomics.store(sharedMemory, EXTERNAL_MB_SLOT, external_memory / 1_048_576)
  Atomics.store(sharedMemory, HEAP_MB_SLOT, used_heap_size / 1_048_576)
}).unref()
reportEventLoopDelay(options.delayMemory)
collectWhenIdle()
post({ type: 'ready' })

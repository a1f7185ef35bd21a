/**
 * An executor thread: runs graphs, many at a time. It holds nothing that matters: all that must survive is handed to the
 * main thread, which stores it. Its loop may be blocked, its memory exhausted or its process left by what graphs do; the
 * main thread sees that the beat stops, and replaces it.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { getHeapStatistics } from 'node:v8'
import { parentPort, workerData } from 'node:worker_threads'
import { makeLazyGuardedFetch } from '../../platform/net/lazy-guarded-fetch.js'
import type { GuardrailDefinition } from '../../schema/guardrail.js'
import type { StoreItemResult } from '../../schema/store-item.js'
import type { StoredCheckpoint } from '../../store/threads/checkpoints.js'
import {
  LAST_ENTERED_SLOT,
  EXTERNAL_MB_SLOT,
  emptyJournalEntries,
  type CompletionRequest,
  type EventFields,
  type ExecutorOptions,
  type FromExecutor,
  type GraphOutcome,
  type StartRun,
  type ToExecutor,
} from '../threads/executor-protocol.js'
import { startHeartbeat } from '../threads/heartbeat.js'
import { makeModels } from '../models/models.js'
import type { ModelEnvironment } from '../models/environment.js'
import { makeToolbox } from '../tools/toolbox.js'
import { makeLruCache } from '../../platform/lru-cache.js'
import { MessageTracker } from './message-tracker.js'
import { makePendingRequests } from './pending-requests.js'
import { prepareGuardrails, type PreparedGuardrails } from './guardrails/prepare-guardrails.js'
import { complete } from './complete.js'
import { authorizeToolCall } from './guardrails/human-review.js'
import { RunGuard } from './guardrails/run-guard.js'
import { makeModelCheck } from './guardrails/model-check.js'
import { runGuardedGraph } from './guardrails/run-guarded-graph.js'
import { makeGraphLoader } from './load-graph.js'
import { LongTermStore } from './long-term-store.js'
import { NodeEvents } from './node-events.js'
import { Observer } from './observer.js'
import { EventBuffer } from './event-buffer.js'
import { bypassTracing } from './tracing-bypass.js'
import { toCheckpointMetadata } from './langgraph/run-input.js'
import { inspectGraph } from './langgraph/inspect-graph.js'
import { toRunFailure } from './run-graph.js'
import { executeGraph } from './execute-graph.js'
import { CheckpointSaver, type CheckpointAccess } from './checkpoint-saver.js'

const MODEL_TIMEOUT_MS = 600_000
const MAX_MODEL_RESPONSE_BYTES = 64 * 1024 * 1024

const options = workerData as ExecutorOptions
if (parentPort === null) throw new Error('executor-thread runs as a worker thread only')
const port = parentPort
const sharedMemory = new Int32Array(options.shared)

// A rejection that a graph leaves behind is its own affair; without this it would end the thread.
process.on('unhandledRejection', () => undefined)

let outgoing: FromExecutor[] = []
const post = (message: FromExecutor): void => {
  outgoing.push(message)
  if (outgoing.length > 1) return
  setImmediate(() => {
    port.postMessage(outgoing)
    outgoing = []
  })
}

interface RunningExecution {
  access: CheckpointAccess
  abort: AbortController
  execution: number
  observer: Observer
  guard: RunGuard | undefined
  store: LongTermStore
  nodes?: NodeEvents
}
const executions = new Map<number, RunningExecution>()
/** LangGraph reads the states of nested graphs, and what branches start from, with settings that do not name the run. */
const currentExecution = new AsyncLocalStorage<RunningExecution>()
const executionsByRun = new Map<string, RunningExecution>()

const mainThread = makePendingRequests()

const saver = new CheckpointSaver(({ configurable }) => {
  const running =
    executionsByRun.get((configurable as { run_id?: string } | undefined)?.run_id ?? '') ??
    currentExecution.getStore()
  if (running === undefined) throw new Error('the run is over')
  return running.access
})

bypassTracing()
const allowPrivate = options.allowPrivateTargets
const guardedFetch = makeLazyGuardedFetch({ allowPrivate })
// Whoever names an endpoint of their own for a model may not reach more by it than by a tool.
const foreignFetch = makeLazyGuardedFetch({
  allowPrivate,
  timeoutMs: MODEL_TIMEOUT_MS,
  maxResponseBytes: MAX_MODEL_RESPONSE_BYTES,
})
const models = makeModels(options.models as unknown as ModelEnvironment, {
  assistantEndpointFetch: foreignFetch,
})
const toolbox = makeToolbox({ fetch: guardedFetch, clock: () => Date.now() })

const loadGraph = makeGraphLoader({
  project: options.project,
  graphDeps: {
    chatModel: (settings) => models.chatModel(settings),
    openTools: (definitions) => toolbox.open(definitions),
    authorizeToolCall: async (call, config) => {
      const guard = executionsByRun.get(
        (config.configurable as { run_id?: string } | undefined)?.run_id ?? '',
      )?.guard
      return guard === undefined ? { args: call.args } : authorizeToolCall(guard, call, config)
    },
    fetch: guardedFetch,
  },
  saver,
  onEnter: (runId, metadata) => {
    const running = executionsByRun.get(runId ?? '')
    // LangGraph hears of an abort only while it waits for a node.
    running?.abort.signal.throwIfAborted()
    // If the thread dies, the run whose code it was in is the first suspect.
    Atomics.store(sharedMemory, LAST_ENTERED_SLOT, running?.execution ?? 0)
    if (metadata !== undefined) running?.nodes?.onEnter(metadata)
    return running
  },
})

const MAX_CACHED_GUARDRAIL_SETS = 200
const preparedGuardrails = makeLruCache<PreparedGuardrails>(MAX_CACHED_GUARDRAIL_SETS)
const ask = makeModelCheck(models)

/** Undefined: nothing acts on the run. */
const makeGuard = ({ guardrails }: StartRun, eventBuffer: EventBuffer): RunGuard | undefined => {
  if (guardrails === null) return undefined
  const { hash } = guardrails.set
  const prepared =
    preparedGuardrails.get(hash) ??
    prepareGuardrails(JSON.parse(guardrails.definitions) as GuardrailDefinition[])
  preparedGuardrails.set(hash, prepared)
  const guard = new RunGuard({
    guardrails,
    prepared,
    modelCheck: ask,
    emit: (event) => {
      eventBuffer.event(event)
    },
    storeDecision: (decision) => {
      eventBuffer.decision(decision)
    },
    countPassedCheck: (check) => {
      eventBuffer.pass(check)
    },
  })
  eventBuffer.holdForGuardrails(guard.scrubber)
  return guard
}

const makeCheckpointAccess = (
  start: StartRun,
  eventBuffer: EventBuffer,
  messageTracker: MessageTracker,
  guard: RunGuard | undefined,
): CheckpointAccess => {
  // The newest state came with the run.
  let preloadedCheckpoints = start.checkpoint === null ? [] : [start.checkpoint]
  let isFirst = true
  return {
    runId: start.run_id,
    ...toCheckpointMetadata(start),
    ...(guard?.scrubber !== undefined && { clean: guard.scrubber.json }),
    find: async (query) => {
      const isNewest = query.checkpoint_ns === '' && query.checkpoint_id === undefined && query.limit === 1
      if (!isFirst || !isNewest) {
        eventBuffer.flush()
        return mainThread.ask<StoredCheckpoint[]>((id) => {
          post({ type: 'ask', id, execution: start.execution, query })
        })
      }
      isFirst = false
      const checkpoints = preloadedCheckpoints
      preloadedCheckpoints = []
      return checkpoints
    },
    store: (rows, isInputStored) => {
      eventBuffer.checkpoint(rows, isInputStored)
      for (const { checkpoint_ns, checkpoint_id } of rows.checkpoints ?? [])
        if (checkpoint_ns === '') eventBuffer.event({ type: 'checkpoint.saved', checkpoint_id })
    },
    onLoaded: ({ channel_values }, pending) => {
      messageTracker.markKnown(channel_values['messages'])
      guard?.reviews.load(pending)
    },
  }
}

const execute = async (start: StartRun): Promise<void> => {
  const { execution } = start
  const eventBuffer = new EventBuffer((entries) => {
    post({ type: 'records', execution, entries })
  })
  const messages = new MessageTracker(start, eventBuffer)
  const abort = new AbortController()
  const guard = makeGuard(start, eventBuffer)
  const observer = new Observer(
    start.thread_id,
    (event) => {
      eventBuffer.event(event)
    },
    guard,
  )
  const access = makeCheckpointAccess(start, eventBuffer, messages, guard)
  const store = new LongTermStore({
    perform: (operations) =>
      mainThread.ask<StoreItemResult[]>((id) => {
        post({ type: 'items', id, execution, operations })
      }),
    signal: abort.signal,
    scrubber: guard?.scrubber,
  })
  const running: RunningExecution = { access, abort, execution, observer, guard, store }
  executions.set(execution, running)
  executionsByRun.set(start.run_id, running)
  Atomics.store(sharedMemory, LAST_ENTERED_SLOT, execution)
  let outcome: GraphOutcome
  try {
    const { nodeTypes, ...loaded } = await loadGraph(start)
    const nodes = (running.nodes = new NodeEvents(start.thread_id, nodeTypes, eventBuffer))
    const emit = (event: EventFields): void => {
      eventBuffer.event(event)
    }
    if (start.inspection !== undefined) {
      const { inspection } = start
      const result = await currentExecution.run(running, () =>
        inspectGraph(loaded.graph, start, inspection, guard),
      )
      outcome = { status: 'inspected', result, usage: null }
    } else {
      const execution = { ...loaded, start, messages, nodes, observer, emit, guard, signal: abort.signal }
      outcome = await currentExecution.run(running, () =>
        guard === undefined ? executeGraph(execution) : runGuardedGraph({ ...execution, guard }, eventBuffer),
      )
    }
  } catch (error) {
    outcome = { status: 'failed', error: toRunFailure(error), usage: null }
  }
  executions.delete(execution)
  if (executionsByRun.get(start.run_id) === running) executionsByRun.delete(start.run_id)
  post({ type: 'end', execution, entries: eventBuffer.close(), outcome })
}

/**
 * A few a turn of the loop. Started together, many short runs would go through all their steps together, and this thread and
 * the main thread would wait for each other by turns; one by one they would share no commits. Of 64 at once, eight a turn
 * were a third faster than all, and a fourth faster than one (November 2026).
 */
const MAX_STARTS_PER_TURN = 8
const queuedStarts: StartRun[] = []
/** Whatever goes wrong before its graph is asked: a run that never ends would keep its thread for good. */
const reportFailure =
  ({ execution }: StartRun) =>
  (error: unknown): void => {
    executions.delete(execution)
    const outcome = { status: 'failed', error: toRunFailure(error), usage: null } as const
    post({ type: 'end', execution, entries: emptyJournalEntries(), outcome })
  }
const startQueued = (): void => {
  for (const start of queuedStarts.splice(0, MAX_STARTS_PER_TURN))
    void execute(start).catch(reportFailure(start))
  if (queuedStarts.length > 0) setImmediate(startQueued)
}

const abort = (execution: number): void => {
  executions.get(execution)?.abort.abort()
  const index = queuedStarts.findIndex((start) => start.execution === execution)
  if (index === -1) return
  queuedStarts.splice(index, 1)
  post({
    type: 'end',
    execution,
    entries: emptyJournalEntries(),
    outcome: { status: 'aborted', usage: null },
  })
}

const replyToCompletion = async (id: number, request: CompletionRequest): Promise<void> => {
  try {
    post({ type: 'completion', id, completion: await complete(models, request) })
  } catch (error) {
    post({ type: 'incompletion', id, error: toRunFailure(error) })
  }
}

const receive = (message: ToExecutor): void => {
  switch (message.type) {
    case 'start':
      queuedStarts.push(message.start)
      if (queuedStarts.length === 1) setImmediate(startQueued)
      break
    case 'complete':
      void replyToCompletion(message.id, message.request)
      break
    case 'abort':
      abort(message.execution)
      break
    case 'answer':
      mainThread.answer(message.id, message.reply)
      break
    case 'refusal':
      mainThread.refuse(message.id, message.message)
  }
}

port.on('message', (messages: ToExecutor[]) => {
  for (const message of messages) receive(message)
})
startHeartbeat(sharedMemory, () => {
  Atomics.store(sharedMemory, EXTERNAL_MB_SLOT, getHeapStatistics().external_memory / 1_048_576)
}).unref()
post({ type: 'ready' })

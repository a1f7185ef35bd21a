/**
 * An executor thread: runs graphs, many at a time. It holds nothing that matters: all that must survive is handed to the
 * main thread, which stores it. Its loop may be blocked, its memory exhausted or its process left by what graphs do; the
 * main thread sees that the beat stops, and replaces it.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { getHeapStatistics } from 'node:v8'
import { parentPort, workerData } from 'node:worker_threads'
import { makeGuardedFetch } from '../../platform/net/lazy-guarded-fetch.js'
import type { GuardrailDefinition } from '../../schema/guardrail.js'
import type { ItemAnswer } from '../../schema/store-item.js'
import type { StoredCheckpoint } from '../../store/threads/checkpoints.js'
import {
  ENTERED,
  EXTERNAL_MB,
  noRecords,
  type CompletionRequest,
  type EventFields,
  type ExecutorOptions,
  type FromExecutor,
  type Outcome,
  type StartRun,
  type ToExecutor,
} from '../threads/executor-protocol.js'
import { startBeat } from '../threads/heartbeat.js'
import { makeModels } from '../models/models.js'
import type { ModelEnvironment } from '../models/environment.js'
import { makeToolbox } from '../tools/toolbox.js'
import { makeRecent } from '../../platform/lru-cache.js'
import { AddedMessages } from './message-tracker.js'
import { makeAsking } from './pending-requests.js'
import { prepareGuardrails, type Prepared } from './guardrails/prepare-guardrails.js'
import { complete } from './complete.js'
import { clearCall } from './guardrails/human-review.js'
import { RunGuard } from './guardrails/run-guard.js'
import { makeAsk } from './guardrails/model-check.js'
import { runGuarded } from './guardrails/run-guarded-graph.js'
import { makeGraphLoader } from './load-graph.js'
import { LongTermStore } from './long-term-store.js'
import { Nodes } from './node-events.js'
import { Observer } from './observer.js'
import { Outbox } from './event-buffer.js'
import { quietTracing } from './tracing-bypass.js'
import { namedSettings } from './langgraph/run-input.js'
import { inspect } from './langgraph/inspect-graph.js'
import { explainFailure } from './run-graph.js'
import { runEither } from './execute-graph.js'
import { CheckpointSaver, type CheckpointAccess } from './checkpoint-saver.js'

const MODEL_MS = 600_000
const MODEL_BYTES = 64 * 1024 * 1024

const options = workerData as ExecutorOptions
if (parentPort === null) throw new Error('executor-thread runs as a worker thread only')
const port = parentPort
const shared = new Int32Array(options.shared)

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

interface Under {
  access: CheckpointAccess
  abort: AbortController
  execution: number
  observer: Observer
  guard: RunGuard | undefined
  store: LongTermStore
  nodes?: Nodes
}
const executions = new Map<number, Under>()
/** LangGraph reads the states of nested graphs, and what branches start from, with settings that do not name the run. */
const current = new AsyncLocalStorage<Under>()
const byRun = new Map<string, Under>()

const questions = makeAsking()

const saver = new CheckpointSaver(({ configurable }) => {
  const under =
    byRun.get((configurable as { run_id?: string } | undefined)?.run_id ?? '') ?? current.getStore()
  if (under === undefined) throw new Error('the run is over')
  return under.access
})

quietTracing()
const allowPrivate = options.allowPrivateTargets
const guardedFetch = makeGuardedFetch({ allowPrivate })
// Whoever names an endpoint of their own for a model may not reach more by it than by a tool.
const foreignFetch = makeGuardedFetch({ allowPrivate, timeoutMs: MODEL_MS, maxResponseBytes: MODEL_BYTES })
const models = makeModels(options.models as unknown as ModelEnvironment, { foreignFetch })
const toolbox = makeToolbox({ fetch: guardedFetch, clock: () => Date.now() })

const loadGraph = makeGraphLoader({
  project: options.project,
  parts: {
    chatModel: (settings) => models.chatModel(settings),
    openTools: (definitions) => toolbox.open(definitions),
    clearCall: async (call, config) => {
      const guard = byRun.get((config.configurable as { run_id?: string } | undefined)?.run_id ?? '')?.guard
      return guard === undefined ? { args: call.args } : clearCall(guard, call, config)
    },
    fetch: guardedFetch,
  },
  saver,
  entered: (runId, metadata) => {
    const under = byRun.get(runId ?? '')
    // LangGraph hears of an abort only while it waits for a node.
    under?.abort.signal.throwIfAborted()
    // If the thread dies, the run whose code it was in is the first suspect.
    Atomics.store(shared, ENTERED, under?.execution ?? 0)
    if (metadata !== undefined) under?.nodes?.enter(metadata)
    return under
  },
})

const KEPT_SETS = 200
const sets = makeRecent<Prepared>(KEPT_SETS)
const ask = makeAsk(models)

/** Undefined: nothing acts on the run. */
const guardOf = ({ guardrails }: StartRun, outbox: Outbox): RunGuard | undefined => {
  if (guardrails === null) return undefined
  const { hash } = guardrails.set
  const prepared =
    sets.get(hash) ?? prepareGuardrails(JSON.parse(guardrails.definitions) as GuardrailDefinition[])
  sets.set(hash, prepared)
  const guard = new RunGuard({
    guardrails,
    prepared,
    ask,
    tell: (event) => {
      outbox.event(event)
    },
    note: (decision) => {
      outbox.decision(decision)
    },
    pass: (check) => {
      outbox.pass(check)
    },
  })
  outbox.guard(guard.clean)
  return guard
}

const accessOf = (
  start: StartRun,
  outbox: Outbox,
  messages: AddedMessages,
  guard: RunGuard | undefined,
): CheckpointAccess => {
  // The newest state came with the run.
  let preloaded = start.checkpoint === null ? [] : [start.checkpoint]
  let isFirst = true
  return {
    runId: start.run_id,
    ...namedSettings(start),
    ...(guard?.clean !== undefined && { clean: guard.clean.json }),
    find: async (query) => {
      const isNewest = query.checkpoint_ns === '' && query.checkpoint_id === undefined && query.limit === 1
      if (!isFirst || !isNewest) {
        outbox.flush()
        return questions.ask<StoredCheckpoint[]>((id) => {
          post({ type: 'ask', id, execution: start.execution, query })
        })
      }
      isFirst = false
      const found = preloaded
      preloaded = []
      return found
    },
    store: (rows, settled) => {
      outbox.checkpoint(rows, settled)
      for (const { checkpoint_ns, checkpoint_id } of rows.checkpoints ?? [])
        if (checkpoint_ns === '') outbox.event({ type: 'checkpoint.saved', checkpoint_id })
    },
    loaded: ({ channel_values }, pending) => {
      messages.know(channel_values['messages'])
      guard?.reviews.load(pending)
    },
  }
}

const execute = async (start: StartRun): Promise<void> => {
  const { execution } = start
  const outbox = new Outbox((records) => {
    post({ type: 'records', execution, records })
  })
  const messages = new AddedMessages(start, outbox)
  const abort = new AbortController()
  const guard = guardOf(start, outbox)
  const observer = new Observer(
    start.thread_id,
    (event) => {
      outbox.event(event)
    },
    guard,
  )
  const access = accessOf(start, outbox, messages, guard)
  const store = new LongTermStore({
    ask: (operations) =>
      questions.ask<ItemAnswer[]>((id) => {
        post({ type: 'items', id, execution, operations })
      }),
    signal: abort.signal,
    clean: guard?.clean,
  })
  const under: Under = { access, abort, execution, observer, guard, store }
  executions.set(execution, under)
  byRun.set(start.run_id, under)
  Atomics.store(shared, ENTERED, execution)
  let outcome: Outcome
  try {
    const { nodeTypes, ...loaded } = await loadGraph(start)
    const nodes = (under.nodes = new Nodes(start.thread_id, nodeTypes, outbox))
    const tell = (event: EventFields): void => {
      outbox.event(event)
    }
    if (start.inspection !== undefined) {
      const { inspection } = start
      const result = await current.run(under, () => inspect(loaded.graph, start, inspection, guard))
      outcome = { status: 'inspected', result, usage: null }
    } else {
      const execution = { ...loaded, start, messages, nodes, observer, tell, guard, signal: abort.signal }
      outcome = await current.run(under, () =>
        guard === undefined ? runEither(execution) : runGuarded({ ...execution, guard }, outbox),
      )
    }
  } catch (error) {
    outcome = { status: 'failed', error: explainFailure(error), usage: null }
  }
  executions.delete(execution)
  if (byRun.get(start.run_id) === under) byRun.delete(start.run_id)
  post({ type: 'end', execution, records: outbox.close(), outcome })
}

/**
 * A few a turn of the loop. Started together, many short runs would go through all their steps together, and this thread and
 * the main thread would wait for each other by turns; one by one they would share no commits. Of 64 at once, eight a turn
 * were a third faster than all, and a fourth faster than one (November 2026).
 */
const STARTS_A_TURN = 8
const starts: StartRun[] = []
/** Whatever goes wrong before its graph is asked: a run that never ends would keep its thread for good. */
const giveUp =
  ({ execution }: StartRun) =>
  (error: unknown): void => {
    executions.delete(execution)
    const outcome = { status: 'failed', error: explainFailure(error), usage: null } as const
    post({ type: 'end', execution, records: noRecords(), outcome })
  }
const startSome = (): void => {
  for (const start of starts.splice(0, STARTS_A_TURN)) void execute(start).catch(giveUp(start))
  if (starts.length > 0) setImmediate(startSome)
}

const abort = (execution: number): void => {
  executions.get(execution)?.abort.abort()
  const waiting = starts.findIndex((start) => start.execution === execution)
  if (waiting === -1) return
  starts.splice(waiting, 1)
  post({ type: 'end', execution, records: noRecords(), outcome: { status: 'aborted', usage: null } })
}

const answer = async (id: number, request: CompletionRequest): Promise<void> => {
  try {
    post({ type: 'completion', id, completion: await complete(models, request) })
  } catch (error) {
    post({ type: 'incompletion', id, error: explainFailure(error) })
  }
}

const receive = (message: ToExecutor): void => {
  switch (message.type) {
    case 'start':
      starts.push(message.start)
      if (starts.length === 1) setImmediate(startSome)
      break
    case 'complete':
      void answer(message.id, message.request)
      break
    case 'abort':
      abort(message.execution)
      break
    case 'answer':
      questions.answer(message.id, message.found)
      break
    case 'refusal':
      questions.refuse(message.id, message.message)
  }
}

port.on('message', (messages: ToExecutor[]) => {
  for (const message of messages) receive(message)
})
startBeat(shared, () => {
  Atomics.store(shared, EXTERNAL_MB, getHeapStatistics().external_memory / 1_048_576)
}).unref()
post({ type: 'ready' })

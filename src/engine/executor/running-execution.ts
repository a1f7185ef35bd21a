/** The parts of one execution: what it stores, emits and checks, and how it reaches the main thread. */
import type { FromExecutor, JournalEntries, RunTraceStart, StartRun } from '../threads/executor-protocol.js'
import { makeCheckpointAccess } from './checkpoint-access.js'
import type { CheckpointAccess } from './checkpoint-saver.js'
import { EventBuffer } from './event-buffer.js'
import { makeEventClock } from './event-clock.js'
import { makeExecutionRequests, type ExecutionRequests } from './execution-requests.js'
import type { RunGuard } from './guardrails/run-guard.js'
import { combineScrubbers, makeSecretScrubber, type Scrubber } from './guardrails/scrub.js'
import type { LargeValueGate } from './large-value-gate.js'
import { LongTermStore } from './long-term-store.js'
import type { makeGuardFactory } from './make-guard.js'
import { MessageTracker } from './message-tracker.js'
import type { NodeEvents } from './node-events.js'
import { makeNodeStartRecorder } from './node-start.js'
import { Observer } from './observer.js'
import type { PendingRequests } from './pending-requests.js'
import { makeStateSizeLimit } from './state-size.js'
import { ThreadValues } from './thread-values.js'
import type { makeValueCache } from './value-cache.js'

export interface RunningExecution {
  access: CheckpointAccess
  abort: AbortController
  executionId: number
  runId: string
  threadId: string
  eventBuffer: EventBuffer
  messages: MessageTracker
  observer: Observer
  guard: RunGuard | undefined
  requests: ExecutionRequests
  store: LongTermStore
  values: ThreadValues
  /** Called before each node. Resolves when the node may be executed. */
  beforeNode: () => Promise<unknown> | undefined
  secretScrubber: Scrubber | undefined
  trace: RunTraceStart | undefined
  nodes?: NodeEvents
  code: ProjectCode
}

interface ProjectCode {
  /** True if a node, a conditional edge or a reducer may have changed the state in place since it was loaded. */
  hasRun: boolean
}

interface ExecutionDeps {
  mainThread: PendingRequests
  post: (message: FromExecutor) => void
  postEntries: (executionId: number, entries: JournalEntries) => void
  valueCache: ReturnType<typeof makeValueCache>
  largeValueGate: LargeValueGate
  makeGuard: ReturnType<typeof makeGuardFactory>
  maxStateBytes: number
}

export const makeExecution = (start: StartRun, deps: ExecutionDeps): RunningExecution => {
  const { executionId, run_id: runId, thread_id: threadId, trace } = start
  const { mainThread, post, postEntries, largeValueGate } = deps
  const requests = makeExecutionRequests(executionId, mainThread, post)
  const secretScrubber = makeSecretScrubber(start.redactedTexts)
  const cachedValues = deps.valueCache.forTenant(start.tenant_id)
  const values = new ThreadValues(threadId, cachedValues)
  const eventBuffer = new EventBuffer(
    (entries) => {
      postEntries(executionId, entries)
    },
    makeEventClock(start.clockOffsetMs ?? 0),
    values,
    secretScrubber,
  )
  const messages = new MessageTracker(start, eventBuffer)
  const abort = new AbortController()
  const guard = deps.makeGuard(start, eventBuffer)
  const scrubber = combineScrubbers(guard?.scrubber, secretScrubber)
  const observer = new Observer(
    threadId,
    (event) => {
      eventBuffer.addEvent(event)
    },
    guard,
    trace,
  )
  const code = { hasRun: false }
  const access = makeCheckpointAccess(start, {
    eventBuffer,
    messageTracker: messages,
    guard,
    scrubber,
    findCheckpoints: requests.findCheckpoints,
    findValues: ({ checkpoint_ns }, versions) => requests.findValues({ checkpoint_ns, versions }),
    cachedValues,
    stateSize: makeStateSizeLimit(deps.maxStateBytes, (error) => {
      abort.abort(error)
    }),
    largeValueGate,
    awaitEntries: requests.awaitEntries,
    hasRunCode: () => code.hasRun,
  })
  const store = new LongTermStore({
    perform: requests.performStoreOperations,
    signal: abort.signal,
    scrubber,
  })
  const beforeNode = makeNodeStartRecorder(start, eventBuffer, requests.awaitEntries)
  return {
    access,
    abort,
    executionId,
    runId,
    threadId,
    eventBuffer,
    messages,
    observer,
    guard,
    requests,
    store,
    values,
    beforeNode,
    secretScrubber,
    trace,
    code,
  }
}

/**
 * Executes one claimed run: reads what the run needs, starts it in an executor thread, stores the journal
 * entries that come back, and records the outcome. If anything fails here, either the run has been updated,
 * or its lease expires and another worker continues from the last checkpoint.
 */
import type { GuardrailDecisionLog } from '../guardrails/policy/decision-log.js'
import type { PriceTable } from '../domain/costs/price-table.js'
import type { StoreItems } from '../domain/store-items/store-items.js'
import type { RunTelemetry } from '../domain/runs/run-telemetry.js'
import { toRunTraceContext } from '../domain/runs/run-trace-context.js'
import { AppError } from '../errors.js'
import { toLastEvent } from '../events/run-event.js'
import type { Logger } from '../platform/log.js'
import type { Metrics } from '../platform/metrics.js'
import { activeTrace } from '../platform/telemetry/trace-context.js'
import type { Tracing } from '../platform/telemetry/tracing.js'
import type { Statement } from '../store/sql/statement.js'
import type { Row } from '../store/sql/tables.js'
import type { ThreadStore } from '../store/threads/threads.js'
import type {
  JournalEntries,
  PostedOutcome,
  PostedState,
  RunGuardrails,
  ValueQuery,
  ValueQueryRows,
} from './threads/executor-protocol.js'
import type { ExecutionEnd, ExecutionHandle } from './threads/executor-thread.js'
import type { ExecutorPool, Isolation } from './threads/executor-pool.js'
import { Journal, type JournalDeps } from './journal.js'
import type { makePrepareRun } from './prepare-run.js'
import { toFailure, toFinalChange, type FinalGraphOutcome } from './final-change.js'
import { checkForAnomalies, type AnomalyCheck } from './anomaly-check.js'
import { makeStoreItemOperations } from './run-store-items.js'
import { retryWhileUnavailable } from './retry-while-unavailable.js'
import { logRunFailure } from './log-run-failure.js'
import { toClaimEvents } from './claim-events.js'
import { RunDecisionLog } from './run-decision-log.js'
import { recordUsageMetrics } from './record-metrics.js'
import { RunTrace } from './run-trace.js'
import { toStateColumns } from './state-columns.js'

export interface ExecuteRunDeps extends JournalDeps {
  threads: ThreadStore
  storeItems: StoreItems
  prepare: ReturnType<typeof makePrepareRun>
  executors: ExecutorPool
  decisionLog: GuardrailDecisionLog
  prices: PriceTable
  metrics: Metrics
  telemetry: RunTelemetry
  /** Undefined: traces are off. */
  tracing: Tracing | undefined
  log: Logger
  /** Limit for one execution, from claim to end. */
  timeoutMs: number
  /** How long a run may wait for input before it fails; 0 means without limit. */
  actionTimeoutMs: number
  maxAttempts: number
}

/**
 * Why an execution is stopped from outside of its graph. `fenced` means that the lease is lost: a write was
 * rejected, or the lease could not be renewed.
 */
type StopReason = 'cancelled' | 'fenced' | 'timeout' | 'drained'

/**
 * What one execution did to its run; the label `outcome` of the metric heddle_run_executions_total. `lease_lost`:
 * the execution lost its lease or failed unexpectedly, and the run is left to its lease. `requeued`: a drain
 * released the run. `crashed`: the executor thread crashed, and the run is queued again.
 */
export type ExecutionOutcome =
  | FinalGraphOutcome['status']
  | 'cancelled'
  | 'lease_lost'
  | 'requeued'
  | 'crashed'

export interface RunExecution {
  readonly run: Row<'runs'>
  stop(reason: StopReason): void
  readonly outcome: Promise<ExecutionOutcome>
  /** True if this run may have caused the thread to crash. */
  isSuspect: boolean
}

let lastExecutionId = 0

export const executeRun = (deps: ExecuteRunDeps, run: Row<'runs'>, isolation: Isolation): RunExecution => {
  let stopReason: StopReason | undefined
  let execution: ExecutionHandle | undefined
  let guardrails: RunGuardrails | null = null
  let graph: string | undefined
  const { tracing } = deps
  const trace = tracing && new RunTrace(tracing, run, toRunTraceContext(tracing, run))
  const handle = {
    run,
    isSuspect: false,
    stop: (reason: StopReason): void => {
      // A cancellation often fences a write before its notification arrives.
      if (stopReason === undefined || (stopReason === 'fenced' && reason === 'cancelled')) stopReason = reason
      execution?.abort()
    },
  }

  const isStopped = (): boolean => stopReason !== undefined
  const readStore = <T>(read: () => Promise<T>): Promise<T> => retryWhileUnavailable(read, isStopped)

  const runToOutcome = async (): Promise<ExecutionOutcome> => {
    const storedEvent = run.fence === 1 ? undefined : await readStore(() => deps.runEvents.getLastEvent(run))
    const lastEvent = storedEvent && toLastEvent(storedEvent)
    const journal = new Journal(deps, run, lastEvent, () => {
      handle.stop('fenced')
    })
    if (trace !== undefined) journal.setTrace(trace)
    const prepared = await readStore(() => deps.prepare(run, ++lastExecutionId)).catch(toPreparationError)
    guardrails = prepared instanceof AppError ? null : (prepared?.guardrails ?? null)
    if (guardrails !== null) {
      const crashedOutcome =
        run.fence === 1 ? null : await readStore(() => deps.decisionLog.findStoredOutcome(run))
      journal.setDecisionLog(new RunDecisionLog(deps, run, guardrails, crashedOutcome))
    }
    const checkpoint = prepared instanceof AppError ? undefined : prepared?.start.checkpoint
    journal.addStartEvents(toClaimEvents(run, lastEvent, checkpoint ?? null, deps.clock.now()))
    if (lastEvent === undefined) deps.bus.publishRunStarted(run.thread_id)
    if (prepared instanceof AppError) {
      const code = prepared.code === 'validation_error' ? 'guardrails_invalid' : 'secret_unavailable'
      return finishRun(journal, toFailure(code, prepared.message))
    }
    if (prepared === undefined)
      return finishRun(journal, toFailure('assistant_not_found', 'The assistant was deleted'))
    const { start } = prepared
    graph = start.assistant.graph_id
    journal.setPostedMessages(start.messages.map(({ id }) => id))
    const timer = setTimeout(() => {
      handle.stop('timeout')
    }, deps.timeoutMs)
    const executionEnd = await new Promise<ExecutionEnd>((resolve) => {
      const clockOffsetMs = deps.clock.now() - Date.now()
      const startRun = {
        ...start,
        confirmsNodeStart: run.crashes > 0,
        clockOffsetMs,
        ...(trace && { trace: trace.start }),
      }
      execution = deps.executors.start(startRun, isolation, {
        onEntries: (entries) => {
          journal.addEntries(entries)
        },
        onChunks: (chunks) => {
          journal.addChunks(chunks)
        },
        findCheckpoints: async (query) => {
          await journal.waitForWrites()
          return readStore(() => deps.checkpoints.find(run.tenant_id, { ...query, thread_id: run.thread_id }))
        },
        findValues: (query) => readStore(() => readQueriedValues(deps, run, query)),
        awaitEntries: () => journal.waitForWrites(),
        performStoreOperations: makeStoreItemOperations(deps, run, isStopped),
        onEnd: resolve,
      })
      // The run may have been stopped while it was being prepared.
      if (stopReason !== undefined) execution.abort()
    })
    clearTimeout(timer)
    if ('crashReason' in executionEnd) return handleThreadCrash(journal, executionEnd)
    recordUsageMetrics(deps.metrics.runs, executionEnd.outcome.usage, deps.prices)
    return applyGraphOutcome(journal, executionEnd.outcome, executionEnd.entries)
  }

  const applyGraphOutcome = (
    journal: Journal,
    graphOutcome: PostedOutcome,
    entries: JournalEntries,
  ): Promise<ExecutionOutcome> | ExecutionOutcome => {
    if (graphOutcome.status === 'inspected') return getStopOutcome()
    if (graphOutcome.status !== 'aborted') return finishRun(journal, graphOutcome, entries)
    if (stopReason === 'drained') return releaseDrained(journal, entries)
    if (stopReason === 'timeout') {
      const seconds = String(deps.timeoutMs / 1000)
      return finishRun(
        journal,
        { ...toFailure('timeout', `The run took longer than ${seconds} s`), usage: graphOutcome.usage },
        entries,
      )
    }
    return getStopOutcome()
  }

  const getStopOutcome = (): ExecutionOutcome => (stopReason === 'cancelled' ? 'cancelled' : 'lease_lost')

  /**
   * Releases the run to the queue for another attempt, or fails it when it is the culprit and has no attempts
   * left.
   */
  const handleThreadCrash = async (
    journal: Journal,
    { crashReason, isCulprit, isSuspect }: Exclude<ExecutionEnd, { outcome: PostedOutcome }>,
  ): Promise<ExecutionOutcome> => {
    handle.isSuspect = isSuspect || isCulprit
    if (stopReason === 'cancelled' || stopReason === 'fenced') return getStopOutcome()
    const tries = (journal.hasProgressed ? 0 : run.tries) + 1
    if (isCulprit && tries >= deps.maxAttempts) {
      const message = `The run failed after ${String(tries)} ${tries === 1 ? 'attempt' : 'attempts'}: ${crashReason}`
      return finishRun(journal, toFailure('max_attempts_exceeded', message))
    }
    const isReleased = await journal.release(undefined, 'executor_crashed', isCulprit)
    return isReleased ? 'crashed' : getStopOutcome()
  }

  /** Stores what the execution has done so far, so that the next execution continues after it. */
  const releaseDrained = async (journal: Journal, entries: JournalEntries): Promise<ExecutionOutcome> => {
    await journal.release(entries, 'drained', false)
    return 'requeued'
  }

  const finishRun = async (
    journal: Journal,
    graphOutcome: FinalGraphOutcome,
    entries?: JournalEntries,
  ): Promise<ExecutionOutcome> => {
    const { events, change, output } = toFinalChange(graphOutcome, run, getActionExpiry(), deps.prices)
    const anomaly = await checkForAnomaly(graphOutcome)
    const allEntries = entries && { ...entries, decisions: [...entries.decisions, ...anomaly.decisions] }
    const state = 'state' in graphOutcome ? graphOutcome.state : undefined
    const isFinished = await journal.finish(
      allEntries,
      [...anomaly.events, ...events],
      { change, output },
      graphOutcome.usage,
      [...anomaly.statements, ...stateStatements(deps, run, state)],
      graphOutcome.status === 'completed' ? state?.isPaused : undefined,
    )
    if (!isFinished) return getStopOutcome()
    recordOutcome(graphOutcome, change.usage, journal.guardrailOutcome)
    // Logged after the commit: an execution that lost its lease did not fail the run, and the next one logs its own failure.
    if (graphOutcome.status === 'failed') logRunFailure(deps.log, run, graphOutcome)
    return graphOutcome.status
  }

  const recordOutcome = (
    graphOutcome: FinalGraphOutcome,
    usage: string | null,
    guardrailOutcome: string | undefined,
  ): void => {
    if (guardrailOutcome !== undefined) deps.metrics.runs.recordGuardrailOutcome(guardrailOutcome)
    if (graphOutcome.status === 'requires_action') return
    deps.telemetry.recordEnd(run, {
      status: graphOutcome.status,
      at: deps.clock.now(),
      error: graphOutcome.status === 'failed' ? graphOutcome.error : undefined,
      ...(graph !== undefined && { graph }),
      usage,
    })
  }

  const getActionExpiry = (): number | null =>
    deps.actionTimeoutMs > 0 ? deps.clock.now() + deps.actionTimeoutMs : null

  const checkForAnomaly = async ({ observation }: FinalGraphOutcome): Promise<AnomalyCheck> => {
    const applied = guardrails
    return applied === null || observation === undefined
      ? { decisions: [], events: [], statements: [] }
      : readStore(() => checkForAnomalies(deps.decisionLog, run, applied, observation, deps.clock.now()))
  }

  const execute = () => (trace === undefined ? runToOutcome() : activeTrace.run(trace.context, runToOutcome))
  const outcome = execute().catch((error: unknown): ExecutionOutcome => {
    // The lease expires, and the sweep of some worker requeues the run.
    const { run_id, thread_id } = run
    deps.log.error({ err: error, run_id, thread_id }, 'execution of a run failed')
    execution?.abort()
    return 'lease_lost'
  })
  return Object.assign(handle, { outcome })
}

const readQueriedValues = async (
  { queue, threadValues, checkpoints }: ExecuteRunDeps,
  run: Row<'runs'>,
  query: ValueQuery,
): Promise<ValueQueryRows> => {
  if ('kind' in query) return [{ version: '', value: (await queue.takeInput(run)) ?? 'null' }]
  return 'version' in query
    ? threadValues.readRows(run, query.version)
    : checkpoints.readValues({ ...query, ...run }, query.versions)
}

const stateStatements = (
  { threads, clock }: ExecuteRunDeps,
  { tenant_id, thread_id }: Row<'runs'>,
  state: PostedState | undefined,
): Statement[] =>
  state === undefined
    ? []
    : [
        threads.updateStateStatement({
          tenant_id,
          thread_id,
          ...toStateColumns(state),
          state_updated_at: clock.now(),
        }),
      ]

/**
 * Invalid guardrails and missing secrets fail the run. Other errors, such as an unavailable store, are rethrown
 * and leave the run to its lease.
 */
const toPreparationError = (error: unknown): AppError => {
  const isFinal =
    error instanceof AppError && (error.code === 'validation_error' || error.code === 'unprocessable_entity')
  if (isFinal) return error
  throw error
}

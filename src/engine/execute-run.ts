/**
 * One run, from its claim to the end of this execution: read what it needs, hand it to an executor, store what comes
 * back, and write down how it ended. Whatever happens here, the run is either moved on, or its lease runs out and
 * another worker finds it where its last checkpoint stands.
 */
import type { GuardrailLedger } from '../guardrails/policy/decision-log.js'
import type { Items } from '../domain/store-items/store-items.js'
import { AppError } from '../errors.js'
import type { Logger } from '../platform/log.js'
import type { Metrics } from '../platform/metrics.js'
import type { RunFailureCode } from '../schema/run.js'
import type { RunOutcome } from '../store/runs/queue.js'
import type { Statement } from '../store/sql/statement.js'
import type { Row } from '../store/sql/tables.js'
import type { ThreadStore } from '../store/threads/threads.js'
import type {
  EventFields,
  Outcome,
  Records,
  RequiredInterrupt,
  RunGuardrails,
  ThreadState,
  Usage,
} from './threads/executor-protocol.js'
import type { Ended, Execution } from './threads/executor-thread.js'
import type { Executors } from './threads/executor-pool.js'
import { Journal, type JournalParts } from './journal.js'
import type { makeRunPreparation } from './prepare-run.js'
import { judgeAnswer, type Judged } from './anomaly-check.js'
import { requiredAction } from './required-action.js'
import { performItems } from './run-store-items.js'
import { RunLedger } from './run-decision-log.js'
import { addUsage } from './usage.js'

export interface ExecuteParts extends JournalParts {
  threads: ThreadStore
  items: Items
  prepare: ReturnType<typeof makeRunPreparation>
  executors: Executors
  ledger: GuardrailLedger
  metrics: Metrics
  log: Logger
  /** How long one execution may take. */
  timeoutMs: number
  /** How long a run waits for input before it is given up; 0: for ever. */
  actionTimeoutMs: number
  maxAttempts: number
}

/** Why an execution is stopped from outside. */
type Stop = 'cancelled' | 'timeout' | 'drained'

/** What became of the run. */
export type Fate = 'ended' | 'waiting' | 'lost' | 'handed-back' | 'died'

type Conclusion = Exclude<Outcome, { status: 'aborted' | 'inspected' }>

export interface RunExecution {
  readonly run: Row<'runs'>
  stop(reason: Stop): void
  readonly fate: Promise<Fate>
  /** Of a death: whether it may have been this run's doing. */
  isSuspect: boolean
}

let lastExecution = 0

export const executeRun = (parts: ExecuteParts, run: Row<'runs'>, inSolitary: boolean): RunExecution => {
  let stopped: Stop | undefined
  let execution: Execution | undefined
  let guardrails: RunGuardrails | null = null
  const handle = {
    run,
    isSuspect: false,
    stop: (reason: Stop): void => {
      stopped ??= reason
      execution?.abort()
    },
  }

  const execute = async (): Promise<Fate> => {
    const lastSeq = run.fence === 1 ? 0 : await parts.runEvents.lastSeq(run)
    const journal = new Journal(parts, run, lastSeq, () => {
      handle.stop('cancelled')
    })
    const prepared = await parts.prepare(run, ++lastExecution).catch(refused)
    guardrails = prepared instanceof AppError ? null : (prepared?.guardrails ?? null)
    if (guardrails !== null) journal.keep(new RunLedger(parts, run, guardrails))
    if (lastSeq === 0) {
      journal.event({ type: 'run.started', assistant_id: run.assistant_id })
      parts.bus.announceBegun(run.thread_id)
    }
    if (prepared instanceof AppError) return end(journal, failed('guardrails_invalid', prepared.message))
    if (prepared === undefined)
      return end(journal, failed('assistant_not_found', 'the assistant was deleted'))
    const { start } = prepared
    journal.takeIn(start.messages.map(({ id }) => id))
    const timer = setTimeout(() => {
      handle.stop('timeout')
    }, parts.timeoutMs)
    const ended = await new Promise<Ended>((resolve) => {
      execution = parts.executors.start(start, inSolitary, {
        records: (records) => {
          journal.add(records)
        },
        find: async (query) => {
          await journal.settled()
          return parts.checkpoints.find(run.tenant_id, { ...query, thread_id: run.thread_id })
        },
        items: performItems(parts, run, () => stopped !== undefined),
        ended: resolve,
      })
      // It may have been stopped while it was being prepared.
      if (stopped !== undefined) execution.abort()
    })
    clearTimeout(timer)
    if ('died' in ended) return bury(journal, ended)
    return settle(journal, ended.outcome, ended.records)
  }

  const settle = (journal: Journal, outcome: Outcome, records: Records): Promise<Fate> | Fate => {
    if (outcome.status === 'inspected') return 'lost'
    if (outcome.status !== 'aborted') return end(journal, outcome, records)
    if (stopped === 'drained') return handBack(journal, records)
    if (stopped === 'timeout') {
      const seconds = String(parts.timeoutMs / 1000)
      return end(
        journal,
        { ...failed('timeout', `the run took longer than ${seconds} s`), usage: outcome.usage },
        records,
      )
    }
    return 'lost'
  }

  /** The thread of an execution died: the run is tried again, unless it has been too often. */
  const bury = async (
    journal: Journal,
    { died, isGuilty, isSuspect }: Exclude<Ended, { outcome: Outcome }>,
  ): Promise<Fate> => {
    handle.isSuspect = isSuspect || isGuilty
    if (stopped === 'cancelled') return 'lost'
    if (isGuilty && run.tries >= parts.maxAttempts) {
      const message = `the run was given up after ${String(run.tries)} attempts: ${died}`
      return end(journal, failed('max_attempts_exceeded', message))
    }
    await journal.settled()
    const isReleased = await parts.queue.release(run, parts.clock.now(), { keepsAttempt: isGuilty })
    return isReleased ? 'died' : 'lost'
  }

  /** What is done is done: the next execution starts after it. */
  const handBack = async (journal: Journal, records: Records): Promise<Fate> => {
    journal.add(records)
    await journal.settled()
    await parts.queue.release(run, parts.clock.now(), { keepsAttempt: false })
    return 'handed-back'
  }

  const end = async (journal: Journal, outcome: Conclusion, records?: Records): Promise<Fate> => {
    const { events, change } = conclude(outcome, parts, run)
    const judged = await judgeObserved(outcome)
    const all = records && { ...records, decisions: [...records.decisions, ...judged.decisions] }
    const state = 'state' in outcome ? outcome.state : undefined
    const row = await journal.finish(
      all,
      [...judged.events, ...events],
      change,
      outcome.usage,
      [...judged.statements, ...stateStatements(parts, run, state)],
      outcome.status === 'completed' ? state?.isPaused : undefined,
    )
    if (row === undefined) return 'lost'
    return row.status === 'requires_action' ? 'waiting' : 'ended'
  }

  const judgeObserved = async ({ observation }: Conclusion): Promise<Judged> =>
    guardrails === null || observation === undefined
      ? { decisions: [], events: [], statements: [] }
      : judgeAnswer(parts.ledger, run, guardrails, observation, parts.clock.now())

  const fate = execute().catch((error: unknown): Fate => {
    // The lease runs out, and the run is found again.
    parts.log.error({ err: error, run_id: run.run_id }, 'a run could not be executed')
    execution?.abort()
    return 'lost'
  })
  return Object.assign(handle, { fate })
}

/** What the thread shows of its state without being asked of its graph. */
const stateStatements = (
  { threads, clock }: ExecuteParts,
  { tenant_id, thread_id }: Row<'runs'>,
  state: ThreadState | undefined,
): Statement[] =>
  state === undefined
    ? []
    : [
        threads.stateStatement({
          tenant_id,
          thread_id,
          state_values: JSON.stringify(state.values),
          interrupts: JSON.stringify(state.interrupts),
          state_updated_at: clock.now(),
        }),
      ]

/** Guardrails that cannot be had stop the run; a store that does not answer does not. */
const refused = (error: unknown): AppError => {
  if (error instanceof AppError && error.code === 'validation_error') return error
  throw error
}

const failed = (code: RunFailureCode, message: string): Conclusion => ({
  status: 'failed',
  error: { code, message },
  usage: null,
})

/** An outcome as the last events of the execution and as the change of the run's row. */
const conclude = (
  outcome: Conclusion,
  { clock, actionTimeoutMs }: ExecuteParts,
  run: Row<'runs'>,
): { events: EventFields[]; change: Omit<RunOutcome, 'guardrail_outcome'> } => {
  const usage = usageOf(run.usage, outcome.usage)
  const nothing = { output: null, error: null, required_action: null, action_expires_at: null }
  switch (outcome.status) {
    case 'completed': {
      const { output } = outcome
      return {
        events: [{ type: 'run.completed', output }],
        change: { ...nothing, status: 'completed', usage, output: JSON.stringify(output) },
      }
    }
    case 'requires_action': {
      const action = requiredAction(outcome.interrupts)
      return {
        events: [
          ...clientCalls(outcome.interrupts),
          { type: 'run.requires_action', required_action: action },
        ],
        change: {
          ...nothing,
          status: 'requires_action',
          usage,
          required_action: JSON.stringify(action),
          action_expires_at: actionTimeoutMs > 0 ? clock.now() + actionTimeoutMs : null,
        },
      }
    }
    case 'failed': {
      const { error } = outcome
      return {
        events: [{ type: 'run.failed', error }],
        change: { ...nothing, status: 'failed', usage, error: JSON.stringify(error) },
      }
    }
  }
}

/** The calls that the client is to make are told like those that are made here. */
const clientCalls = (interrupts: readonly RequiredInterrupt[]): EventFields[] =>
  (requiredAction(interrupts).tool_calls ?? []).map(({ id, name, arguments: args }) => ({
    type: 'tool.call',
    tool_call_id: id,
    tool_name: name,
    arguments: args,
  }))

/** A run that waited, or was tried again, has used what all its executions used. */
const usageOf = (before: string | null, used: Usage | null): string | null =>
  used === null
    ? before
    : JSON.stringify(addUsage(before === null ? null : (JSON.parse(before) as Usage), used))

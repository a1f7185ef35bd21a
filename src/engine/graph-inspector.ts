/**
 * Asks an executor about a graph, or about the state of a thread. Only there is LangGraph loaded, and only the graph can say what
 * its checkpoints mean. What such a question changes is stored in one batch with what the thread shows of it.
 */
import type { Clock } from '../platform/clock.js'
import type { GuardrailLedger } from '../guardrails/policy/decision-log.js'
import type { GuardrailSets } from '../guardrails/policy/guardrail-resolver.js'
import { AppError } from '../errors.js'
import type { DecisionRecord } from '../guardrails/rules/decision.js'
import { newId } from '../platform/ids.js'
import type { JsonObject } from '../schema/common.js'
import type { Inspection } from '../schema/inspection.js'
import type { AssistantStore } from '../store/assistants/assistants.js'
import type { Items } from '../domain/store-items/store-items.js'
import type { CheckpointRecords, CheckpointStore } from '../store/threads/checkpoints.js'
import type { Statement } from '../store/sql/statement.js'
import type { Row } from '../store/sql/tables.js'
import type { ThreadStore } from '../store/threads/threads.js'
import { namedBy } from './assistant-definitions.js'
import type { Outcome, Records, StartRun, ThreadState } from './threads/executor-protocol.js'
import type { Ended } from './threads/executor-thread.js'
import type { Executors } from './threads/executor-pool.js'
import { toSent } from './prepare-run.js'

interface Parts {
  executors: Executors
  assistants: AssistantStore
  checkpoints: CheckpointStore
  threads: ThreadStore
  sets: GuardrailSets
  ledger: GuardrailLedger
  items: Items
  clock: Clock
}

interface Subject {
  tenant_id: string
  /** Null: the question is about the graph alone. */
  thread_id: string | null
  assistant: StartRun['assistant']
}

interface Answer {
  result: unknown
  /** What is to be stored of a change: what it consists of, and what guardrails decided about it. */
  rows: CheckpointRecords
  audit: Statement[]
}

/** No guardrail would have looked at it. */
const refuseWrites = (): never => {
  throw new AppError('unprocessable_entity', 'the store can only be written by a run')
}

/** They are told apart from those of runs by their sign. */
let lastInspection = 0

export const makeInspect = (parts: Parts) => {
  const { executors, assistants, checkpoints, threads, sets, ledger, items, clock } = parts
  const ask = async (subject: Subject, inspection: Inspection): Promise<Answer> => {
    const { tenant_id, assistant } = subject
    const thread_id = subject.thread_id ?? newId()
    const run_id = newId()
    const decisions: DecisionRecord[] = []
    const rows: CheckpointRecords = { checkpoints: [], values: [], writes: [] }
    const gather = (records: Records): void => {
      rows.checkpoints.push(...records.checkpoints)
      rows.values.push(...records.values)
      rows.writes.push(...records.writes)
      decisions.push(...records.decisions)
    }
    // What is read passed them when it was stored.
    const isChange = inspection.kind === 'update' || inspection.kind === 'supersteps'
    const set = isChange ? await sets.resolve(tenant_id, assistant.config) : null
    executors.begin()
    const start: StartRun = {
      execution: --lastInspection,
      run_id,
      thread_id,
      assistant,
      assistants: await namedBy(assistants, tenant_id, assistant),
      input: null,
      messages: [],
      resume: null,
      checkpoint: null,
      addedMessages: [],
      guardrails: set && toSent({ set, spending: {} }),
      kwargs: null,
      inspection,
    }
    const [newest] = await checkpoints.find(tenant_id, { thread_id, checkpoint_ns: '', limit: 1 })
    const ended = await new Promise<Ended>((resolve) => {
      executors.start({ ...start, checkpoint: newest ?? null }, false, {
        records: gather,
        // A step starts from the one before, which is not stored yet.
        find: (query) => checkpoints.findWith(tenant_id, { ...query, tenant_id, thread_id }, rows),
        items: (operations) => items.perform(tenant_id, operations, refuseWrites),
        ended: resolve,
      })
    })
    if ('died' in ended) throw new AppError('service_unavailable', 'the graph could not be asked; try again')
    gather(ended.records)
    const { outcome } = ended
    const { assistant_id } = assistant
    const about = { tenant_id, run_id, thread_id, assistant_id }
    const audit = set === null ? [] : ledger.decisionStatements(about, set, decisions, clock.now())
    if (outcome.status === 'inspected') return { result: outcome.result, rows, audit }
    await ledger.write(audit)
    throw new AppError('unprocessable_entity', failureIn(outcome))
  }

  return {
    read: async (subject: Subject, inspection: Inspection): Promise<unknown> =>
      (await ask(subject, inspection)).result,

    /**
     * Answers with the checkpoint that it made. What the thread shows of its state is read anew when that is stored: a crash in
     * between leaves what it showed before, until its next run.
     */
    async change(
      thread: Row<'threads'>,
      assistant: StartRun['assistant'],
      inspection: Extract<Inspection, { kind: 'update' | 'supersteps' }>,
    ): Promise<JsonObject> {
      const { tenant_id, thread_id } = thread
      const subject = { tenant_id, thread_id, assistant }
      const { result, rows, audit } = await ask(subject, inspection)
      const store = async (
        state: Pick<Row<'threads'>, 'state_values' | 'interrupts' | 'status'>,
        also: Statement[],
      ): Promise<void> => {
        if (!(await threads.changeState({ tenant_id, thread_id, ...state, now: clock.now() }, also)))
          throw new AppError('resource_conflict', 'Thread is busy', { thread_id })
      }
      await store(thread, [...checkpoints.statements(tenant_id, rows), ...audit])
      const { values, interrupts, isPaused } = (await ask(subject, { kind: 'shown' })).result as ThreadState
      const shown = { state_values: JSON.stringify(values), interrupts: JSON.stringify(interrupts) }
      await store({ ...shown, status: isPaused ? 'interrupted' : 'idle' }, [])
      return { checkpoint: result }
    },
  }
}

export type Inspect = ReturnType<typeof makeInspect>

const failureIn = (outcome: Outcome): string =>
  outcome.status === 'failed' ? outcome.error.message : 'the graph gave no answer'

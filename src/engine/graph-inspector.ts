/**
 * Asks an executor about a graph, or about the state of a thread. Only there is LangGraph loaded, and only the graph can say what
 * its checkpoints mean. What such a question changes is stored in one batch with what the thread shows of it.
 */
import type { Clock } from '../platform/clock.js'
import type { GuardrailDecisionLog } from '../guardrails/policy/decision-log.js'
import type { GuardrailResolver } from '../guardrails/policy/guardrail-resolver.js'
import { AppError } from '../errors.js'
import type { DecisionRecord } from '../guardrails/rules/decision.js'
import { newId } from '../platform/ids.js'
import type { JsonObject } from '../schema/common.js'
import type { Inspection } from '../schema/inspection.js'
import type { AssistantStore } from '../store/assistants/assistants.js'
import type { StoreItems } from '../domain/store-items/store-items.js'
import type { CheckpointRows, CheckpointStore } from '../store/threads/checkpoints.js'
import type { Statement } from '../store/sql/statement.js'
import type { Row } from '../store/sql/tables.js'
import type { ThreadStore } from '../store/threads/threads.js'
import { loadReferencedAssistants } from './assistant-definitions.js'
import type { GraphOutcome, JournalEntries, StartRun, ThreadState } from './threads/executor-protocol.js'
import type { ExecutionEnd } from './threads/executor-thread.js'
import type { ExecutorPool } from './threads/executor-pool.js'
import { toExecutorGuardrails } from './prepare-run.js'

interface Deps {
  executors: ExecutorPool
  assistants: AssistantStore
  checkpoints: CheckpointStore
  threads: ThreadStore
  guardrailResolver: GuardrailResolver
  decisionLog: GuardrailDecisionLog
  storeItems: StoreItems
  clock: Clock
}

interface Subject {
  tenant_id: string
  /** Null: the question is about the graph alone. */
  thread_id: string | null
  assistant: StartRun['assistant']
}

interface InspectionResult {
  result: unknown
  /** What is to be stored of a change: what it consists of, and what guardrails decided about it. */
  rows: CheckpointRows
  audit: Statement[]
}

/** No guardrail would have looked at it. */
const rejectWrites = (): never => {
  throw new AppError('unprocessable_entity', 'the store can only be written by a run')
}

/** They are told apart from those of runs by their sign. */
let lastInspection = 0

export const makeGraphInspector = (deps: Deps) => {
  const { executors, assistants, checkpoints, threads, guardrailResolver, decisionLog, storeItems, clock } =
    deps
  const inspect = async (subject: Subject, inspection: Inspection): Promise<InspectionResult> => {
    const { tenant_id, assistant } = subject
    const thread_id = subject.thread_id ?? newId()
    const run_id = newId()
    const decisions: DecisionRecord[] = []
    const rows: CheckpointRows = { checkpoints: [], values: [], writes: [] }
    const collect = (records: JournalEntries): void => {
      rows.checkpoints.push(...records.checkpoints)
      rows.values.push(...records.values)
      rows.writes.push(...records.writes)
      decisions.push(...records.decisions)
    }
    // What is read passed them when it was stored.
    const isWrite = inspection.kind === 'update' || inspection.kind === 'supersteps'
    const set = isWrite ? await guardrailResolver.resolve(tenant_id, assistant.config) : null
    executors.launch()
    const start: StartRun = {
      executionId: --lastInspection,
      run_id,
      thread_id,
      assistant,
      assistants: await loadReferencedAssistants(assistants, tenant_id, assistant),
      input: null,
      messages: [],
      resume: null,
      checkpoint: null,
      addedMessages: [],
      guardrails: set && toExecutorGuardrails({ set, spending: {} }),
      kwargs: null,
      inspection,
    }
    const [newest] = await checkpoints.find(tenant_id, { thread_id, checkpoint_ns: '', limit: 1 })
    const ended = await new Promise<ExecutionEnd>((resolve) => {
      executors.start({ ...start, checkpoint: newest ?? null }, false, {
        onEntries: collect,
        // A step starts from the one before, which is not stored yet.
        findCheckpoints: (query) =>
          checkpoints.findWithPending(tenant_id, { ...query, tenant_id, thread_id }, rows),
        performStoreOperations: (operations) => storeItems.perform(tenant_id, operations, rejectWrites),
        onEnd: resolve,
      })
    })
    if ('crashReason' in ended)
      throw new AppError('service_unavailable', 'the graph could not be asked; try again')
    collect(ended.entries)
    const { outcome } = ended
    const { assistant_id } = assistant
    const runIds = { tenant_id, run_id, thread_id, assistant_id }
    const audit = set === null ? [] : decisionLog.decisionStatements(runIds, set, decisions, clock.now())
    if (outcome.status === 'inspected') return { result: outcome.result, rows, audit }
    await decisionLog.write(audit)
    throw new AppError('unprocessable_entity', toFailureMessage(outcome))
  }

  return {
    read: async (subject: Subject, inspection: Inspection): Promise<unknown> =>
      (await inspect(subject, inspection)).result,

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
      const { result, rows, audit } = await inspect(subject, inspection)
      const store = async (
        state: Pick<Row<'threads'>, 'state_values' | 'interrupts' | 'status'>,
        extraStatements: Statement[],
      ): Promise<void> => {
        if (
          !(await threads.updateStateIfIdle(
            { tenant_id, thread_id, ...state, now: clock.now() },
            extraStatements,
          ))
        )
          throw new AppError('resource_conflict', 'Thread is busy', { thread_id })
      }
      await store(thread, [...checkpoints.insertStatements(tenant_id, rows), ...audit])
      const { values, interrupts, isPaused } = (await inspect(subject, { kind: 'shown' }))
        .result as ThreadState
      const stateColumns = { state_values: JSON.stringify(values), interrupts: JSON.stringify(interrupts) }
      await store({ ...stateColumns, status: isPaused ? 'interrupted' : 'idle' }, [])
      return { checkpoint: result }
    },
  }
}

export type GraphInspector = ReturnType<typeof makeGraphInspector>

const toFailureMessage = (outcome: GraphOutcome): string =>
  outcome.status === 'failed' ? outcome.error.message : 'the graph gave no answer'

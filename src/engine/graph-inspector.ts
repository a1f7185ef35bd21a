/**
 * Inspects a graph, or reads and updates the state of a thread, in an executor thread. LangGraph is only loaded there, and only the
 * graph can interpret its checkpoints. The checkpoints of an update are stored in one batch with the state columns of the thread.
 */
import type { Clock } from '../platform/clock.js'
import type { GuardrailDecisionLog } from '../guardrails/policy/decision-log.js'
import type { GuardrailResolver } from '../guardrails/policy/guardrail-resolver.js'
import { AppError } from '../errors.js'
import type { Bus } from '../events/bus.js'
import type { DecisionRecord } from '../guardrails/rules/decision.js'
import { newId } from '../platform/ids.js'
import { LargeJson } from '../platform/large-json.js'
import { isShared, readText } from '../platform/shared-text.js'
import type { JsonObject } from '../schema/common.js'
import type { Inspection } from '../schema/inspection.js'
import type { AssistantStore } from '../store/assistants/assistants.js'
import type { StoreItems } from '../domain/store-items/store-items.js'
import type { CheckpointRows, CheckpointStore } from '../store/threads/checkpoints.js'
import type { Statement } from '../store/sql/statement.js'
import type { Row } from '../store/sql/tables.js'
import type { ThreadStore } from '../store/threads/threads.js'
import { loadReferencedAssistants } from './assistant-definitions.js'
import type { OpenSecrets } from './run-secrets.js'
import type { PostedOutcome, PostedState, JournalEntries, StartRun } from './threads/executor-protocol.js'
import type { ExecutionEnd } from './threads/executor-thread.js'
import type { ExecutorPool } from './threads/executor-pool.js'
import { toExecutorGuardrails } from './prepare-run.js'
import { toStateColumns } from './state-columns.js'
import type { DescribedGraph } from './schemas/protocol.js'
import { isSchemaInspection, makeSchemaReader } from './schemas/read-schemas.js'
import type { TypeSchemaCache } from './schemas/type-schemas.js'

interface Deps {
  executors: ExecutorPool
  assistants: AssistantStore
  checkpoints: CheckpointStore
  threads: ThreadStore
  guardrailResolver: GuardrailResolver
  decisionLog: GuardrailDecisionLog
  storeItems: StoreItems
  openSecrets: OpenSecrets
  bus: Bus
  clock: Clock
  typeSchemas: TypeSchemaCache
}

interface InspectionTarget {
  tenant_id: string
  /** Null if only the graph is inspected. */
  thread_id: string | null
  assistant: StartRun['assistant']
}

interface InspectionResult {
  result: unknown
  /** The checkpoints of an update, and the audit statements of the guardrail decisions about it. */
  rows: CheckpointRows
  audit: Statement[]
}

/** Writes outside of a run would bypass the guardrails. */
const rejectWrites = (): never => {
  throw new AppError('unprocessable_entity', 'The store can only be written by a run')
}

/** Inspections have negative execution IDs, runs have positive ones. */
let lastInspection = 0

export const makeGraphInspector = (deps: Deps) => {
  const { executors, assistants, checkpoints, threads, guardrailResolver, decisionLog, storeItems, clock } =
    deps
  const readSchemas = makeSchemaReader(deps.typeSchemas)
  const inspect = async (target: InspectionTarget, inspection: Inspection): Promise<InspectionResult> => {
    const { tenant_id, assistant } = target
    const thread_id = target.thread_id ?? newId()
    const run_id = newId()
    const decisions: DecisionRecord[] = []
    const rows: CheckpointRows = { checkpoints: [], values: [], writes: [] }
    const collect = (entries: JournalEntries): void => {
      rows.checkpoints.push(...entries.checkpoints)
      rows.values.push(...entries.values)
      rows.writes.push(...entries.writes)
      decisions.push(...entries.decisions)
    }
    // Guardrails checked stored state when it was written, so only writes need them.
    const isWrite = inspection.kind === 'update' || inspection.kind === 'supersteps'
    const set = isWrite ? await guardrailResolver.resolve(tenant_id, assistant.config) : null
    executors.launch()
    const start: StartRun = {
      executionId: --lastInspection,
      tenant_id,
      run_id,
      thread_id,
      ...(await deps.openSecrets(
        tenant_id,
        assistant,
        await loadReferencedAssistants(assistants, tenant_id, assistant),
      )),
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
    const executionEnd = await new Promise<ExecutionEnd>((resolve) => {
      executors.start({ ...start, checkpoint: newest ?? null }, 'none', {
        onEntries: collect,
        // An inspection stores no events.
        onChunks: () => undefined,
        // A superstep continues from the previous one, which is not stored yet.
        findCheckpoints: (query) =>
          checkpoints.findWithPending(tenant_id, { ...query, tenant_id, thread_id }, rows),
        findValues: (query) =>
          'versions' in query
            ? checkpoints.readValues({ ...query, tenant_id, thread_id }, query.versions)
            : Promise.resolve([]),
        performStoreOperations: (operations) => storeItems.perform(tenant_id, operations, rejectWrites),
        onEnd: resolve,
      })
    })
    if ('crashReason' in executionEnd)
      throw new AppError('service_unavailable', 'The graph could not be inspected; try again')
    collect(executionEnd.entries)
    const { outcome } = executionEnd
    const { assistant_id } = assistant
    const runIds = { tenant_id, run_id, thread_id, assistant_id }
    const audit = set === null ? [] : decisionLog.decisionStatements(runIds, set, decisions, clock.now())
    if (outcome.status === 'inspected') return { result: outcome.result, rows, audit }
    await decisionLog.write(audit)
    throw toInspectionError(outcome)
  }

  const readResult = async (target: InspectionTarget, inspection: Inspection): Promise<unknown> =>
    (await inspect(target, inspection)).result

  return {
    async read(target: InspectionTarget, inspection: Inspection): Promise<unknown> {
      if (isSchemaInspection(inspection))
        return readSchemas(
          target.assistant,
          inspection,
          () => readResult(target, inspection) as Promise<DescribedGraph[]>,
        )
      const result = await readResult(target, inspection)
      return isShared(result) ? JSON.parse(readText(result)) : result
    },

    /** Like `read`, for a response: a large state is not parsed. */
    async readForResponse(
      target: InspectionTarget,
      inspection: Extract<Inspection, { kind: 'state' | 'history' }>,
    ): Promise<unknown> {
      const result = await readResult(target, inspection)
      return isShared(result) ? new LargeJson(result) : result
    },

    /**
     * Updates the state and returns the new checkpoint. The state columns of the thread are refreshed after the checkpoint is stored:
     * after a crash in between, they are outdated until the next run.
     */
    async update(
      thread: Row<'threads'>,
      assistant: StartRun['assistant'],
      inspection: Extract<Inspection, { kind: 'update' | 'supersteps' }>,
    ): Promise<JsonObject> {
      const { tenant_id, thread_id } = thread
      const target = { tenant_id, thread_id, assistant }
      const { result, rows, audit } = await inspect(target, inspection)
      const requireIdle = (isIdle: boolean): void => {
        if (!isIdle) throw new AppError('resource_conflict', 'Thread is busy', { thread_id })
      }
      const key = { tenant_id, thread_id, now: clock.now() }
      requireIdle(
        await threads.writeIfIdle(key, [...checkpoints.insertStatements(tenant_id, rows), ...audit]),
      )
      const state = (await readResult(target, { kind: 'thread_state' })) as PostedState
      const status = state.isPaused ? 'interrupted' : 'idle'
      requireIdle(
        await threads.updateStateIfIdle({ ...key, ...toStateColumns(state), status, now: clock.now() }),
      )
      deps.bus.publishChange(tenant_id, thread_id)
      return { checkpoint: result }
    },
  }
}

export type GraphInspector = ReturnType<typeof makeGraphInspector>

const toInspectionError = (outcome: PostedOutcome): AppError => {
  if (outcome.status !== 'failed') return new AppError('unprocessable_entity', 'The graph returned no result')
  const { code, message } = outcome.error
  return new AppError(code === 'state_too_large' ? code : 'unprocessable_entity', message)
}

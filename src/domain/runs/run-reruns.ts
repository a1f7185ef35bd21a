/** Repeats a run that has ended, as a new run that names it in `retry_of`. */
import { AppError, notFound, validationError } from '../../errors.js'
import type { Clock } from '../../platform/clock.js'
import type { JsonObject } from '../../schema/common.js'
import {
  isRunOverrides,
  parseKwargs,
  serializeKwargs,
  type RunKwargs,
  type RunOverrides,
} from '../../schema/run-kwargs.js'
import type { MULTITASK_STRATEGIES, Run } from '../../schema/run.js'
import type { RunRerun } from '../../schema/run-operation.js'
import type { AssistantStore } from '../../store/assistants/assistants.js'
import type { Statement } from '../../store/sql/statement.js'
import type { Row } from '../../store/sql/tables.js'
import type { CheckpointStore } from '../../store/threads/checkpoints.js'
import type { MessageStore } from '../../store/threads/messages.js'
import type { ThreadStore } from '../../store/threads/threads.js'
import { toCreator } from '../api-keys.js'
import { noIdempotencyStatements, type IdempotencyStatements } from '../idempotency.js'
import { newTemporaryThreadRow } from '../threads.js'
import { newRunRow, type NewRun } from './new-run.js'
import { toStoredPreview } from './preview.js'
import { isFinal } from './run-state.js'
import type { Runs } from './runs.js'
import { toRun } from './to-run.js'

type RunRow = Row<'runs'>
type StoredKwargs = RunKwargs | RunOverrides | null

interface Deps {
  runs: Runs
  threads: ThreadStore
  messages: MessageStore
  assistants: AssistantStore
  checkpoints: CheckpointStore
  clock: Clock
}

/** A run adopts at most this many posted messages. */
const MAX_POSTED_MESSAGES = 1_000

export const makeRunReruns = ({ runs, threads, messages, assistants, checkpoints, clock }: Deps) => {
  const requireVersion = async (run: RunRow, requested: number | undefined): Promise<number> => {
    const version = requested ?? run.assistant_version
    if ((await assistants.getVersion(run, version)) !== undefined) return version
    if (requested === undefined || (await assistants.get(run)) === undefined)
      throw notFound('Assistant', run.assistant_id)
    throw validationError('assistant_version', `${String(version)} does not exist`)
  }

  const requireCheckpoint = async (
    { tenant_id, thread_id }: RunRow,
    checkpoint_id: string,
  ): Promise<void> => {
    const query = { thread_id, checkpoint_ns: '', checkpoint_id, limit: 1 }
    if ((await checkpoints.find(tenant_id, query)).length === 0)
      throw validationError('from_checkpoint_id', 'is not a checkpoint of the thread of the run')
  }

  /** The run continues in its thread. A temporary thread belongs to one run, so the new run gets a thread of its own. */
  const findThread = async (run: RunRow, fromCheckpoint: boolean, kwargs: StoredKwargs, now: number) => {
    const thread = await threads.get(run)
    if (thread !== undefined && (fromCheckpoint || thread.temporary === 0))
      return { thread, precedingStatements: [] }
    const metadata = JSON.parse(thread?.metadata ?? '{}') as JsonObject
    const newThread = newTemporaryThreadRow(run.tenant_id, now, { metadata }, kwargs ?? undefined)
    return { thread: newThread, precedingStatements: [threads.insertStatement(newThread)] }
  }

  /** The input of the run. If it had none, it has used the messages that were posted to its thread. */
  const findInput = async (run: RunRow): Promise<JsonObject | null> => {
    if (run.input !== null) return JSON.parse(run.input) as JsonObject
    if (run.kwargs !== null) return null
    const posted = await messages.listPostedOfRun(run, MAX_POSTED_MESSAGES)
    if (posted.length === 0) return null
    return {
      messages: posted.map(({ role, content }) => ({ role, content: JSON.parse(content) as unknown })),
    }
  }

  const prepare = async (run: RunRow, request: RunRerun, caller: string | null): Promise<NewRun> => {
    if (!isFinal(run.status))
      throw new AppError(
        'resource_conflict',
        `The run is ${run.status}; only runs that have ended can be repeated`,
        {
          status: run.status,
        },
      )
    const { from_checkpoint_id } = request
    if (from_checkpoint_id !== undefined) await requireCheckpoint(run, from_checkpoint_id)
    const version = await requireVersion(run, request.assistant_version)
    const now = clock.now()
    const stored = run.kwargs === null ? null : parseKwargs(run.kwargs)
    const { thread, precedingStatements } = await findThread(
      run,
      from_checkpoint_id !== undefined,
      stored,
      now,
    )
    const input = request.input ?? (from_checkpoint_id === undefined ? await findInput(run) : null)
    const kwargs = toKwargs(stored, request)
    const row: RunRow = {
      ...newRunRow(
        thread,
        { assistant_id: run.assistant_id, version },
        {
          input,
          metadata: JSON.parse(run.metadata) as JsonObject,
          multitask_strategy: 'enqueue' satisfies (typeof MULTITASK_STRATEGIES)[number],
          webhook: run.webhook,
        },
        now,
      ),
      kwargs: kwargs === null ? null : serializeKwargs(kwargs),
      created_by: caller,
      retry_of: run.run_id,
    }
    return { row: { ...row, preview: toStoredPreview(row) }, precedingStatements }
  }

  return {
    async rerun(
      tenant_id: string,
      run_id: string,
      request: RunRerun,
      caller: string,
      idempotencyStatements: IdempotencyStatements<Run> = noIdempotencyStatements,
    ): Promise<Run> {
      const newRun = await prepare(await runs.requireRow(tenant_id, run_id), request, toCreator(caller))
      return toRun(await runs.insertRow(newRun, (row) => idempotencyStatements(toRun(row))))
    },

    /** Repeats a run unchanged. `extraStatements` are written in the same batch. */
    async repeat(run: RunRow, createdBy: string | null, extraStatements: Statement[]): Promise<RunRow> {
      return runs.insertRow(await prepare(run, {}, createdBy), () => extraStatements)
    },
  }
}

export type RunReruns = ReturnType<typeof makeRunReruns>

/** A new input or checkpoint replaces the input, command and checkpoint of a run of the LangGraph API. */
const toKwargs = (stored: StoredKwargs, { from_checkpoint_id, input }: RunRerun): StoredKwargs => {
  if (stored === null || isRunOverrides(stored)) {
    if (from_checkpoint_id !== undefined)
      return { overrides: {}, ...stored, checkpoint_id: from_checkpoint_id }
    // A rerun of a rerun with another input starts from the same checkpoint.
    return stored
  }
  if (from_checkpoint_id === undefined && input === undefined) return stored
  const { input: _, command: __, checkpoint, ...rest } = stored
  const start = from_checkpoint_id === undefined ? checkpoint : { checkpoint_id: from_checkpoint_id }
  return { ...rest, ...(start !== undefined && { checkpoint: start }) }
}

/** Evaluations as a resource: made, read, started, cancelled, tried again. The work itself is done by src/evaluator. */
import type { Clock } from '../../platform/clock.js'
import { AppError } from '../../errors.js'
import type { Page } from '../../schema/common.js'
import type {
  Evaluation,
  EvaluationCreate,
  EvaluationDeleted,
  EvaluationQuery,
  EvaluationResult,
  EvaluationResultQuery,
  EvalStatus,
} from '../../schema/evaluation.js'
import type { AssistantStore } from '../../store/assistants/assistants.js'
import type { DatasetStore } from '../../store/datasets/datasets.js'
import type { ResultStore } from '../../store/evaluations/results.js'
import type { EvaluationRow, EvaluationStore } from '../../store/evaluations/evaluations.js'
import type { ExampleStore } from '../../store/datasets/examples.js'
import type { Statement } from '../../store/sql/statement.js'
import { pageRequest, toPage } from '../../domain/cursor.js'
import { requireEvaluation } from '../../domain/require-resource.js'
import { noReceipt, type Receipt } from '../../domain/idempotency.js'
import type { RunStops } from '../../domain/runs/run-cancellation.js'
import { makeNewEvaluation } from './new-evaluation.js'
import { placeAt, positionOf, toEvaluation, toResult } from './row-mappers.js'

interface Parts {
  evaluations: EvaluationStore
  results: ResultStore
  datasets: DatasetStore
  examples: ExampleStore
  assistants: AssistantStore
  stops: RunStops
  /** There is something to do. */
  announce: () => void
  /** Somebody may be following it. */
  tell: (eval_id: string) => void
  /** Resolves when it has ended, or waits for people, or after a few seconds. */
  whenDone: (tenant_id: string, eval_id: string) => Promise<void>
  clock: Clock
}

export const makeEvaluations = (parts: Parts) => {
  const { evaluations, results, datasets, examples, clock } = parts
  const newRow = makeNewEvaluation(parts)

  const requireRow = (tenant_id: string, eval_id: string): Promise<EvaluationRow> =>
    requireEvaluation(evaluations, tenant_id, eval_id)

  const move = async (
    row: EvaluationRow,
    from: readonly EvalStatus[],
    to: EvalStatus,
    ...also: Statement[]
  ): Promise<Evaluation> => {
    const moved = await evaluations.move(row, { from, to, now: clock.now() }, ...also)
    if (moved === undefined) {
      const { status } = await requireRow(row.tenant_id, row.eval_id)
      throw new AppError('resource_conflict', `the evaluation is ${status}`, { status })
    }
    if (to === 'running') parts.announce()
    parts.tell(row.eval_id)
    return toEvaluation(moved)
  }

  return {
    async create(
      tenant_id: string,
      sent: EvaluationCreate,
      seesHeldOut: boolean,
      receipt: Receipt<Evaluation> = noReceipt,
    ): Promise<Evaluation> {
      const row = await newRow(tenant_id, sent, seesHeldOut)
      const made = toEvaluation(row)
      await evaluations.insert(row, ...receipt(made))
      if (row.status !== 'running') return made
      parts.announce()
      await parts.whenDone(tenant_id, row.eval_id)
      return toEvaluation(await requireRow(tenant_id, row.eval_id))
    },

    async get(tenant_id: string, eval_id: string): Promise<Evaluation> {
      return toEvaluation(await requireRow(tenant_id, eval_id))
    },

    async list(
      tenant_id: string,
      { status, dataset_id, ...query }: EvaluationQuery,
    ): Promise<Page<Evaluation>> {
      const filter = { status, dataset_id: dataset_id?.toLowerCase() }
      const list = `evals?${JSON.stringify(filter)}`
      const page = pageRequest(list, query)
      const rows = await evaluations.list(tenant_id, filter, page)
      return toPage(list, page, rows, (row) => ({ at: row.created_at, id: row.eval_id }), toEvaluation)
    },

    /** Starts it, or goes on with what was cancelled: runs that were stopped are begun anew. */
    async run(tenant_id: string, eval_id: string): Promise<Evaluation> {
      const row = await requireRow(tenant_id, eval_id)
      if (row.status !== 'cancelled') return move(row, ['pending'], 'running')
      return move(row, ['cancelled'], 'running', results.requeueStatement(row))
    },

    /** What has no score is tried again; the rest stays as it is. */
    async retry(tenant_id: string, eval_id: string): Promise<Evaluation> {
      const row = await requireRow(tenant_id, eval_id)
      return move(
        row,
        ['completed', 'failed', 'awaiting_feedback'],
        'running',
        results.resetErrorsStatement(row),
      )
    },

    /** What it has found stays. Its runs are cancelled too. */
    async cancel(tenant_id: string, eval_id: string): Promise<Evaluation> {
      const row = await requireRow(tenant_id, eval_id)
      const cancelled = await move(row, ['pending', 'running', 'awaiting_feedback'], 'cancelled')
      const running = await results.inStatus(row, ['running'], MOST_RUNNING)
      await Promise.all(
        running.map(async ({ run_id }) => {
          // One that has just ended cannot be cancelled any more, and need not be.
          if (run_id !== null) await parts.stops.cancel(tenant_id, run_id).catch(() => undefined)
        }),
      )
      return cancelled
    },

    async remove(tenant_id: string, eval_id: string): Promise<EvaluationDeleted> {
      const row = await requireRow(tenant_id, eval_id)
      if (!(await evaluations.remove(row)))
        throw new AppError('resource_conflict', 'the evaluation is running; cancel it first', {
          status: row.status,
        })
      return { deleted: true, eval_id: row.eval_id }
    },

    /** Who may not see what is held out sees that there are such results, and their scores, but not their content. */
    async results(
      tenant_id: string,
      eval_id: string,
      { passed, status, ...query }: EvaluationResultQuery,
      seesHeldOut: boolean,
    ): Promise<Page<EvaluationResult>> {
      const row = await requireRow(tenant_id, eval_id)
      const only = { passed, status }
      const list = `evals/${row.eval_id}/results?${JSON.stringify(only)}`
      const page = pageRequest(list, query)
      const rows = await results.list(row, page.limit + 1, page.after && placeAt(page.after), only)
      const { dataset_id, dataset_version: version } = row
      const ids = [...new Set(rows.map(({ example_id }) => example_id))]
      const found = await examples.many({ tenant_id, dataset_id, version }, ids)
      const byId = new Map(found.map((example) => [example.example_id, example]))
      const heldOut = seesHeldOut ? null : ((await datasets.get(row))?.held_out_split ?? null)
      return toPage(list, page, rows, positionOf, (result) => {
        const example = byId.get(result.example_id)
        // Of what was deleted with its dataset it is not known any more.
        const isHidden =
          !seesHeldOut && (example === undefined || (heldOut !== null && example.split === heldOut))
        return toResult(result, example, isHidden)
      })
    },
  }
}

/** More cannot run at a time. */
const MOST_RUNNING = 100

export type Evaluations = ReturnType<typeof makeEvaluations>

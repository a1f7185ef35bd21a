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
import type { EvaluationResultStore } from '../../store/evaluations/results.js'
import type { EvaluationRow, EvaluationStore } from '../../store/evaluations/evaluations.js'
import type { ExampleStore } from '../../store/datasets/examples.js'
import type { Statement } from '../../store/sql/statement.js'
import { toPageRequest, toPage } from '../../domain/cursor.js'
import { requireEvaluation } from './require-evaluation.js'
import { noIdempotencyStatements, type IdempotencyStatements } from '../../domain/idempotency.js'
import type { RunCancellation } from '../../domain/runs/run-cancellation.js'
import { makeEvaluationRowBuilder } from './new-evaluation.js'
import { toPlace, toPosition, toEvaluation, toEvaluationResult } from './row-mappers.js'

interface EvaluationsDeps {
  evaluations: EvaluationStore
  results: EvaluationResultStore
  datasets: DatasetStore
  examples: ExampleStore
  assistants: AssistantStore
  cancellation: RunCancellation
  /** There is something to do. */
  publishQueued: () => void
  /** Somebody may be following it. */
  publishChange: (eval_id: string) => void
  /** Resolves when it has ended, or waits for people, or after a few seconds. */
  waitForEvaluation: (tenant_id: string, eval_id: string) => Promise<void>
  clock: Clock
}

export const makeEvaluations = (deps: EvaluationsDeps) => {
  const { evaluations, results, datasets, examples, clock } = deps
  const buildRow = makeEvaluationRowBuilder(deps)

  const requireRow = (tenant_id: string, eval_id: string): Promise<EvaluationRow> =>
    requireEvaluation(evaluations, tenant_id, eval_id)

  const transition = async (
    row: EvaluationRow,
    from: readonly EvalStatus[],
    to: EvalStatus,
    ...extraStatements: Statement[]
  ): Promise<Evaluation> => {
    const moved = await evaluations.transition(row, { from, to, now: clock.now() }, ...extraStatements)
    if (moved === undefined) {
      const { status } = await requireRow(row.tenant_id, row.eval_id)
      throw new AppError('resource_conflict', `the evaluation is ${status}`, { status })
    }
    if (to === 'running') deps.publishQueued()
    deps.publishChange(row.eval_id)
    return toEvaluation(moved)
  }

  return {
    async create(
      tenant_id: string,
      request: EvaluationCreate,
      canSeeHeldOut: boolean,
      idempotencyStatements: IdempotencyStatements<Evaluation> = noIdempotencyStatements,
    ): Promise<Evaluation> {
      const row = await buildRow(tenant_id, request, canSeeHeldOut)
      const evaluation = toEvaluation(row)
      await evaluations.insert(row, ...idempotencyStatements(evaluation))
      if (row.status !== 'running') return evaluation
      deps.publishQueued()
      await deps.waitForEvaluation(tenant_id, row.eval_id)
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
      const page = toPageRequest(list, query)
      const rows = await evaluations.list(tenant_id, filter, page)
      return toPage(list, page, rows, (row) => ({ at: row.created_at, id: row.eval_id }), toEvaluation)
    },

    /** Starts it, or goes on with what was cancelled: runs that were stopped are begun anew. */
    async run(tenant_id: string, eval_id: string): Promise<Evaluation> {
      const row = await requireRow(tenant_id, eval_id)
      if (row.status !== 'cancelled') return transition(row, ['pending'], 'running')
      return transition(row, ['cancelled'], 'running', results.requeueCancelledStatement(row))
    },

    /** What has no score is tried again; the rest stays as it is. */
    async retry(tenant_id: string, eval_id: string): Promise<Evaluation> {
      const row = await requireRow(tenant_id, eval_id)
      return transition(
        row,
        ['completed', 'failed', 'awaiting_feedback'],
        'running',
        results.resetErrorsStatement(row),
      )
    },

    /** What it has found stays. Its runs are cancelled too. */
    async cancel(tenant_id: string, eval_id: string): Promise<Evaluation> {
      const row = await requireRow(tenant_id, eval_id)
      const cancelled = await transition(row, ['pending', 'running', 'awaiting_feedback'], 'cancelled')
      const runningResults = await results.listInStatus(row, ['running'], MAX_RUNNING)
      await Promise.all(
        runningResults.map(async ({ run_id }) => {
          // One that has just ended cannot be cancelled any more, and need not be.
          if (run_id !== null) await deps.cancellation.cancelRun(tenant_id, run_id).catch(() => undefined)
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
      canSeeHeldOut: boolean,
    ): Promise<Page<EvaluationResult>> {
      const row = await requireRow(tenant_id, eval_id)
      const resultFilter = { passed, status }
      const list = `evals/${row.eval_id}/results?${JSON.stringify(resultFilter)}`
      const page = toPageRequest(list, query)
      const rows = await results.list(row, page.limit + 1, page.after && toPlace(page.after), resultFilter)
      const { dataset_id, dataset_version: version } = row
      const ids = [...new Set(rows.map(({ example_id }) => example_id))]
      const foundExamples = await examples.listByIds({ tenant_id, dataset_id, version }, ids)
      const byId = new Map(foundExamples.map((example) => [example.example_id, example]))
      const heldOut = canSeeHeldOut ? null : ((await datasets.get(row))?.held_out_split ?? null)
      return toPage(list, page, rows, toPosition, (result) => {
        const example = byId.get(result.example_id)
        // Of what was deleted with its dataset it is not known any more.
        const isHidden =
          !canSeeHeldOut && (example === undefined || (heldOut !== null && example.split === heldOut))
        return toEvaluationResult(result, example, isHidden)
      })
    },
  }
}

/** More cannot run at a time. */
const MAX_RUNNING = 100

export type Evaluations = ReturnType<typeof makeEvaluations>

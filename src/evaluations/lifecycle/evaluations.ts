/** The evaluation resource: create, read, start, cancel, retry, remove. The evaluation runner (../runner) does the work. */
import type { Clock } from '../../platform/clock.js'
import { AppError, notFound } from '../../errors.js'
import type { Page } from '../../schema/common.js'
import type {
  Evaluation,
  EvaluationCreate,
  EvaluationDeleted,
  EvaluationQuery,
  EvaluationResult,
  EvaluationResultQuery,
  EvaluationUpdate,
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
import { toResultPosition, toCursorPosition, toEvaluation, toEvaluationResult } from './row-mappers.js'

interface EvaluationsDeps {
  evaluations: EvaluationStore
  results: EvaluationResultStore
  datasets: DatasetStore
  examples: ExampleStore
  assistants: AssistantStore
  cancellation: RunCancellation
  /** Wakes the evaluation runners of all nodes. */
  publishQueued: () => void
  /** Notifies the subscribers of the evaluation. */
  publishChange: (eval_id: string) => void
  publishDeleted: (tenant_id: string, eval_id: string) => void
  /** Resolves when the evaluation has ended or needs reviewers, or after a few seconds. */
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
    const updated = await evaluations.transition(row, { from, to, now: clock.now() }, ...extraStatements)
    if (updated === undefined) {
      const { status } = await requireRow(row.tenant_id, row.eval_id)
      throw new AppError('resource_conflict', `The evaluation is ${status}`, { status })
    }
    if (to === 'running') deps.publishQueued()
    deps.publishChange(row.eval_id)
    return toEvaluation(updated)
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
      deps.publishChange(row.eval_id)
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
      const listName = `evals?${JSON.stringify(filter)}`
      const page = toPageRequest(listName, query)
      const rows = await evaluations.list(tenant_id, filter, page)
      return toPage(listName, page, rows, (row) => ({ at: row.created_at, id: row.eval_id }), toEvaluation)
    },

    async update(tenant_id: string, eval_id: string, { name }: EvaluationUpdate): Promise<Evaluation> {
      const row = await requireRow(tenant_id, eval_id)
      const renamed = await evaluations.rename(row, name, clock.now())
      if (renamed === undefined) throw notFound('Evaluation', eval_id)
      deps.publishChange(row.eval_id)
      return toEvaluation(renamed)
    },

    /** Starts a pending evaluation, or resumes a cancelled one: its cancelled runs are started again. */
    async run(tenant_id: string, eval_id: string): Promise<Evaluation> {
      const row = await requireRow(tenant_id, eval_id)
      if (row.status !== 'cancelled') return transition(row, ['pending'], 'running')
      return transition(row, ['cancelled'], 'running', results.requeueCancelledStatement(row))
    },

    /** Retries the results without a score; the others stay as they are. */
    async retry(tenant_id: string, eval_id: string): Promise<Evaluation> {
      const row = await requireRow(tenant_id, eval_id)
      return transition(
        row,
        ['completed', 'failed', 'awaiting_feedback'],
        'running',
        results.resetErrorsStatement(row),
      )
    },

    /** Cancels the evaluation and its runs. Results that are done stay. */
    async cancel(tenant_id: string, eval_id: string): Promise<Evaluation> {
      const row = await requireRow(tenant_id, eval_id)
      const cancelled = await transition(row, ['pending', 'running', 'awaiting_feedback'], 'cancelled')
      const runningResults = await results.listInStatus(row, ['running'], MAX_RUNNING)
      await Promise.all(
        runningResults.map(async ({ run_id }) => {
          // A run that has just ended cannot be cancelled; the error is ignored.
          if (run_id !== null) await deps.cancellation.cancelRun(tenant_id, run_id).catch(() => undefined)
        }),
      )
      return cancelled
    },

    async remove(tenant_id: string, eval_id: string): Promise<EvaluationDeleted> {
      const row = await requireRow(tenant_id, eval_id)
      if (!(await evaluations.remove(row)))
        throw new AppError('resource_conflict', 'The evaluation is running; cancel it first', {
          status: row.status,
        })
      deps.publishDeleted(tenant_id, row.eval_id)
      return { deleted: true, eval_id: row.eval_id }
    },

    /** Callers who may not see the held-out split get its results with scores and without content. */
    async results(
      tenant_id: string,
      eval_id: string,
      { limit, cursor, ...filter }: EvaluationResultQuery,
      canSeeHeldOut: boolean,
    ): Promise<Page<EvaluationResult>> {
      const row = await requireRow(tenant_id, eval_id)
      const resultFilter = { ...filter, example_id: filter.example_id?.toLowerCase() }
      const listName = `evals/${row.eval_id}/results?${JSON.stringify(resultFilter)}`
      const page = toPageRequest(listName, {
        ...(limit !== undefined && { limit }),
        ...(cursor !== undefined && { cursor }),
      })
      const rows = await results.list(
        row,
        page.limit + 1,
        page.after && toResultPosition(page.after),
        resultFilter,
      )
      const { dataset_id, dataset_version: version } = row
      const ids = [...new Set(rows.map(({ example_id }) => example_id))]
      const foundExamples = await examples.listByIds({ tenant_id, dataset_id, version }, ids)
      const byId = new Map(foundExamples.map((example) => [example.example_id, example]))
      const heldOut = canSeeHeldOut ? null : ((await datasets.get(row))?.held_out_split ?? null)
      const runIds = rows.flatMap(({ run_id }) => run_id ?? [])
      const storedRuns = await results.listStoredRuns(tenant_id, runIds)
      return toPage(listName, page, rows, toCursorPosition, (result) => {
        const example = byId.get(result.example_id)
        // The split of an example that was deleted with its dataset is unknown, so it is hidden.
        const isHidden =
          !canSeeHeldOut && (example === undefined || (heldOut !== null && example.split === heldOut))
        const isRunStored = result.run_id === null || storedRuns.has(result.run_id)
        return toEvaluationResult(result, example, { isHidden, isRunStored })
      })
    },
  }
}

/** The largest concurrency of an evaluation. */
const MAX_RUNNING = 100

export type Evaluations = ReturnType<typeof makeEvaluations>

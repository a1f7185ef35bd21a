/** Compares two evaluations on the examples that they share, with tests that show whether a difference may be chance. */
import { compileCriteria } from '../lifecycle/row-mappers.js'
import { requireEndedEvaluation } from '../lifecycle/require-evaluation.js'
import { AppError } from '../../errors.js'
import { correctPValues, makeComparison, type Comparison } from '../scoring/comparison.js'
import type { Evaluation } from '../../schema/evaluation.js'
import type { ResultSummary, EvaluationResultStore } from '../../store/evaluations/results.js'
import type { EvaluationRow, EvaluationStore } from '../../store/evaluations/evaluations.js'
import { readResultsByExample } from './read-results.js'
import { toResult } from './stored-score.js'
import { RESAMPLING_SEED } from './summarize.js'

interface CompareDeps {
  evaluations: EvaluationStore
  results: EvaluationResultStore
}

export const makeCompareEvaluations = ({ evaluations, results }: CompareDeps) => {
  /** An evaluation that was cancelled early has no summary. */
  const requireSummarized = async (tenant_id: string, eval_id: string): Promise<EvaluationRow> => {
    const row = await requireEndedEvaluation(evaluations, tenant_id, eval_id)
    if (row.summary !== null) return row
    const message = `Evaluation ${eval_id} is ${row.status} and has no summary to compare`
    throw new AppError('resource_conflict', message, { status: row.status })
  }

  /** Compares the last assistant of each evaluation, as the summary does, on the criteria that both have. */
  return async (tenant_id: string, eval_id: string, baselineId: string): Promise<Comparison> => {
    const [row, baseline] = await Promise.all([
      requireSummarized(tenant_id, eval_id),
      requireSummarized(tenant_id, baselineId),
    ])
    const names = new Set(compileCriteria(baseline).map(({ name }) => name))
    const criteria = compileCriteria(row).filter(({ kind, name }) => kind !== 'pairwise' && names.has(name))
    const comparison = makeComparison({
      name: row.name,
      baseline: baseline.name,
      criteria,
      seed: RESAMPLING_SEED,
    })
    await mergeByExample(readLastArm(results, baseline), readLastArm(results, row), (id, before, after) => {
      if (before !== undefined && after !== undefined)
        comparison.add(id, before.map(toResult), after.map(toResult))
      else comparison.addUnpaired(before === undefined ? 'after' : 'before')
    })
    const [corrected] = correctPValues([comparison.comparison()])
    if (corrected === undefined) throw new Error('no comparison was returned')
    return corrected
  }
}

export type CompareEvaluations = ReturnType<typeof makeCompareEvaluations>

async function* readLastArm(
  results: EvaluationResultStore,
  row: EvaluationRow,
): AsyncGenerator<ResultSummary[]> {
  const lastArmIndex = (JSON.parse(row.arms) as Evaluation['assistants']).length - 1
  for await (const rows of readResultsByExample(results, row)) {
    const armRows = rows.filter(({ arm }) => arm === lastArmIndex)
    if (armRows.length > 0) yield armRows
  }
}

/** Merge join: both sides are sorted by example id. */
const mergeByExample = async (
  left: AsyncGenerator<ResultSummary[]>,
  right: AsyncGenerator<ResultSummary[]>,
  visit: (id: string, left: ResultSummary[] | undefined, right: ResultSummary[] | undefined) => void,
): Promise<void> => {
  const next = async (rows: AsyncGenerator<ResultSummary[]>): Promise<ResultSummary[] | undefined> => {
    const nextRows = await rows.next()
    return nextRows.done === true ? undefined : nextRows.value
  }
  let [leftRows, rightRows] = [await next(left), await next(right)]
  for (;;) {
    const [leftId, rightId] = [leftRows?.[0]?.example_id, rightRows?.[0]?.example_id]
    if (leftId === undefined && rightId === undefined) return
    const isLeft = rightId === undefined || (leftId !== undefined && leftId <= rightId)
    const isRight = leftId === undefined || (rightId !== undefined && rightId <= leftId)
    visit((isLeft ? leftId : rightId) ?? '', isLeft ? leftRows : undefined, isRight ? rightRows : undefined)
    if (isLeft) leftRows = await next(left)
    if (isRight) rightRows = await next(right)
  }
}

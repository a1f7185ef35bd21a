/** Two evaluations on the examples that they share: whether the one is better than the other, or that may be chance. */
import { criteriaIn } from '../lifecycle/row-mappers.js'
import { requireEvaluation } from '../../domain/require-resource.js'
import { AppError } from '../../errors.js'
import { correct, makeComparison, type Comparison } from '../scoring/comparison.js'
import { EVAL_ENDED, type Evaluation } from '../../schema/evaluation.js'
import type { ResultFigures, ResultStore } from '../../store/evaluations/results.js'
import type { EvaluationRow, EvaluationStore } from '../../store/evaluations/evaluations.js'
import { resultsByExample } from './read-results.js'
import { toResult } from './stored-score.js'
import { SEED } from './summarize.js'

interface Parts {
  evaluations: EvaluationStore
  results: ResultStore
}

export const makeCompareEvaluations = ({ evaluations, results }: Parts) => {
  const requireEnded = async (tenant_id: string, eval_id: string): Promise<EvaluationRow> => {
    const row = await requireEvaluation(evaluations, tenant_id, eval_id)
    const isEnded = EVAL_ENDED.some((status) => status === row.status)
    if (isEnded && row.summary !== null) return row
    const message = `evaluation ${eval_id} is ${row.status} and has no summary that could be compared`
    throw new AppError('resource_conflict', message, { status: row.status })
  }

  /** Of each the last assistant, as in its summary. Criteria are compared where both have one of that name. */
  return async (tenant_id: string, eval_id: string, against: string): Promise<Comparison> => {
    const [row, baseline] = await Promise.all([
      requireEnded(tenant_id, eval_id),
      requireEnded(tenant_id, against),
    ])
    const names = new Set(criteriaIn(baseline).map(({ name }) => name))
    const criteria = criteriaIn(row).filter(({ kind, name }) => kind !== 'pairwise' && names.has(name))
    const comparison = makeComparison({
      name: row.name,
      baseline: baseline.name,
      criteria,
      seed: SEED,
    })
    await joined(lastArm(results, baseline), lastArm(results, row), (id, before, after) => {
      if (before !== undefined && after !== undefined)
        comparison.add(id, before.map(toResult), after.map(toResult))
      else comparison.addOnly(before === undefined ? 'after' : 'before')
    })
    const [corrected] = correct([comparison.comparison()])
    if (corrected === undefined) throw new Error('a comparison was lost')
    return corrected
  }
}

export type CompareEvaluations = ReturnType<typeof makeCompareEvaluations>

async function* lastArm(results: ResultStore, row: EvaluationRow): AsyncGenerator<ResultFigures[]> {
  const last = (JSON.parse(row.arms) as Evaluation['assistants']).length - 1
  for await (const rows of resultsByExample(results, row)) {
    const own = rows.filter(({ arm }) => arm === last)
    if (own.length > 0) yield own
  }
}

/** Both come in the order of their examples. */
const joined = async (
  left: AsyncGenerator<ResultFigures[]>,
  right: AsyncGenerator<ResultFigures[]>,
  each: (id: string, left: ResultFigures[] | undefined, right: ResultFigures[] | undefined) => void,
): Promise<void> => {
  const next = async (rows: AsyncGenerator<ResultFigures[]>): Promise<ResultFigures[] | undefined> => {
    const found = await rows.next()
    return found.done === true ? undefined : found.value
  }
  let [one, other] = [await next(left), await next(right)]
  for (;;) {
    const [a, b] = [one?.[0]?.example_id, other?.[0]?.example_id]
    if (a === undefined && b === undefined) return
    const isLeft = b === undefined || (a !== undefined && a <= b)
    const isRight = a === undefined || (b !== undefined && b <= a)
    each((isLeft ? a : b) ?? '', isLeft ? one : undefined, isRight ? other : undefined)
    if (isLeft) one = await next(left)
    if (isRight) other = await next(right)
  }
}

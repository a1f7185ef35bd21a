/** Compares two evaluations on the examples that they share, with tests that show whether a difference may be chance. */
import { compileCriteria } from '../lifecycle/row-mappers.js'
import { correctPValues, makeComparison, type Comparison } from '../scoring/comparison.js'
import type { ScoringCriterion } from '../scoring/criterion.js'
import type { ComparisonQuery } from '../../schema/evaluation-rows.js'
import type { ResultSummary, EvaluationResultStore } from '../../store/evaluations/results.js'
import type { EvaluationStore } from '../../store/evaluations/evaluations.js'
import { requireSides, type Side } from './evaluation-sides.js'
import { readResultsByExample } from './read-results.js'
import { toResult } from './stored-score.js'
import { RESAMPLING_SEED } from './summarize.js'

interface CompareDeps {
  evaluations: EvaluationStore
  results: EvaluationResultStore
}

export const makeCompareEvaluations =
  ({ evaluations, results }: CompareDeps) =>
  /** Compares an assistant of an evaluation with each of the others, on the criteria that both have. */
  async (
    tenant_id: string,
    eval_id: string,
    query: ComparisonQuery,
  ): Promise<{ against: string; assistant: number; comparison: Comparison }[]> => {
    const [candidate, ...baselines] = await requireSides(evaluations, tenant_id, eval_id, query)
    if (candidate === undefined) throw new Error('no side was returned')
    const comparisons: Comparison[] = []
    for (const baseline of baselines) comparisons.push(await compareSides(results, candidate, baseline))
    return correctPValues(comparisons).map((comparison, index) => ({
      against: baselines[index]?.row.eval_id ?? '',
      assistant: baselines[index]?.arm ?? 0,
      comparison,
    }))
  }

export type CompareEvaluations = ReturnType<typeof makeCompareEvaluations>

/** Criteria that all sides have. Pairwise verdicts belong to a pair of assistants, so they are left out. */
export const getSharedCriteria = ([first, ...others]: readonly Side[]): ScoringCriterion[] => {
  const names = others.map(({ row }) => new Set(compileCriteria(row).map(({ name }) => name)))
  const criteria = first === undefined ? [] : compileCriteria(first.row)
  return criteria.filter(({ kind, name }) => kind !== 'pairwise' && names.every((set) => set.has(name)))
}

const compareSides = async (
  results: EvaluationResultStore,
  candidate: Side,
  baseline: Side,
): Promise<Comparison> => {
  const comparison = makeComparison({
    name: candidate.name,
    baseline: baseline.name,
    criteria: getSharedCriteria([candidate, baseline]),
    seed: RESAMPLING_SEED,
  })
  await mergeByExample(readArm(results, baseline), readArm(results, candidate), (id, before, after) => {
    if (before !== undefined && after !== undefined)
      comparison.add(id, before.map(toResult), after.map(toResult))
    else comparison.addUnpaired(before === undefined ? 'after' : 'before')
  })
  return comparison.comparison()
}

async function* readArm(results: EvaluationResultStore, { row, arm }: Side): AsyncGenerator<ResultSummary[]> {
  for await (const rows of readResultsByExample(results, row)) {
    const armRows = rows.filter((result) => result.arm === arm)
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

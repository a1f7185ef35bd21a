/**
 * Summarizes an evaluation from its results, which are read page by page. A comparison has one summary per assistant: the
 * top-level numbers are those of the last assistant, and each assistant is compared with the first.
 */
import { correctPValues, makeComparison, type Comparison } from '../scoring/comparison.js'
import type { Result } from '../scoring/verdict.js'
import { makeSummary } from '../scoring/summary.js'
import { makeHistogram } from '../stats/histogram.js'
import type { ResultSummary } from '../../store/evaluations/results.js'
import { makeJudgeSummaries } from './judge-summaries.js'
import { makePairSummaries } from './pair-summaries.js'
import { readResultsByExample } from './read-results.js'
import { computeReviewerAgreement } from './reviewer-agreement.js'
import { toResult } from './stored-score.js'
import type { EvaluationLease } from './evaluation-lease.js'

/** A fixed seed: the same results have the same summary in any evaluation. */
export const RESAMPLING_SEED = 'heddle'

export const summarizeEvaluation = async (
  lease: EvaluationLease,
): Promise<{ summary: object; isAwaiting: boolean }> => {
  const { plan, key, deps } = lease
  const arms = plan.arms.map(({ label }) => ({
    label,
    summary: makeSummary(plan.criteria, RESAMPLING_SEED),
    totals: makeUsageTotals(),
  }))
  const [baseline, ...others] = arms
  const comparisons = others.map(({ label }) =>
    makeComparison({
      name: label,
      baseline: baseline?.label ?? '',
      criteria: plan.criteria,
      seed: RESAMPLING_SEED,
    }),
  )
  const pairs = makePairSummaries(plan)
  const judgeSummaries = makeJudgeSummaries(lease)
  let isAwaiting = false
  for await (const rows of readResultsByExample(deps.results, key)) {
    const results: Result[][] = arms.map(() => [])
    for (const row of rows) {
      const result = toResult(row)
      results[row.arm]?.push(result)
      isAwaiting ||= row.status === 'awaiting_feedback'
      arms[row.arm]?.summary.add(result)
      arms[row.arm]?.totals.add(row)
      pairs.add(row)
      judgeSummaries.add(row)
    }
    for (const [index, comparison] of comparisons.entries()) {
      const [before = [], after = []] = [results[0], results[index + 1]]
      if (before.length > 0 && after.length > 0) comparison.add(rows[0]?.example_id ?? '', before, after)
      else comparison.addUnpaired(before.length > 0 ? 'before' : 'after')
    }
  }
  const agreement = await computeReviewerAgreement(lease)
  const getJudgeSummary = await judgeSummaries.load()
  const armSummaries = arms.map(({ summary: accumulator, totals }) => {
    const summary = accumulator.summary()
    const by_criterion = Object.fromEntries(
      Object.entries(summary.by_criterion)
        .filter(([name]) => !pairs.isPairwise(name))
        .map(([name, statistics]) => [
          name,
          {
            ...statistics,
            ...getJudgeSummary(name, statistics),
            ...(agreement[name] && { agreement: agreement[name] }),
          },
        ]),
    )
    return { ...summary, by_criterion, ...totals.total() }
  })
  const lastArmSummary = armSummaries.at(-1) ?? {}
  if (comparisons.length === 0) return { summary: lastArmSummary, isAwaiting }
  const correctedComparisons = correctPValues(comparisons.map((comparison) => comparison.comparison()))
  return {
    isAwaiting,
    summary: {
      ...lastArmSummary,
      by_assistant: arms.map(({ label }, arm) => ({ label, ...armSummaries[arm] })),
      comparisons: correctedComparisons.map((comparison, index) => ({
        ...withoutExampleIds(comparison),
        ...pairs.summary(index + 1),
      })),
    },
  }
}

/** Example ids are listed for the whole only: per criterion they would make a record that is read often too large. */
const withoutExampleIds = (comparison: Comparison): object => ({
  ...comparison,
  by_criterion: Object.fromEntries(
    Object.entries(comparison.by_criterion).map(([name, { regressed: _, fixed: __, ...figures }]) => [
      name,
      figures,
    ]),
  ),
})

/** Accumulates latency, token usage and cost of all runs. */
const makeUsageTotals = () => {
  const latencies = makeHistogram()
  const usage = { input_tokens: 0, output_tokens: 0, total_tokens: 0 }
  let cost: number | null = null
  return {
    add(row: ResultSummary): void {
      if (row.latency_ms !== null) latencies.add(row.latency_ms)
      if (row.cost !== null) cost = (cost ?? 0) + row.cost
      if (row.usage === null) return
      const used = JSON.parse(row.usage) as typeof usage
      for (const key of ['input_tokens', 'output_tokens', 'total_tokens'] as const) usage[key] += used[key]
    },
    total: () => ({
      latency_ms: { p50: latencies.quantile(0.5), p95: latencies.quantile(0.95) },
      usage,
      cost,
    }),
  }
}

/** Adds to the summary of each judged criterion which judge scored it and how it is calibrated. */
import { hashJudgeVersion, toJudgeVersion } from '../judge/judge-version.js'
import type { JudgeCriterion } from '../scoring/criterion.js'
import type { CriterionStatistics } from '../scoring/summary.js'
import { correctedPassRate, type CorrectedRate, type JudgeRecord } from '../stats/rogan-gladen.js'
import type { CalibrationRow } from '../../store/evaluations/calibrations.js'
import type { ResultRow } from '../../store/evaluations/results.js'
import { parseFigures } from './calibrations.js'
import { getJudge, type StoredJudge } from './reviewed-verdicts.js'
import { parseScores } from './stored-score.js'
import type { EvaluationLease } from './evaluation-lease.js'

type PassCounts = Pick<CriterionStatistics, 'passed' | 'failed'>

export const makeJudgeSummaries = ({ plan, deps, key }: EvaluationLease) => {
  const criteria = plan.criteria.filter((criterion) => criterion.kind === 'llm_judge')
  const judges = new Map<string, StoredJudge>()

  const makeJudgeSummary = async (criterion: JudgeCriterion): Promise<(counts: PassCounts) => object> => {
    const judge = judges.get(criterion.name)
    if (judge === undefined) return () => ({ judge: null, calibration: 'uncalibrated' })
    const model = deps.judgeClient.resolveModelName(criterion.model)
    const version = toJudgeVersion({ ...criterion, ...judge, model })
    const row = await deps.calibrations.getNewest(key.tenant_id, hashJudgeVersion(version))
    if (row === undefined) return () => ({ judge, calibration: 'uncalibrated' })
    // With repetitions, an example passes if all its runs pass; the error rates of the judge apply to single runs only.
    const isCorrectable = plan.repetitions === 1
    return (counts) => ({
      judge,
      calibration: toCalibrationSummary(row, isCorrectable ? counts : null, criterion.negate),
    })
  }

  return {
    /** Records the judge of the first score of each criterion. */
    add(row: Pick<ResultRow, 'scores'>): void {
      if (judges.size === criteria.length) return
      const scores = parseScores(row)
      for (const { name } of criteria) {
        const judge = getJudge(scores.find(({ criterion }) => criterion === name))
        if (judge !== undefined && !judges.has(name)) judges.set(name, judge)
      }
    },

    /** Returns a function from a criterion and its statistics to the fields to add; none for criteria without a judge. */
    async load(): Promise<(name: string, statistics: PassCounts) => object> {
      const summaries = new Map(
        await Promise.all(
          criteria.map(async (criterion) => [criterion.name, await makeJudgeSummary(criterion)] as const),
        ),
      )
      return (name, statistics) => summaries.get(name)?.(statistics) ?? {}
    },
  }
}

const toCalibrationSummary = (row: CalibrationRow, counts: PassCounts | null, negate: boolean): object => {
  const { labels, agreement, kappa, kappa_interval, warning, record } = parseFigures(row)
  const corrected = counts === null ? null : correctPassRate(counts, record, negate)
  return {
    calibration_id: row.calibration_id,
    labels,
    agreement,
    kappa,
    kappa_interval,
    warning,
    corrected_pass_rate: corrected?.rate ?? null,
    corrected_pass_rate_interval: corrected?.interval ?? null,
  }
}

/** A negated criterion fails what the judge passes, so the rate is corrected from the judge's point of view. */
const correctPassRate = (
  { passed, failed }: PassCounts,
  record: JudgeRecord,
  negate: boolean,
): CorrectedRate | null => {
  const corrected = correctedPassRate(negate ? failed : passed, passed + failed, record)
  if (corrected === null || !negate) return corrected
  const { rate, interval } = corrected
  return { rate: 1 - rate, interval: [1 - interval[1], 1 - interval[0]] }
}

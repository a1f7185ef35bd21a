/** What the summary says of criteria that a judge scores: who judged, and how far that can be relied on. */
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

  const makeJudgeSummary = async (criterion: JudgeCriterion): Promise<(figures: PassCounts) => object> => {
    const judge = judges.get(criterion.name)
    if (judge === undefined) return () => ({ judge: null, calibration: 'uncalibrated' })
    const model = deps.judgeClient.nameOf(criterion.model)
    const version = toJudgeVersion({ ...criterion, ...judge, model })
    const row = await deps.calibrations.getNewest(key.tenant_id, hashJudgeVersion(version))
    if (row === undefined) return () => ({ judge, calibration: 'uncalibrated' })
    // With repetitions an example passes when all its runs do, and how often a judge errs is known of single runs.
    const isCorrectable = plan.repetitions === 1
    return (figures) => ({
      judge,
      calibration: toCalibrationSummary(row, isCorrectable ? figures : null, criterion.negate),
    })
  }

  return {
    /** Remembers who gave the first score by each criterion. */
    add(row: Pick<ResultRow, 'scores'>): void {
      if (judges.size === criteria.length) return
      const scores = parseScores(row)
      for (const { name } of criteria) {
        const judge = getJudge(scores.find(({ criterion }) => criterion === name))
        if (judge !== undefined && !judges.has(name)) judges.set(name, judge)
      }
    },

    /** Of each criterion a function from its figures to what is said beside them; nothing, where no judge scores. */
    async notes(): Promise<(name: string, figures: PassCounts) => object> {
      const notes = new Map(
        await Promise.all(
          criteria.map(async (criterion) => [criterion.name, await makeJudgeSummary(criterion)] as const),
        ),
      )
      return (name, figures) => notes.get(name)?.(figures) ?? {}
    },
  }
}

const toCalibrationSummary = (row: CalibrationRow, figures: PassCounts | null, negate: boolean): object => {
  const { labels, agreement, kappa, kappa_interval, warning, record } = parseFigures(row)
  const corrected = figures === null ? null : correctPassRate(figures, record, negate)
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

/** Where the criterion is negated, what it fails is what the judge passed. */
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

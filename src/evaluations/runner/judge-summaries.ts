/** What the summary says of criteria that a judge scores: who judged, and how far that can be relied on. */
import { judgeHashOf, judgeVersionOf } from '../judge/judge-version.js'
import type { JudgeCriterion } from '../scoring/criterion.js'
import type { CriterionFigures } from '../scoring/summary.js'
import { correctedPassRate, type CorrectedRate, type JudgeRecord } from '../stats/rogan-gladen.js'
import type { CalibrationRow } from '../../store/evaluations/calibrations.js'
import type { ResultRow } from '../../store/evaluations/results.js'
import { figuresIn } from './calibrations.js'
import { judgeOf, type KeptJudge } from './reviewed-verdicts.js'
import { scoresIn } from './stored-score.js'
import type { Work } from './evaluation-lease.js'

type Passes = Pick<CriterionFigures, 'passed' | 'failed'>

export const makeJudgeNotes = ({ plan, parts, of }: Work) => {
  const criteria = plan.criteria.filter((one) => one.kind === 'llm_judge')
  const judges = new Map<string, KeptJudge>()

  const noteOf = async (criterion: JudgeCriterion): Promise<(figures: Passes) => object> => {
    const judge = judges.get(criterion.name)
    if (judge === undefined) return () => ({ judge: null, calibration: 'uncalibrated' })
    const model = parts.judging.nameOf(criterion.model)
    const version = judgeVersionOf({ ...criterion, ...judge, model })
    const row = await parts.calibrations.newest(of.tenant_id, judgeHashOf(version))
    if (row === undefined) return () => ({ judge, calibration: 'uncalibrated' })
    // With repetitions an example passes when all its runs do, and how often a judge errs is known of single runs.
    const isCorrectable = plan.repetitions === 1
    return (figures) => ({ judge, calibration: told(row, isCorrectable ? figures : null, criterion.negate) })
  }

  return {
    /** Remembers who gave the first score by each criterion. */
    add(row: Pick<ResultRow, 'scores'>): void {
      if (judges.size === criteria.length) return
      const scores = scoresIn(row)
      for (const { name } of criteria) {
        const judge = judgeOf(scores.find(({ criterion }) => criterion === name))
        if (judge !== undefined && !judges.has(name)) judges.set(name, judge)
      }
    },

    /** Of each criterion a function from its figures to what is said beside them; nothing, where no judge scores. */
    async notes(): Promise<(name: string, figures: Passes) => object> {
      const notes = new Map(
        await Promise.all(criteria.map(async (one) => [one.name, await noteOf(one)] as const)),
      )
      return (name, figures) => notes.get(name)?.(figures) ?? {}
    },
  }
}

const told = (row: CalibrationRow, figures: Passes | null, negate: boolean): object => {
  const { labels, agreement, kappa, kappa_interval, warning, record } = figuresIn(row)
  const corrected = figures === null ? null : corrects(figures, record, negate)
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
const corrects = ({ passed, failed }: Passes, record: JudgeRecord, negate: boolean): CorrectedRate | null => {
  const corrected = correctedPassRate(negate ? failed : passed, passed + failed, record)
  if (corrected === null || !negate) return corrected
  const { rate, interval } = corrected
  return { rate: 1 - rate, interval: [1 - interval[1], 1 - interval[0]] }
}

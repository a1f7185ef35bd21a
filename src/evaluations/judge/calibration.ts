/** How far a judge can be relied on: its verdicts beside those of people on the same answers. */
import { MIN_LABELS, type CalibrationStatus } from '../../schema/calibration.js'
import { countConfusion } from '../stats/confusion-matrix.js'
import { cohensKappa } from '../stats/kappa.js'
import type { JudgeRecord } from '../stats/rogan-gladen.js'

/** A common line and no law: below it people would not rely on one another either. */
export const MIN_KAPPA = 0.6

export interface LabeledVerdict {
  /** Null: the judge gave no verdict. */
  judge: string | null
  human: string
}

export interface Calibration {
  status: CalibrationStatus
  /** What speaks against relying on it. */
  warning: string | null
  /** Pairs of a verdict and a label. */
  labels: number
  /** Labels without a verdict: in no figure. */
  unscored: number
  agreement: number | null
  kappa: number | null
  /** With 95 % confidence. */
  kappa_interval: [number, number] | null
  /** `counts[i][j]`: the judge said `labels[i]`, the person `labels[j]`. */
  confusion: { labels: string[]; counts: number[][] }
}

export interface PassCalibration extends Calibration {
  /** What a pass rate of this judge is corrected with. */
  record: JudgeRecord
}

export const calibrate = (labeledVerdicts: readonly LabeledVerdict[]): Calibration => {
  const pairs = labeledVerdicts.flatMap(({ judge, human }) => (judge === null ? [] : [{ judge, human }]))
  const labels = [...new Set(pairs.flatMap(({ judge, human }) => [judge, human]))].sort()
  const labelIndexes = new Map(labels.map((label, index) => [label, index]))
  const counts = labels.map(() => labels.map(() => 0))
  for (const { judge, human } of pairs) {
    const row = counts[labelIndexes.get(judge) ?? -1]
    const column = labelIndexes.get(human) ?? -1
    if (row?.[column] !== undefined) row[column]++
  }
  const kappaResult = cohensKappa(counts)
  const kappa = kappaResult?.kappa ?? null
  const agreementCount = pairs.filter(({ judge, human }) => judge === human).length
  return {
    status: kappa !== null && pairs.length >= MIN_LABELS ? 'calibrated' : 'uncalibrated',
    warning: findWarning(pairs.length, kappa),
    labels: pairs.length,
    unscored: labeledVerdicts.length - pairs.length,
    agreement: pairs.length === 0 ? null : agreementCount / pairs.length,
    kappa,
    kappa_interval: kappaResult?.interval ?? null,
    confusion: { labels, counts },
  }
}

/** Of a judge that passes and fails answers, which people did too. */
export const calibratePasses = (
  labeledVerdicts: readonly { judge: boolean | null; human: boolean }[],
): PassCalibration => {
  const decidedPairs = labeledVerdicts.flatMap(({ judge, human }) =>
    judge === null ? [] : [[judge, human] as const],
  )
  const { true_positive, false_positive, false_negative, true_negative } = countConfusion(decidedPairs)
  const label = (passed: boolean) => (passed ? 'passed' : 'failed')
  return {
    ...calibrate(
      labeledVerdicts.map(({ judge, human }) => ({
        judge: judge === null ? null : label(judge),
        human: label(human),
      })),
    ),
    record: {
      good: true_positive + false_negative,
      good_passed: true_positive,
      bad: true_negative + false_positive,
      bad_failed: true_negative,
    },
  }
}

const findWarning = (labels: number, kappa: number | null): string | null => {
  if (labels < MIN_LABELS)
    return `There are ${String(labels)} labels of people; at least ${String(MIN_LABELS)} are needed.`
  if (kappa === null) return 'All labels and verdicts are the same, which tells nothing about agreement.'
  if (kappa < MIN_KAPPA)
    return `The judge agrees little with people: kappa is ${kappa.toFixed(2)}, under ${String(MIN_KAPPA)}.`
  return null
}

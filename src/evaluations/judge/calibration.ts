/** Measures how well a judge agrees with human labels on the same outputs. */
import { MIN_LABELS, type CalibrationStatus } from '../../schema/calibration.js'
import { countConfusion } from '../stats/confusion-matrix.js'
import { cohensKappa } from '../stats/kappa.js'
import type { JudgeRecord } from '../stats/rogan-gladen.js'

/** A common convention: below this value, human raters are not considered reliable either. */
export const MIN_KAPPA = 0.6

export interface LabeledVerdict {
  /** Null if the judge gave no verdict. */
  judge: string | null
  human: string
}

export interface Calibration {
  status: CalibrationStatus
  /** The reason not to rely on this judge, if there is one. */
  warning: string | null
  /** Number of pairs of a verdict and a label. */
  labels: number
  /** Number of labels without a verdict; they are in no other number. */
  unscored: number
  agreement: number | null
  kappa: number | null
  /** 95 % confidence interval. */
  kappa_interval: [number, number] | null
  /** `counts[i][j]`: the judge chose `labels[i]` and the person `labels[j]`. */
  confusion: { labels: string[]; counts: number[][] }
}

export interface PassCalibration extends Calibration {
  /** Error counts with which pass rates of this judge are corrected. */
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

/** Calibrates a judge that passes or fails outputs. */
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
    return `There are ${String(labels)} human labels; at least ${String(MIN_LABELS)} are needed.`
  if (kappa === null) return 'All labels and verdicts are the same, so agreement cannot be measured.'
  if (kappa < MIN_KAPPA)
    return `The judge agrees poorly with people: kappa is ${kappa.toFixed(2)}, below ${String(MIN_KAPPA)}.`
  return null
}

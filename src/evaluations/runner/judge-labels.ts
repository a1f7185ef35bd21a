/** A judge asked about answers that people have judged, several at a time. */
import { judgeVersionOf, type JudgeVersion } from '../judge/judge-version.js'
import type { CalibrationCreate, JudgeLabel } from '../../schema/calibration.js'
import type { JudgeAnswer } from '../../schema/judge.js'
import { requireCriteria, unscoredProblem } from './judge-errors.js'
import type { Judging } from './judge-client.js'

export interface Verdicts {
  judge: JudgeVersion
  /** The judge's word is null where it gave none. */
  verdicts: { judge: boolean | null; human: boolean }[]
}

const AT_ONCE = 8

export const judgeLabels = async (
  judging: Judging,
  { model, threshold, ...sent }: Pick<CalibrationCreate, 'model' | 'criteria' | 'rubric' | 'threshold'>,
  labels: readonly JudgeLabel[],
): Promise<Verdicts> => {
  const criteria = requireCriteria(sent)
  const signal = new AbortController().signal
  const answers = await inParallel(labels, (label) =>
    judging.judge({ criteria, model, threshold }, label, signal),
  )
  const scored = answers.find(({ reason }) => reason === null)
  if (scored === undefined) throw noneScored(answers)
  const { method, prompt_version } = scored
  return {
    judge: judgeVersionOf({ method, prompt_version, criteria, threshold, model: judging.nameOf(model) }),
    verdicts: labels.map(({ passed }, at) => ({ judge: answers[at]?.passed ?? null, human: passed })),
  }
}

type Answer = Omit<JudgeAnswer, 'id'>

const noneScored = (answers: readonly Answer[]): Error => {
  const [first] = answers
  if (first?.reason == null) throw new Error('there are no labels')
  return unscoredProblem(first.reason, first, 'labels/0/')
}

const inParallel = async <T, R>(items: readonly T[], act: (item: T) => Promise<R>): Promise<R[]> => {
  const results: R[] = []
  // All workers take from one iterator, so that each item is taken once.
  const rest = items.entries()
  const work = async (): Promise<void> => {
    for (const [at, item] of rest) results[at] = await act(item)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return results
}

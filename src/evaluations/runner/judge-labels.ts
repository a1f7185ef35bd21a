/** Judges labeled outputs, several concurrently, and pairs each verdict with its label. */
import { mapConcurrently } from '../../platform/map-concurrently.js'
import { toJudgeVersion, type JudgeVersion } from '../judge/judge-version.js'
import type { CalibrationCreate, JudgeLabel } from '../../schema/calibration.js'
import type { JudgeResponse } from '../../schema/judge.js'
import { requireCriteria, toUnscoredError } from './judge-errors.js'
import type { JudgeClient } from './judge-client.js'

export interface VerdictPairs {
  judge: JudgeVersion
  /** `judge` is null if the judge gave no verdict. */
  verdicts: { judge: boolean | null; human: boolean }[]
}

const MAX_CONCURRENT = 8

export const judgeLabels = async (
  judgeClient: JudgeClient,
  {
    model,
    threshold,
    ...judgedFields
  }: Pick<CalibrationCreate, 'model' | 'criteria' | 'rubric' | 'threshold'>,
  labels: readonly JudgeLabel[],
): Promise<VerdictPairs> => {
  const criteria = requireCriteria(judgedFields)
  const signal = new AbortController().signal
  const replies = await mapConcurrently(labels, MAX_CONCURRENT, (label) =>
    judgeClient.judge({ criteria, model, threshold }, label, signal),
  )
  const firstScored = replies.find(({ reason }) => reason === null)
  if (firstScored === undefined) throw toNoScoreError(replies)
  const { method, prompt_version } = firstScored
  return {
    judge: toJudgeVersion({
      method,
      prompt_version,
      criteria,
      threshold,
      model: judgeClient.resolveModelName(model),
    }),
    verdicts: labels.map(({ passed }, index) => ({ judge: replies[index]?.passed ?? null, human: passed })),
  }
}

type JudgeReply = Omit<JudgeResponse, 'id'>

const toNoScoreError = (replies: readonly JudgeReply[]): Error => {
  const [first] = replies
  if (first?.reason == null) throw new Error('the calibration needs labels')
  return toUnscoredError(first.reason, first, 'labels/0/')
}

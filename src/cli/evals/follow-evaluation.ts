/**
 * Follows an evaluation until it has ended or needs reviewers. The evaluation is durable, so after a broken stream or a
 * restart of the service the command reconnects.
 */
import { FINAL_EVAL_STATUSES, type Evaluation, type EvalStatus } from '../../schema/evaluation.js'
import type { EvaluationsApi } from './evaluations-api.js'

export type Progress = Evaluation['progress']

interface FollowOptions {
  onProgress: (progress: Progress) => void
  pollMs?: number | undefined
}

const POLL_MS = 2_000
const SETTLED_STATUSES: readonly EvalStatus[] = [...FINAL_EVAL_STATUSES, 'awaiting_feedback']

export const followEvaluation = async (
  evaluations: EvaluationsApi,
  evaluation: Evaluation,
  { onProgress, pollMs = POLL_MS }: FollowOptions,
): Promise<Evaluation> => {
  let current = evaluation
  onProgress(current.progress)
  while (!SETTLED_STATUSES.includes(current.status)) {
    const last = await streamProgress(evaluations, current.id, onProgress)
    if (last !== undefined && SETTLED_STATUSES.includes(last.status)) current = last
    else {
      await evaluations.pause(pollMs)
      current = await evaluations.read(current.id)
    }
    onProgress(current.progress)
  }
  return current
}

/** Returns undefined if the stream broke or the evaluation needs reviewers: the caller reads the record then. */
const streamProgress = async (
  evaluations: EvaluationsApi,
  id: string,
  onProgress: (progress: Progress) => void,
): Promise<Evaluation | undefined> => {
  try {
    for await (const { event, data } of evaluations.events(id)) {
      if (event === 'end') return JSON.parse(data) as Evaluation
      if (event !== 'progress') continue
      const { status, progress } = JSON.parse(data) as Pick<Evaluation, 'status' | 'progress'>
      onProgress(progress)
      if (status === 'awaiting_feedback') return undefined
    }
  } catch {
    // Ignored: the caller reads the record next, which reports persistent errors.
  }
  return undefined
}

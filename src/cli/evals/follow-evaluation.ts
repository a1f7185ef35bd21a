/**
 * Follows an evaluation until nothing more happens to it by itself. It is durable: a stream that breaks, and a service that
 * is started again, change nothing about it, so they are come back to.
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

/** Undefined: the stream broke, or it waits for people, and the record has to be read. */
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
    // Reading the record, which comes next, tells what is the matter where it matters.
  }
  return undefined
}

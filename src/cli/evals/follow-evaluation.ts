/**
 * Follows an evaluation until nothing more happens to it by itself. It is durable: a stream that breaks, and a service that
 * is started again, change nothing about it, so they are come back to.
 */
import { EVAL_ENDED, type Evaluation, type EvalStatus } from '../../schema/evaluation.js'
import type { EvaluationCalls } from './evaluations-api.js'

export type Progress = Evaluation['progress']

interface Following {
  show: (progress: Progress) => void
  pauseMs?: number | undefined
}

const PAUSE_MS = 2_000
const SETTLED: readonly EvalStatus[] = [...EVAL_ENDED, 'awaiting_feedback']

export const follow = async (
  evaluations: EvaluationCalls,
  evaluation: Evaluation,
  { show, pauseMs = PAUSE_MS }: Following,
): Promise<Evaluation> => {
  let current = evaluation
  show(current.progress)
  while (!SETTLED.includes(current.status)) {
    const last = await watch(evaluations, current.id, show)
    if (last !== undefined && SETTLED.includes(last.status)) current = last
    else {
      await evaluations.pause(pauseMs)
      current = await evaluations.read(current.id)
    }
    show(current.progress)
  }
  return current
}

/** Undefined: the stream broke, or it waits for people, and the record has to be read. */
const watch = async (
  evaluations: EvaluationCalls,
  id: string,
  show: (progress: Progress) => void,
): Promise<Evaluation | undefined> => {
  try {
    for await (const { event, data } of evaluations.events(id)) {
      if (event === 'end') return JSON.parse(data) as Evaluation
      if (event !== 'progress') continue
      const { status, progress } = JSON.parse(data) as Pick<Evaluation, 'status' | 'progress'>
      show(progress)
      if (status === 'awaiting_feedback') return undefined
    }
  } catch {
    // Reading the record, which comes next, tells what is the matter where it matters.
  }
  return undefined
}

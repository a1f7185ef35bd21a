/** Waits until an evaluation has ended or needs reviewers, or for at most five seconds. */
import type { Bus } from '../../events/bus.js'
import type { EvaluationStore } from '../../store/evaluations/evaluations.js'

const MAX_WAIT_MS = 5_000

export const makeWaitForEvaluation =
  (evaluations: EvaluationStore, bus: Bus) =>
  async (tenant_id: string, eval_id: string): Promise<void> => {
    let wake: () => void = () => undefined
    let isTimedOut = false as boolean
    const unsubscribe = bus.subscribe(eval_id, () => {
      wake()
    })
    const timer = setTimeout(() => {
      isTimedOut = true
      wake()
    }, MAX_WAIT_MS)
    try {
      for (;;) {
        const notified = new Promise<void>((resolve) => (wake = resolve))
        const row = await evaluations.get({ tenant_id, eval_id })
        if (isTimedOut || row?.status !== 'running') return
        await notified
      }
    } finally {
      clearTimeout(timer)
      unsubscribe()
    }
  }

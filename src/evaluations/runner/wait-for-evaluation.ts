/** Waits until an evaluation has nothing left to do by itself, or as long as a client is ready to wait. */
import type { Bus } from '../../events/bus.js'
import type { EvaluationStore } from '../../store/evaluations/evaluations.js'

const WAIT_MS = 5_000

export const whenDone =
  (evaluations: EvaluationStore, bus: Bus) =>
  async (tenant_id: string, eval_id: string): Promise<void> => {
    let heard: () => void = () => undefined
    let isOver = false as boolean
    const unfollow = bus.follow(eval_id, () => {
      heard()
    })
    const timer = setTimeout(() => {
      isOver = true
      heard()
    }, WAIT_MS)
    try {
      for (;;) {
        const news = new Promise<void>((resolve) => (heard = resolve))
        const row = await evaluations.get({ tenant_id, eval_id })
        if (isOver || row?.status !== 'running') return
        await news
      }
    } finally {
      clearTimeout(timer)
      unfollow()
    }
  }

/** Tells when runs have ended: the bus says so, and they are looked up now and then, because what it says may be lost. */
import { isFinal } from '../../domain/runs/run-state.js'
import type { RunStops } from '../../domain/runs/run-cancellation.js'
import type { Bus, RunNews } from '../../events/bus.js'
import { isFinalEvent } from '../../events/run-event.js'
import type { RunStore } from '../../store/runs/runs.js'
import type { Row } from '../../store/sql/tables.js'

type RunRow = Row<'runs'>

interface Parts {
  bus: Bus
  runs: RunStore
  stops: RunStops
}

const LOOK_MS = 2_000

/** `ended` is called once for each; without a run when it was deleted. */
export const makeRunWatch = (
  { bus, runs, stops }: Parts,
  tenant_id: string,
  ended: (run_id: string, run: RunRow | undefined) => void,
) => {
  const unfollow = new Map<string, () => void>()

  /** One that asks for something gets no answer here, and is given up. */
  const ending = async (run_id: string): Promise<{ run: RunRow | undefined } | undefined> => {
    const run = await runs.get({ tenant_id, run_id })
    if (run === undefined || isFinal(run.status)) return { run }
    if (run.status !== 'requires_action') return undefined
    await stops.cancel(tenant_id, run_id)
    return { run }
  }

  const look = async (run_id: string): Promise<void> => {
    // A store that does not answer now is asked again later.
    const found = await ending(run_id).catch(() => undefined)
    const stop = unfollow.get(run_id)
    if (found === undefined || stop === undefined) return
    stop()
    unfollow.delete(run_id)
    ended(run_id, found.run)
  }

  const timer = setInterval(() => {
    for (const run_id of unfollow.keys()) void look(run_id)
  }, LOOK_MS)

  return {
    /** `isNew`: nobody can have worked on it yet. */
    add(run_id: string, isNew: boolean): void {
      const hear = ({ events }: RunNews) => {
        // Without events it is only known that there are some.
        if (events === undefined || events.some(({ type }) => isEnding(type))) void look(run_id)
      }
      unfollow.set(run_id, bus.follow(run_id, hear))
      if (!isNew) void look(run_id)
    },

    close(): void {
      clearInterval(timer)
      for (const stop of unfollow.values()) stop()
      unfollow.clear()
    },
  }
}

const isEnding = (type: string): boolean => isFinalEvent(type) || type === 'run.requires_action'

/** Tells when runs have ended: the bus says so, and they are looked up now and then, because what it says may be lost. */
import { isFinal } from '../../domain/runs/run-state.js'
import type { RunCancellation } from '../../domain/runs/run-cancellation.js'
import type { Bus, RunNotification } from '../../events/bus.js'
import { isFinalEvent } from '../../events/run-event.js'
import type { RunStore } from '../../store/runs/runs.js'
import type { Row } from '../../store/sql/tables.js'

type RunRow = Row<'runs'>

interface RunWatcherDeps {
  bus: Bus
  runs: RunStore
  cancellation: RunCancellation
}

const POLL_MS = 2_000

/** `ended` is called once for each; without a run when it was deleted. */
export const makeRunWatcher = (
  { bus, runs, cancellation }: RunWatcherDeps,
  tenant_id: string,
  onEnded: (run_id: string, run: RunRow | undefined) => void,
) => {
  const subscriptions = new Map<string, () => void>()

  /** One that asks for something gets no answer here, and is given up. */
  const findEndedRun = async (run_id: string): Promise<{ run: RunRow | undefined } | undefined> => {
    const run = await runs.get({ tenant_id, run_id })
    if (run === undefined || isFinal(run.status)) return { run }
    if (run.status !== 'requires_action') return undefined
    await cancellation.cancelRun(tenant_id, run_id)
    return { run }
  }

  const checkRun = async (run_id: string): Promise<void> => {
    // A store that does not answer now is asked again later.
    const endResult = await findEndedRun(run_id).catch(() => undefined)
    const unsubscribe = subscriptions.get(run_id)
    if (endResult === undefined || unsubscribe === undefined) return
    unsubscribe()
    subscriptions.delete(run_id)
    onEnded(run_id, endResult.run)
  }

  const timer = setInterval(() => {
    for (const run_id of subscriptions.keys()) void checkRun(run_id)
  }, POLL_MS)

  return {
    /** `isNew`: nobody can have worked on it yet. */
    add(run_id: string, isNew: boolean): void {
      const onNotification = ({ events }: RunNotification) => {
        // Without events it is only known that there are some.
        if (events === undefined || events.some(({ type }) => endsRun(type))) void checkRun(run_id)
      }
      subscriptions.set(run_id, bus.subscribe(run_id, onNotification))
      if (!isNew) void checkRun(run_id)
    },

    close(): void {
      clearInterval(timer)
      for (const unsubscribe of subscriptions.values()) unsubscribe()
      subscriptions.clear()
    },
  }
}

const endsRun = (type: string): boolean => isFinalEvent(type) || type === 'run.requires_action'

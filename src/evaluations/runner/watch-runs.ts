/** Detects when runs end: from notifications of the bus and, because those may be lost, by polling. */
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

/** `onEnded` is called once per run, with undefined if the run was deleted. */
export const makeRunWatcher = (
  { bus, runs, cancellation }: RunWatcherDeps,
  tenant_id: string,
  onEnded: (run_id: string, run: RunRow | undefined) => void,
) => {
  const subscriptions = new Map<string, () => void>()

  /** A run that requires action is cancelled, because an evaluation cannot provide it. */
  const findEndedRun = async (run_id: string): Promise<{ run: RunRow | undefined } | undefined> => {
    const run = await runs.get({ tenant_id, run_id })
    if (run === undefined || isFinal(run.status)) return { run }
    if (run.status !== 'requires_action') return undefined
    await cancellation.cancelRun(tenant_id, run_id)
    return { run }
  }

  const checkRun = async (run_id: string): Promise<void> => {
    // If the database is unavailable, the next poll tries again.
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
    /** `isNew`: the run was just queued, so it cannot have ended. */
    add(run_id: string, isNew: boolean): void {
      const onNotification = ({ events }: RunNotification) => {
        // A notification without events does not say which events there are, so read the run.
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

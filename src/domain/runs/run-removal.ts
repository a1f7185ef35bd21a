/** Deletes runs that have ended, with what belongs to them alone; see docs/adr/0013. */
import { AppError, notFound } from '../../errors.js'
import type { Bus } from '../../events/bus.js'
import type { Clock } from '../../platform/clock.js'
import type { RetentionOverrideStore } from '../../store/retention/overrides.js'
import type { RunStore } from '../../store/runs/runs.js'
import type { Statement } from '../../store/sql/statement.js'
import type { Row } from '../../store/sql/tables.js'
import type { CheckpointStore } from '../../store/threads/checkpoints.js'
import type { ThreadStore } from '../../store/threads/threads.js'
import { retryOnConflict } from '../retry-on-conflict.js'
import { isFinal } from './run-state.js'

interface Deps {
  runs: RunStore
  threads: ThreadStore
  checkpoints: CheckpointStore
  retentionOverrides: RetentionOverrideStore
  bus: Bus
  clock: Clock
}

export const makeRunRemoval = ({ runs, threads, checkpoints, retentionOverrides, bus, clock }: Deps) => {
  /** A temporary thread that has no other run is removed too: nothing else refers to it. */
  const findOwnThread = async (run: Row<'runs'>): Promise<Row<'threads'> | undefined> => {
    const thread = await threads.get(run)
    if (thread?.temporary !== 1) return undefined
    return (await runs.listOfThread(thread, [], 2, 0)).length === 1 ? thread : undefined
  }

  return {
    /** `extraStatements` are written in the same batch. */
    async remove(
      tenant_id: string,
      run_id: string,
      extraStatements: Statement[] = [],
    ): Promise<{ deleted: true; run_id: string }> {
      return retryOnConflict(async () => {
        const run = await runs.get({ tenant_id, run_id })
        if (run === undefined) throw notFound('Run', run_id)
        if (!isFinal(run.status))
          throw new AppError(
            'resource_conflict',
            `The run is ${run.status}; cancel it before you delete it`,
            {
              status: run.status,
            },
          )
        const thread = await findOwnThread(run)
        const isRemoved =
          thread === undefined
            ? await runs.removeEnded(run, extraStatements)
            : await threads.removeWithRun(thread, [
                ...extraStatements,
                ...checkpoints.removeStatements(thread),
                retentionOverrides.removeStatement({
                  tenant_id,
                  resource: 'threads',
                  resource_id: thread.thread_id,
                }),
                runs.removeEndedStatement(run),
              ])
        if (!isRemoved) return undefined
        const at = clock.now()
        bus.publishDeleted({ tenant_id, topic: 'runs', ids: [run_id], at })
        if (thread !== undefined)
          bus.publishDeleted({ tenant_id, topic: 'threads', ids: [thread.thread_id], at })
        return { deleted: true as const, run_id }
      })
    },
  }
}

export type RunRemoval = ReturnType<typeof makeRunRemoval>

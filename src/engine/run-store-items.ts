/**
 * The long-term store as a run uses it: limited to the run's tenant, and written under the run's lease, so
 * that an execution that lost its lease changes nothing. Operations are retried while the store is
 * unavailable and the run is not stopped; puts are idempotent.
 */
import type { StoreItems } from '../domain/store-items/store-items.js'
import { AppError } from '../errors.js'
import type { StoreItemResult, StoreItemOperation } from '../schema/store-item.js'
import type { RunQueue } from '../store/runs/queue.js'
import type { Row } from '../store/sql/tables.js'

const RETRY_MS = 250

export const makeStoreItemOperations =
  (
    { storeItems, queue }: { storeItems: StoreItems; queue: RunQueue },
    run: Row<'runs'>,
    isStopped: () => boolean,
  ) =>
  async (operations: StoreItemOperation[]): Promise<StoreItemResult[]> => {
    for (;;) {
      try {
        return await storeItems.perform(run.tenant_id, operations, (statements) =>
          queue.writeFenced(run, 'none', statements),
        )
      } catch (error) {
        const isStoreUnavailable = error instanceof AppError && error.code === 'service_unavailable'
        if (!isStoreUnavailable || isStopped()) throw error
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
      }
    }
  }

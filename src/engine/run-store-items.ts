/**
 * The long-term store, as a run uses it: of its tenant, and written under its lease, so that an execution that was given up
 * changes nothing any more. A store that does not answer is asked again as long as the run is to go on: what is put twice is
 * there once.
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
          queue.writeFenced(run, false, statements),
        )
      } catch (error) {
        const isStoreUnavailable = error instanceof AppError && error.code === 'service_unavailable'
        if (!isStoreUnavailable || isStopped()) throw error
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
      }
    }
  }

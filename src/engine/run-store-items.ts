/**
 * The long-term store as a run uses it: limited to the run's tenant, and written under the run's lease, so
 * that an execution that lost its lease changes nothing. Operations are retried while the store is
 * unavailable and the run is not stopped; puts are idempotent.
 */
import type { StoreItems } from '../domain/store-items/store-items.js'
import type { StoreItemResult, StoreItemOperation } from '../schema/store-item.js'
import type { RunQueue } from '../store/runs/queue.js'
import type { Row } from '../store/sql/tables.js'
import { retryWhileUnavailable } from './retry-while-unavailable.js'

export const makeStoreItemOperations =
  (
    { storeItems, queue }: { storeItems: StoreItems; queue: RunQueue },
    run: Row<'runs'>,
    isStopped: () => boolean,
  ) =>
  (operations: StoreItemOperation[]): Promise<StoreItemResult[]> =>
    retryWhileUnavailable(
      () =>
        storeItems.perform(run.tenant_id, operations, (statements) =>
          queue.writeFenced(run, 'none', statements),
        ),
      isStopped,
    )

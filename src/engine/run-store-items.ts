/**
 * The long-term store, as a run uses it: of its tenant, and written under its lease, so that an execution that was given up
 * changes nothing any more. A store that does not answer is asked again as long as the run is to go on: what is put twice is
 * there once.
 */
import type { Items } from '../domain/store-items/store-items.js'
import { AppError } from '../errors.js'
import type { ItemAnswer, ItemOperation } from '../schema/store-item.js'
import type { RunQueue } from '../store/runs/queue.js'
import type { Row } from '../store/sql/tables.js'

const RETRY_MS = 250

export const performItems =
  ({ items, queue }: { items: Items; queue: RunQueue }, run: Row<'runs'>, isStopped: () => boolean) =>
  async (operations: ItemOperation[]): Promise<ItemAnswer[]> => {
    for (;;) {
      try {
        return await items.perform(run.tenant_id, operations, (statements) =>
          queue.store(run, false, statements),
        )
      } catch (error) {
        const isAway = error instanceof AppError && error.code === 'service_unavailable'
        if (!isAway || isStopped()) throw error
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
      }
    }
  }

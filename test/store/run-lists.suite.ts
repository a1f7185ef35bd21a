import { beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../src/platform/ids.js'
import { RUN_STATUSES, type RunStatus } from '../../src/schema/run.js'
import type { RunFilter } from '../../src/store/runs/run-filter.js'
import type { RunListRequest } from '../../src/store/runs/run-lists.js'
import type { Row } from '../../src/store/sql/tables.js'
import { assistantRow, runRow, T0, threadRow } from '../support/rows.js'
import type { Stores } from '../support/stores.js'

export const describeRunLists = (stores: Stores): void => {
  describe('the list of runs', () => {
    const tenant_id = newId()
    const threads = [threadRow({ tenant_id }), threadRow({ tenant_id })]
    const assistants = [assistantRow({ tenant_id }), assistantRow({ tenant_id })]
    /** Sorted newest first. */
    const rows: Row<'runs'>[] = []

    // Two runs for each thread, assistant and status. Groups share a millisecond, so that pages end within ties.
    beforeAll(async () => {
      for (const row of threads) await stores.threads.insert(row)
      for (const row of assistants) await stores.assistants.insert(row)
      // Only one run of a thread can be in progress.
      const occupied = new Set<string>()
      for (let n = 0; n < 2 * threads.length * assistants.length * RUN_STATUSES.length; n++) {
        const thread_id = threads[n % 2]?.thread_id ?? ''
        const requestedStatus = RUN_STATUSES[Math.floor(n / 4) % RUN_STATUSES.length] ?? 'queued'
        const status =
          requestedStatus === 'in_progress' && occupied.has(thread_id) ? 'queued' : requestedStatus
        if (status === 'in_progress') occupied.add(thread_id)
        const row = runRow({
          tenant_id,
          thread_id,
          assistant_id: assistants[Math.floor(n / 2) % 2]?.assistant_id ?? '',
          status,
          created_at: T0 + Math.floor(n / 3),
        })
        await stores.runs.insert(row, { mode: 'enqueue' })
        rows.unshift(row)
      }
    })

    /** Follows the positions of the pages to the end. */
    const listAll = async (filter: RunFilter, request: RunListRequest): Promise<Row<'runs'>[]> => {
      const found: Row<'runs'>[] = []
      for (let after = request.after; ;) {
        const page = await stores.runLists.list(tenant_id, filter, { ...request, after }, T0)
        found.push(...page.rows)
        if (page.next === undefined) return found
        after = page.next
      }
    }

    const filters: { thread: boolean; assistant: boolean; status: RunStatus | undefined }[] = []
    for (const thread of [false, true]) {
      for (const assistant of [false, true]) {
        for (const status of [undefined, ...RUN_STATUSES]) filters.push({ thread, assistant, status })
      }
    }

    it.each(filters)(
      'the list of runs filtered by $thread/$assistant/$status contains the matching runs, page by page',
      async (by) => {
        const filter = {
          thread_id: by.thread ? threads[1]?.thread_id : undefined,
          assistant_ids: by.assistant ? [assistants[0]?.assistant_id ?? ''] : undefined,
          statuses: by.status && [by.status],
        }
        const matching = rows.filter(
          (row) =>
            row.thread_id === (filter.thread_id ?? row.thread_id) &&
            (filter.assistant_ids ?? [row.assistant_id]).includes(row.assistant_id) &&
            (filter.statuses ?? [row.status]).includes(row.status),
        )
        expect(matching.length).toBeGreaterThan(0)
        for (const limit of [1, 4, 100]) {
          expect(await listAll(filter, { limit })).toEqual(matching)
          expect(await listAll(filter, { limit, order: 'asc' })).toEqual(matching.toReversed())
        }
      },
    )

    it('the list of runs is empty when nothing matches', async () => {
      const empty = { rows: [], next: undefined }
      await expect(stores.runLists.list(newId(), {}, { limit: 5 }, T0)).resolves.toEqual(empty)
      await expect(
        stores.runLists.list(tenant_id, { thread_id: newId() }, { limit: 5 }, T0),
      ).resolves.toEqual(empty)
    })
  })
}

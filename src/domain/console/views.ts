/** Saved views of the console. A view that is not shared exists only for the API key or user that created it. */
import { notFound } from '../../errors.js'
import type { Clock } from '../../platform/clock.js'
import { newId } from '../../platform/ids.js'
import type { Page } from '../../schema/common.js'
import type { View, ViewCreate, ViewUpdate } from '../../schema/view.js'
import type { ViewRow, ViewStore } from '../../store/views/views.js'
import type { Caller } from '../caller.js'
import { toPage, toPageRequest, type ListQuery } from '../cursor.js'
import { noIdempotencyStatements, type IdempotencyStatements } from '../idempotency.js'
import { toIso } from '../row-mappers.js'

interface ViewCaller extends Caller {
  tenant_id: string
}

/** Views of older versions have only the name of their owner. */
const isOwner = (row: ViewRow, { id, name }: Caller): boolean =>
  row.created_by_id === null ? row.created_by === name : row.created_by_id === id

export const makeViews = ({ views, clock }: { views: ViewStore; clock: Clock }) => {
  const requireView = async (caller: ViewCaller, view_id: string): Promise<ViewRow> => {
    const row = await views.get({ tenant_id: caller.tenant_id, view_id })
    if (row === undefined || !(row.shared === 1 || isOwner(row, caller))) throw notFound('View', view_id)
    return row
  }

  return {
    async create(
      caller: ViewCaller,
      { name, screen, query, shared = false }: ViewCreate,
      idempotencyStatements: IdempotencyStatements<View> = noIdempotencyStatements,
    ): Promise<View> {
      const now = clock.now()
      const row: ViewRow = {
        tenant_id: caller.tenant_id,
        view_id: newId(),
        name,
        screen,
        query,
        shared: shared ? 1 : 0,
        created_by: caller.name,
        created_by_id: caller.id,
        created_at: now,
        updated_at: now,
      }
      await views.insert(row, ...idempotencyStatements(toView(row)))
      return toView(row)
    },

    get: async (caller: ViewCaller, view_id: string): Promise<View> =>
      toView(await requireView(caller, view_id)),

    async list(
      { tenant_id, id, name }: ViewCaller,
      query: ListQuery & { screen?: string },
    ): Promise<Page<View>> {
      const filter = { tenant_id, caller_id: id, caller_name: name, screen: query.screen }
      const list = `views?${JSON.stringify([id, query.screen])}`
      const page = toPageRequest(list, query)
      const rows = await views.list(filter, page)
      return toPage(list, page, rows, (row) => ({ at: row.created_at, id: row.view_id }), toView)
    },

    async update(caller: ViewCaller, view_id: string, input: ViewUpdate): Promise<View> {
      const row = await requireView(caller, view_id)
      const updated = await views.update({
        ...row,
        name: input.name ?? row.name,
        query: input.query ?? row.query,
        shared: input.shared === undefined ? row.shared : input.shared ? 1 : 0,
        updated_at: clock.now(),
      })
      if (updated === undefined) throw notFound('View', view_id)
      return toView(updated)
    },

    async remove(caller: ViewCaller, view_id: string): Promise<{ deleted: true; view_id: string }> {
      const row = await requireView(caller, view_id)
      if (!(await views.remove(row))) throw notFound('View', view_id)
      return { deleted: true, view_id }
    },
  }
}

export type Views = ReturnType<typeof makeViews>

const toView = (row: ViewRow): View => ({
  id: row.view_id,
  view_id: row.view_id,
  name: row.name,
  screen: row.screen,
  query: row.query,
  shared: row.shared === 1,
  created_by: row.created_by,
  created_at: toIso(row.created_at),
  updated_at: toIso(row.updated_at),
})

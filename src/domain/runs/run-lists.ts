/** Lists and counts runs. */
import type { Clock } from '../../platform/clock.js'
import type { Page } from '../../schema/common.js'
import { RUN_STATUSES } from '../../schema/run.js'
import {
  type CountedField,
  type RunCountQuery,
  type RunCounts,
  type RunListItem,
  type RunQuery,
} from '../../schema/run-list.js'
import type { AssistantStore } from '../../store/assistants/assistants.js'
import type { RunFilter } from '../../store/runs/run-filter.js'
import type { RunEventStore } from '../../store/runs/events.js'
import type { RunListPage, RunListStore, RunSummaryRow } from '../../store/runs/run-lists.js'
import type { ThreadStore } from '../../store/threads/threads.js'
import { encodeCursor, toPageRequest } from '../cursor.js'
import { requireThread } from '../require-resource.js'
import { findCurrentNode } from './current-node.js'
import { parseRunFilter, type RequestedFilter } from './parse-run-filter.js'
import { dropExpiredReservation, toRun, toRunSummary } from './to-run.js'

interface Deps {
  runLists: RunListStore
  runEvents: RunEventStore
  threads: ThreadStore
  assistants: AssistantStore
  clock: Clock
}

/** The node is read for so many runs of a page, from rows of at most so many characters. */
const MAX_CURRENT_NODES = 50
const MAX_ROW_CHARS = 16_384

export const makeRunLists = ({ runLists, runEvents, threads, assistants, clock }: Deps) => {
  const parseFilter = (tenant_id: string, requested: RequestedFilter): Promise<RunFilter> =>
    parseRunFilter(requested, (name) => assistants.listIdsByName(tenant_id, name))

  const readCurrentNodes = async (
    tenant_id: string,
    rows: readonly RunSummaryRow[],
  ): Promise<ReadonlyMap<string, string | null>> => {
    const running = rows.filter(({ status }) => status === 'in_progress').slice(0, MAX_CURRENT_NODES)
    if (running.length === 0) return new Map()
    const ids = running.map(({ run_id }) => run_id)
    const events = await runEvents.readLastEvents(tenant_id, ids, MAX_ROW_CHARS)
    return new Map([...events].map(([run_id, text]) => [run_id, findCurrentNode(text)]))
  }

  const list = async (
    tenant_id: string,
    { limit, cursor, order = 'desc', view = 'full', ...requested }: RunQuery,
  ): Promise<Page<RunListItem>> => {
    const filter = await parseFilter(tenant_id, requested)
    const listKey = `runs?${order}${JSON.stringify(filter)}`
    const page = { ...toPageRequest(listKey, { ...(limit && { limit }), ...(cursor && { cursor }) }), order }
    const now = clock.now()
    const toCurrent = <T extends RunSummaryRow>(row: T): T => dropExpiredReservation(row, now)
    const readPage = async (): Promise<RunListPage<RunListItem>> => {
      if (view === 'summary') {
        const { rows, next } = await runLists.listSummaries(tenant_id, filter, page, now)
        const nodes = await readCurrentNodes(tenant_id, rows)
        return {
          rows: rows.map((row) => ({
            ...toRunSummary(toCurrent(row)),
            current_node: nodes.get(row.run_id) ?? null,
          })),
          next,
        }
      }
      const { rows, next } = await runLists.list(tenant_id, filter, page, now)
      return { rows: rows.map((row) => toRun(toCurrent(row))), next }
    }
    const { rows: data, next } = await readPage()
    return {
      data,
      has_more: next !== undefined,
      next_cursor: next === undefined ? null : encodeCursor(listKey, next),
    }
  }

  /** Statuses are counted one by one: each has an index range of its own, so one with many runs does not hide the others. */
  const countByStatus = async (tenant_id: string, filter: RunFilter): Promise<RunCounts['counts']> => {
    const counts = await Promise.all(
      (filter.statuses ?? RUN_STATUSES).map((status) =>
        countBy(tenant_id, { ...filter, statuses: [status] }, 'status'),
      ),
    )
    return counts.flat()
  }

  const countBy = async (
    tenant_id: string,
    filter: RunFilter,
    by: CountedField | undefined,
  ): Promise<RunCounts['counts']> => {
    const { counts, isCapped } = await runLists.count(tenant_id, filter, by, clock.now())
    return counts.map(({ value, count }) => ({ value, count, capped: isCapped }))
  }

  return {
    list,
    parseFilter,

    async listByThread(
      tenant_id: string,
      thread_id: string,
      query: Omit<RunQuery, 'thread_id'>,
    ): Promise<Page<RunListItem>> {
      const thread = await requireThread(threads, tenant_id, thread_id)
      return list(tenant_id, { ...query, thread_id: thread.thread_id })
    },

    async count(tenant_id: string, { by, ...requested }: RunCountQuery): Promise<RunCounts> {
      const filter = await parseFilter(tenant_id, requested)
      const counted: RunFilter =
        by === 'error_code'
          ? { ...filter, statuses: filter.statuses?.filter((s) => s === 'failed') ?? ['failed'] }
          : filter
      const counts =
        by === 'status' ? await countByStatus(tenant_id, filter) : await countBy(tenant_id, counted, by)
      const present = counts.filter(({ count }) => count > 0)
      return {
        total: present.reduce((sum, { count }) => sum + count, 0),
        capped: counts.some(({ capped }) => capped),
        by: by ?? null,
        counts: by === undefined ? [] : present.toSorted((a, b) => b.count - a.count),
      }
    },
  }
}

export type RunLists = ReturnType<typeof makeRunLists>

/** Crons: schedules with the request of the runs that they create. cron-runs.ts creates the runs. */
import type { Clock } from '../../platform/clock.js'
import { notFound } from '../../errors.js'
import { newId } from '../../platform/ids.js'
import type { JsonObject, Page } from '../../schema/common.js'
import type {
  Cron,
  CronCreate,
  CronDates,
  CronPreview,
  CronUpdate,
  ScheduledCron,
} from '../../schema/cron.js'
import type { AssistantStore } from '../../store/assistants/assistants.js'
import type { CronRow, CronFilter, CronStore } from '../../store/crons/crons.js'
import type { Statement } from '../../store/sql/statement.js'
import type { SearchPage } from '../../store/sql/page.js'
import type { ThreadStore } from '../../store/threads/threads.js'
import { toPage, toPageRequest, type ListQuery } from '../cursor.js'
import { requireAssistant, requireThread } from '../require-resource.js'
import { retryOnConflict } from '../retry-on-conflict.js'
import { noIdempotencyStatements, type IdempotencyStatements } from '../idempotency.js'
import { mergeJson, toIso } from '../row-mappers.js'
import type { RunWebhookCheck } from '../webhooks/check-run-webhook.js'
import { validateSchedule, getNextDate, getNextDates } from './schedule.js'
import { toLangGraphRunCreate, toCron } from './row-mappers.js'
import { checkRecursionLimit } from '../runs/parse-config.js'
import { toAssistantId, parseLangGraphRun } from '../runs/parse-langgraph-run.js'

interface Deps {
  cronStore: CronStore
  assistants: AssistantStore
  threads: ThreadStore
  clock: Clock
  checkWebhook: RunWebhookCheck
  /** The highest `config.recursion_limit` that a request may set. */
  maxRecursionLimit: number
}

interface CronOrigin {
  /** Without it, each run gets a thread of its own. */
  thread_id?: string
  user_id: string
  /** The fields of the creating request that are passed to the runs in `config.configurable`. */
  configurable: JsonObject
}

const toTimestamp = (text: string | null | undefined): number | null =>
  text == null ? null : Date.parse(text)

export const makeCrons = ({
  cronStore,
  assistants,
  threads,
  clock,
  checkWebhook,
  maxRecursionLimit,
}: Deps) => {
  const requireRow = async (tenant_id: string, cron_id: string): Promise<CronRow> => {
    const row = await cronStore.get({ tenant_id, cron_id })
    if (row === undefined) throw notFound('Cron', cron_id)
    return row
  }

  /** Validates the request of the runs when the cron is created or updated, so that its runs cannot fail validation later. */
  const validate = (row: CronRow, now: number): void => {
    validateSchedule(row, now)
    const request = toLangGraphRunCreate(row)
    if (request.webhook != null) checkWebhook(request.webhook)
    checkRecursionLimit(request, maxRecursionLimit)
    parseLangGraphRun(request, {
      thread_id: row.thread_id ?? undefined,
      isStreamed: true,
      configurable: {},
    })
  }

  return {
    async create(
      tenant_id: string,
      body: CronCreate,
      { thread_id, user_id, configurable }: CronOrigin,
      idempotencyStatements: IdempotencyStatements<Cron> = noIdempotencyStatements,
    ): Promise<Cron> {
      const assistant = await requireAssistant(assistants, tenant_id, toAssistantId(body.assistant_id))
      if (thread_id !== undefined) await requireThread(threads, tenant_id, thread_id)
      const now = clock.now()
      const row: CronRow = {
        tenant_id,
        cron_id: newId(),
        assistant_id: assistant.assistant_id,
        thread_id: thread_id ?? null,
        schedule: body.schedule,
        timezone: body.timezone ?? null,
        end_time: toTimestamp(body.end_time),
        on_run_completed: thread_id === undefined ? (body.on_run_completed ?? 'delete') : null,
        enabled: body.enabled === false ? 0 : 1,
        payload: JSON.stringify({ ...body, configurable }),
        metadata: JSON.stringify(body.metadata ?? {}),
        user_id,
        next_run_date: null,
        revision: 1,
        created_at: now,
        updated_at: now,
      }
      validate(row, now)
      const scheduled = { ...row, next_run_date: row.enabled === 1 ? getNextDate(row, now) : null }
      const cron = toCron(scheduled)
      await cronStore.insert(scheduled, ...idempotencyStatements(cron))
      return cron
    },

    update(
      tenant_id: string,
      cron_id: string,
      body: CronUpdate,
      auditStatements: () => Statement[] = () => [],
    ): Promise<Cron> {
      return retryOnConflict(async () => {
        const old = await requireRow(tenant_id, cron_id)
        const now = clock.now()
        const metadata = mergeJson(old.metadata, body.metadata ?? undefined)
        const changed: CronRow = {
          ...old,
          schedule: body.schedule ?? old.schedule,
          timezone: body.timezone === undefined ? old.timezone : body.timezone,
          end_time: body.end_time === undefined ? old.end_time : toTimestamp(body.end_time),
          on_run_completed: old.on_run_completed && (body.on_run_completed ?? old.on_run_completed),
          enabled: body.enabled == null ? old.enabled : Number(body.enabled),
          payload: mergeJson(old.payload, {
            ...withoutIdentity(body),
            ...(body.metadata != null && { metadata: JSON.parse(metadata) as JsonObject }),
          }),
          metadata,
          revision: old.revision + 1,
          updated_at: now,
        }
        validate(changed, now)
        // The next date is only recomputed if the schedule changed, so that other changes do not skip a date that is due now.
        if (isRescheduled(old, changed))
          changed.next_run_date = changed.enabled === 1 ? getNextDate(changed, now) : null
        return (await cronStore.replace(changed, old.revision, auditStatements()))
          ? toCron(changed)
          : undefined
      })
    },

    /** Returns undefined if the cron does not exist. */
    async getMetadata(tenant_id: string, cron_id: string): Promise<string | undefined> {
      return (await cronStore.get({ tenant_id, cron_id }))?.metadata
    },

    async remove(
      tenant_id: string,
      cron_id: string,
      auditStatements: () => Statement[] = () => [],
    ): Promise<void> {
      if (!(await cronStore.remove({ tenant_id, cron_id }, auditStatements())))
        throw notFound('Cron', cron_id)
    },

    /** Returns one cron more than the page if there is a next page. */
    async search(tenant_id: string, filter: CronFilter, page: SearchPage): Promise<Cron[]> {
      return (await cronStore.search(tenant_id, filter, page)).map(toCron)
    },

    /** Newest first, with the next dates of each schedule. */
    async list(tenant_id: string, query: ListQuery): Promise<Page<ScheduledCron>> {
      const page = toPageRequest('crons', query)
      const rows = await cronStore.list(tenant_id, page)
      const now = clock.now()
      return toPage(
        'crons',
        page,
        rows,
        (row) => ({ at: row.created_at, id: row.cron_id }),
        (row) => ({ ...toCron(row), next_run_dates: row.enabled === 1 ? listNextDates(row, now) : [] }),
      )
    },

    /** The dates of a schedule that is not stored. Throws a validation error if it is invalid. */
    preview({ schedule, timezone = null, end_time, count }: CronPreview): CronDates {
      const now = clock.now()
      const dates = { schedule, timezone, end_time: toTimestamp(end_time) }
      validateSchedule(dates, now)
      return { next_run_dates: listNextDates(dates, now, count) }
    },

    count: (tenant_id: string, filter: CronFilter): Promise<number> => cronStore.count(tenant_id, filter),
  }
}

export type Crons = ReturnType<typeof makeCrons>

const NEXT_DATES = 5

const listNextDates = (
  dates: Pick<CronRow, 'schedule' | 'timezone' | 'end_time'>,
  now: number,
  count = NEXT_DATES,
): string[] => getNextDates(dates, now, count).map(toIso)

const isRescheduled = (old: CronRow, changed: CronRow): boolean =>
  (['schedule', 'timezone', 'end_time', 'enabled'] as const).some((name) => old[name] !== changed[name])

/** The identity that is passed to runs is that of the creating request and cannot be changed. */
const withoutIdentity = ({ configurable: _, ...body }: CronUpdate & { configurable?: unknown }): CronUpdate =>
  body

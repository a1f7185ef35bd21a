/** Crons: what runs are to be made of, and when. cron-runs.ts makes them. */
import type { Clock } from '../../platform/clock.js'
import { notFound } from '../../errors.js'
import { newId } from '../../platform/ids.js'
import type { JsonObject } from '../../schema/common.js'
import type { Cron, CronCreate, CronUpdate } from '../../schema/cron.js'
import type { AssistantStore } from '../../store/assistants/assistants.js'
import type { CronRow, CronSearch, CronStore } from '../../store/crons/crons.js'
import type { SearchPage } from '../../store/threads/search.js'
import type { ThreadStore } from '../../store/threads/threads.js'
import { requireAssistant, requireThread } from '../require-resource.js'
import { untilUndisturbed } from '../retry-on-conflict.js'
import { noReceipt, type Receipt } from '../idempotency.js'
import { mergeJson } from '../row-mappers.js'
import type { WebhookCheck } from '../webhooks/check-run-webhook.js'
import { checkDates, nextDate } from './schedule.js'
import { runRequestOf, toCron } from './row-mappers.js'
import { assistantIdOf, readRunRequest } from '../runs/parse-langgraph-run.js'

interface Parts {
  crons: CronStore
  assistants: AssistantStore
  threads: ThreadStore
  clock: Clock
  checkWebhook: WebhookCheck
}

interface Origin {
  /** None: each run has a thread of its own. */
  thread_id?: string
  user_id: string
  /** What its runs are told of who made it. */
  configurable: JsonObject
}

const timeOf = (text: string | null | undefined): number | null => (text == null ? null : Date.parse(text))

export const makeCrons = ({ crons, assistants, threads, clock, checkWebhook }: Parts) => {
  const requireRow = async (tenant_id: string, cron_id: string): Promise<CronRow> => {
    const row = await crons.get({ tenant_id, cron_id })
    if (row === undefined) throw notFound('Cron', cron_id)
    return row
  }

  /** What would be wrong with every run of it is told now. */
  const check = (row: CronRow, now: number): void => {
    checkDates(row, now)
    const { webhook } = runRequestOf(row)
    if (webhook != null) checkWebhook(webhook)
    readRunRequest(runRequestOf(row), {
      thread_id: row.thread_id ?? undefined,
      isStreamed: true,
      configurable: {},
    })
  }

  return {
    async create(
      tenant_id: string,
      sent: CronCreate,
      { thread_id, user_id, configurable }: Origin,
      receipt: Receipt<Cron> = noReceipt,
    ): Promise<Cron> {
      const assistant = await requireAssistant(assistants, tenant_id, assistantIdOf(sent.assistant_id))
      if (thread_id !== undefined) await requireThread(threads, tenant_id, thread_id)
      const now = clock.now()
      const row: CronRow = {
        tenant_id,
        cron_id: newId(),
        assistant_id: assistant.assistant_id,
        thread_id: thread_id ?? null,
        schedule: sent.schedule,
        timezone: sent.timezone ?? null,
        end_time: timeOf(sent.end_time),
        on_run_completed: thread_id === undefined ? (sent.on_run_completed ?? 'delete') : null,
        enabled: sent.enabled === false ? 0 : 1,
        payload: JSON.stringify({ ...sent, configurable }),
        metadata: JSON.stringify(sent.metadata ?? {}),
        user_id,
        next_run_date: null,
        revision: 1,
        created_at: now,
        updated_at: now,
      }
      check(row, now)
      const dated = { ...row, next_run_date: row.enabled === 1 ? nextDate(row, now) : null }
      const cron = toCron(dated)
      await crons.insert(dated, ...receipt(cron))
      return cron
    },

    update(tenant_id: string, cron_id: string, sent: CronUpdate): Promise<Cron> {
      return untilUndisturbed(async () => {
        const old = await requireRow(tenant_id, cron_id)
        const now = clock.now()
        const metadata = mergeJson(old.metadata, sent.metadata ?? undefined)
        const changed: CronRow = {
          ...old,
          schedule: sent.schedule ?? old.schedule,
          timezone: sent.timezone === undefined ? old.timezone : sent.timezone,
          end_time: sent.end_time === undefined ? old.end_time : timeOf(sent.end_time),
          on_run_completed: old.on_run_completed && (sent.on_run_completed ?? old.on_run_completed),
          enabled: sent.enabled == null ? old.enabled : Number(sent.enabled),
          payload: mergeJson(old.payload, {
            ...withoutIdentity(sent),
            ...(sent.metadata != null && { metadata: JSON.parse(metadata) as JsonObject }),
          }),
          metadata,
          revision: old.revision + 1,
          updated_at: now,
        }
        check(changed, now)
        // A date that is due at this moment is not lost by a change that has nothing to do with dates.
        if (isRedated(old, changed))
          changed.next_run_date = changed.enabled === 1 ? nextDate(changed, now) : null
        return (await crons.replace(changed, old.revision)) ? toCron(changed) : undefined
      })
    },

    /** Undefined: there is none. */
    async metadataOf(tenant_id: string, cron_id: string): Promise<string | undefined> {
      return (await crons.get({ tenant_id, cron_id }))?.metadata
    },

    async remove(tenant_id: string, cron_id: string): Promise<void> {
      if (!(await crons.remove({ tenant_id, cron_id }))) throw notFound('Cron', cron_id)
    },

    /** One more than the page, where there is one. */
    async search(tenant_id: string, wanted: CronSearch, page: SearchPage): Promise<Cron[]> {
      return (await crons.search(tenant_id, wanted, page)).map(toCron)
    },

    count: (tenant_id: string, wanted: CronSearch): Promise<number> => crons.count(tenant_id, wanted),
  }
}

export type Crons = ReturnType<typeof makeCrons>

const isRedated = (old: CronRow, changed: CronRow): boolean =>
  (['schedule', 'timezone', 'end_time', 'enabled'] as const).some((name) => old[name] !== changed[name])

/** Who a run is for is what it was when the cron was made. */
const withoutIdentity = ({ configurable: _, ...sent }: CronUpdate & { configurable?: unknown }): CronUpdate =>
  sent

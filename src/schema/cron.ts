/** Cron jobs in the format of the LangGraph SDKs. */
import { Type, type Static } from 'typebox'
import { JsonObject, Metadata, Nullable, OneOf, Page, Text, Timestamp, Uuid } from './common.js'
import { LangGraphRunCreate } from './langgraph-run.js'

export const ON_RUN_COMPLETED = ['delete', 'keep'] as const
export type OnRunCompleted = (typeof ON_RUN_COMPLETED)[number]

/** Fields of a cron job that are copied to each of its runs. */
const { properties: runFields } = Type.Pick(LangGraphRunCreate, [
  'input',
  'metadata',
  'config',
  'context',
  'webhook',
  'interrupt_before',
  'interrupt_after',
  'stream_mode',
  'stream_subgraphs',
  'stream_resumable',
  'multitask_strategy',
  'durability',
  'checkpoint_during',
])
export const CRON_RUN_FIELDS = Object.keys(runFields)

const schedule = Text({
  minLength: 1,
  maxLength: 256,
  description: 'A cron expression: minute, hour, day of the month, month, day of the week.',
  examples: ['30 9 * * 1-5'],
})

const scheduleFields = {
  timezone: Type.Optional(
    Nullable(
      Text({ minLength: 1, maxLength: 256, description: 'The time zone of the schedule. Default: UTC.' }),
    ),
  ),
  end_time: Type.Optional(Nullable(Timestamp)),
  enabled: Type.Optional(Nullable(Type.Boolean())),
  on_run_completed: Type.Optional(
    Nullable(
      OneOf(ON_RUN_COMPLETED, 'What happens to the thread of a stateless cron job when the run has ended.'),
    ),
  ),
}

export const CronCreate = Type.Object(
  { assistant_id: LangGraphRunCreate.properties.assistant_id, schedule, ...scheduleFields, ...runFields },
  {
    title: 'CronCreate',
    description: 'A cron to create: a schedule, and the options of the runs that it creates.',
    examples: [{ assistant_id: 'agent', schedule: '30 9 * * 1-5', input: { messages: [] } }],
  },
)
export type CronCreate = Static<typeof CronCreate>

export const CronUpdate = Type.Object(
  { schedule: Type.Optional(Nullable(schedule)), ...scheduleFields, ...runFields },
  { title: 'CronUpdate', description: 'Fields to change.', examples: [{ enabled: false }] },
)
export type CronUpdate = Static<typeof CronUpdate>

const CRON_EXAMPLE = {
  cron_id: '0198c9a2-b1d4-7d90-9e21-7b8c1d2e3f41',
  assistant_id: '0198c9a2-7f3b-7c41-9d0e-2b6f0e5a1c11',
  thread_id: null,
  on_run_completed: 'delete',
  end_time: null,
  schedule: '30 9 * * 1-5',
  timezone: null,
  created_at: '2026-01-31T09:30:00.000Z',
  updated_at: '2026-01-31T09:30:00.000Z',
  payload: { input: { messages: [] } },
  user_id: null,
  next_run_date: '2026-02-02T09:30:00.000Z',
  metadata: {},
  enabled: true,
}

export const Cron = Type.Object(
  {
    cron_id: Uuid,
    assistant_id: Uuid,
    thread_id: Nullable(Uuid),
    on_run_completed: Nullable(
      OneOf(ON_RUN_COMPLETED, 'What happens to the thread of a stateless cron job.'),
    ),
    end_time: Nullable(Timestamp),
    schedule,
    timezone: Nullable(Type.String()),
    created_at: Timestamp,
    updated_at: Timestamp,
    payload: JsonObject,
    user_id: Nullable(Type.String()),
    next_run_date: Nullable(Timestamp),
    metadata: Metadata,
    enabled: Type.Boolean(),
  },
  {
    title: 'Cron',
    description: 'A schedule that creates runs. `payload` has the options of the runs.',
    examples: [CRON_EXAMPLE],
  },
)
export type Cron = Static<typeof Cron>

export const CronSelection = Type.Object(
  { ...Type.Partial(Cron).properties, now: Type.Optional(Timestamp) },
  {
    title: 'CronSelection',
    description:
      'A cron with all fields, or with the fields that `select` names. `now` is present if `select` names it.',
    examples: [CRON_EXAMPLE],
  },
)

export const CRON_SORTS = [
  'cron_id',
  'assistant_id',
  'thread_id',
  'next_run_date',
  'end_time',
  'created_at',
  'updated_at',
] as const

const next_run_dates = Type.Array(Timestamp, {
  description: 'The next dates, at most as many as requested. Empty if the cron is disabled or has ended.',
})

export const ScheduledCron = Type.Object(
  { ...Cron.properties, next_run_dates },
  {
    title: 'ScheduledCron',
    description: 'A cron with its next five dates.',
    examples: [{ ...CRON_EXAMPLE, next_run_dates: ['2026-02-02T09:30:00.000Z'] }],
  },
)
export type ScheduledCron = Static<typeof ScheduledCron>
export const ScheduledCronPage = Page(ScheduledCron, 'ScheduledCronPage')

export const CronPreview = Type.Object(
  {
    schedule,
    timezone: scheduleFields.timezone,
    end_time: scheduleFields.end_time,
    count: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 50, default: 5, description: 'How many dates to return.' }),
    ),
  },
  {
    title: 'CronPreview',
    description: 'A schedule that is not stored.',
    examples: [{ schedule: '30 9 * * 1-5', timezone: 'Europe/Berlin' }],
  },
)
export type CronPreview = Static<typeof CronPreview>

export const CronDates = Type.Object({ next_run_dates }, { title: 'CronDates' })
export type CronDates = Static<typeof CronDates>

export const CronRun = Type.Object(
  { cron_id: Uuid, run_id: Uuid },
  { title: 'CronRun', description: 'A run that a cron has created outside of its schedule.' },
)
export type CronRun = Static<typeof CronRun>

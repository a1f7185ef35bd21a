import { Type, type Static } from 'typebox'
import { Metadata, Nullable, OneOf, Page, RetentionDays, Text, Timestamp, Uuid } from './common.js'

export const THREAD_STATUSES = ['idle', 'busy', 'interrupted', 'error'] as const
export type ThreadStatus = (typeof THREAD_STATUSES)[number]

const title = Text({ maxLength: 1_000, description: 'The topic of the thread.' })

export const ThreadCreate = Type.Object(
  {
    thread_id: Type.Optional(Uuid),
    if_exists: Type.Optional(
      Type.Unsafe<'raise' | 'do_nothing'>({
        type: 'string',
        enum: ['raise', 'do_nothing'],
        default: 'raise',
        description: 'What to do if `thread_id` exists: respond with 409, or return the existing thread.',
      }),
    ),
    assistant_id: Type.Optional(Nullable(Uuid)),
    title: Type.Optional(Nullable(title)),
    metadata: Type.Optional(Metadata),
    retention_days: Type.Optional(RetentionDays),
  },
  {
    title: 'ThreadCreate',
    description: 'A thread to create; all fields are optional.',
    examples: [{ metadata: { user_id: 'user-42', session: 'web' } }],
  },
)
export type ThreadCreate = Static<typeof ThreadCreate>

export const ThreadUpdate = Type.Object(
  {
    assistant_id: Type.Optional(Nullable(Uuid)),
    title: Type.Optional(Nullable(title)),
    metadata: Type.Optional(Metadata),
    retention_days: Type.Optional(RetentionDays),
  },
  {
    title: 'ThreadUpdate',
    description: 'Fields to change. `metadata` is merged key by key, other fields are replaced.',
    examples: [{ title: 'Refund of order 1017' }],
  },
)
export type ThreadUpdate = Static<typeof ThreadUpdate>

export const Thread = Type.Object(
  {
    id: Uuid,
    thread_id: Uuid,
    assistant_id: Nullable(Uuid),
    title: Nullable(title),
    status: OneOf(THREAD_STATUSES, '`idle`, or the status that follows from its newest run.'),
    metadata: Metadata,
    retention_days: RetentionDays,
    created_at: Timestamp,
    updated_at: Timestamp,
  },
  {
    title: 'Thread',
    description: 'A conversation, or the context of a workflow.',
    examples: [
      {
        id: '0198c9a2-8d10-7a52-b1f4-6f0d3c9e7a20',
        thread_id: '0198c9a2-8d10-7a52-b1f4-6f0d3c9e7a20',
        assistant_id: null,
        title: null,
        status: 'idle',
        metadata: { user_id: 'user-42', session: 'web' },
        retention_days: null,
        created_at: '2026-01-31T09:30:00.000Z',
        updated_at: '2026-01-31T09:30:00.000Z',
      },
    ],
  },
)
export type Thread = Static<typeof Thread>

export const ThreadPage = Page(Thread, 'ThreadPage')
export const ThreadDeleted = Type.Object(
  { deleted: Type.Literal(true), thread_id: Uuid },
  { title: 'ThreadDeleted' },
)

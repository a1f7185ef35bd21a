import { Type, type Static } from 'typebox'
import { Nullable, OneOf, Timestamp } from './common.js'

export const STORAGE_KINDS = [
  'runs',
  'events',
  'checkpoints',
  'threads',
  'messages',
  'assistants',
  'webhooks',
  'guardrails',
  'evaluations',
  'datasets',
  'statistics',
  'store',
  'other',
] as const
export type StorageKind = (typeof STORAGE_KINDS)[number]

const count = (description: string) => Type.Integer({ minimum: 0, description })

export const StorageStatistics = Type.Object(
  {
    measured_at: Timestamp,
    total_bytes: count('The size of the database.'),
    free_bytes: Nullable(
      count(
        'Space of deleted rows that is still part of the file; null on PostgreSQL, which manages it by itself.',
      ),
    ),
    kinds: Type.Array(
      Type.Object({
        kind: OneOf(STORAGE_KINDS, 'What is stored.'),
        bytes: count('Bytes with indexes.'),
        rows: count('Rows; estimated on PostgreSQL.'),
      }),
      { description: 'All kinds, always in the same order.' },
    ),
    retention: Type.Object({
      days: Nullable(Type.Number({ description: 'RETENTION_DAYS; null: runs are kept.' })),
      assistants: count('Assistants with a period of their own.'),
      threads: count('Threads with a period of their own.'),
    }),
    oldest_run_at: Nullable(
      Type.String({ format: 'date-time', description: 'When the oldest run of the tenant was created.' }),
    ),
    last_purge_at: Nullable(
      Type.String({ format: 'date-time', description: 'The end of the last complete purge, on any node.' }),
    ),
    purged: Type.Object(
      {
        runs: count('Runs.'),
        events: count('Events.'),
        checkpoints: count('Checkpoints that were removed together with their run.'),
        threads: count('Temporary threads.'),
      },
      { description: 'What has been purged because of its age, since the database was created.' },
    ),
  },
  {
    title: 'StorageStatistics',
    examples: [
      {
        measured_at: '2026-01-31T09:30:00.000Z',
        total_bytes: 84_213_760,
        free_bytes: 1_048_576,
        kinds: [{ kind: 'runs', bytes: 12_582_912, rows: 10_000 }],
        retention: { days: 30, assistants: 1, threads: 0 },
        oldest_run_at: '2026-01-01T09:30:00.000Z',
        last_purge_at: '2026-01-31T09:29:12.000Z',
        purged: { runs: 1_200, events: 18_400, checkpoints: 3_600, threads: 900 },
      },
    ],
  },
)
export type StorageStatistics = Static<typeof StorageStatistics>

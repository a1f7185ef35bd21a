/** Operations on existing runs: reruns, reservations, and bulk operations with progress. */
import { Type, type Static } from 'typebox'
import { JsonObject, Nullable, OneOf, Timestamp, Uuid } from './common.js'
import { RunFilter } from './run-list.js'

const strict = { additionalProperties: false } as const

export const RunRerun = Type.Object(
  {
    from_checkpoint_id: Type.Optional(
      Type.String({
        format: 'uuid',
        description:
          'A checkpoint of the thread: the new run continues from there, in a new branch of the thread. Default: the run starts again with its input.',
      }),
    ),
    input: Type.Optional(
      Type.Unsafe<JsonObject>({
        ...JsonObject,
        description: 'Replaces the input. Default: the input of the run, or none with `from_checkpoint_id`.',
      }),
    ),
    assistant_version: Type.Optional(
      Type.Integer({ minimum: 1, description: 'Default: the version that the run has used.' }),
    ),
  },
  { ...strict, title: 'RunRerun', examples: [{ assistant_version: 8 }] },
)
export type RunRerun = Static<typeof RunRerun>

export const RunReserve = Type.Object(
  {
    seconds: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 86_400,
        default: 300,
        description: 'The length of the reservation.',
      }),
    ),
  },
  { ...strict, title: 'RunReserve', examples: [{ seconds: 300 }] },
)
export type RunReserve = Static<typeof RunReserve>

export const RunDeleted = Type.Object({ deleted: Type.Literal(true), run_id: Uuid }, { title: 'RunDeleted' })

export const BULK_ACTIONS = ['cancel', 'rerun', 'delete'] as const
export type BulkAction = (typeof BULK_ACTIONS)[number]

export const OPERATION_STATUSES = ['running', 'completed'] as const
export type OperationStatus = (typeof OPERATION_STATUSES)[number]
export type OperationItemStatus = 'pending' | 'done' | 'failed'

export const MAX_BULK_IDS = 1_000
export const MAX_BULK_RUNS = 10_000

export const RunBulk = Type.Object(
  {
    action: OneOf(BULK_ACTIONS, 'What to do with each run.'),
    run_ids: Type.Optional(
      Type.Array(Uuid, {
        minItems: 1,
        maxItems: MAX_BULK_IDS,
        description: 'The runs. Either this or `filter` is required.',
      }),
    ),
    filter: Type.Optional(RunFilter),
    dry_run: Type.Optional(
      Type.Boolean({ default: false, description: 'True: only count the runs, change nothing.' }),
    ),
  },
  {
    ...strict,
    title: 'RunBulk',
    description:
      'With `filter`, `cancel` applies to the matching runs that have not ended, `rerun` and `delete` to those that have, ' +
      `newest first, up to ${MAX_BULK_RUNS.toLocaleString('en')}.`,
    examples: [{ action: 'rerun', filter: { status: 'failed', error_code: 'timeout' } }],
  },
)
export type RunBulk = Static<typeof RunBulk>

export const Operation = Type.Object(
  {
    id: Uuid,
    operation_id: Uuid,
    action: OneOf(BULK_ACTIONS, 'What the operation does with each run.'),
    status: OneOf(OPERATION_STATUSES, 'The status of the operation.'),
    dry_run: Type.Boolean(),
    total: Type.Integer({ description: 'The number of runs of the operation.' }),
    done: Type.Integer({ description: 'The runs that were processed successfully.' }),
    failed: Type.Integer({ description: 'The runs that could not be processed.' }),
    capped: Type.Boolean({
      description: 'True if more runs may match the filter than the operation processes.',
    }),
    errors: Type.Array(
      Type.Object({ run_id: Uuid, code: Type.String(), message: Type.String() }, { title: 'OperationError' }),
      { description: 'The first ten errors.' },
    ),
    created_by: Nullable(Type.String({ description: 'The name of the caller.' })),
    created_at: Timestamp,
    completed_at: Nullable(Timestamp),
  },
  {
    title: 'Operation',
    description: 'A bulk operation. It continues after a crash of the service and is kept for 7 days.',
    examples: [
      {
        id: '0198c9a2-b1d0-7c3a-8f11-5a6b7c8d9e0f',
        operation_id: '0198c9a2-b1d0-7c3a-8f11-5a6b7c8d9e0f',
        action: 'cancel',
        status: 'running',
        dry_run: false,
        total: 400,
        done: 120,
        failed: 1,
        capped: false,
        errors: [
          {
            run_id: '0198c9a2-a5c4-7d90-9e21-7b8c1d2e3f40',
            code: 'resource_conflict',
            message: 'The run is completed and can no longer be cancelled',
          },
        ],
        created_by: 'web shop',
        created_at: '2026-01-31T09:30:00.000Z',
        completed_at: null,
      },
    ],
  },
)
export type Operation = Static<typeof Operation>

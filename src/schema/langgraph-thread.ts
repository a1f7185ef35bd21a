/** Threads and their states in the format of the LangGraph SDKs. */
import { Type, type Static } from 'typebox'
import { JsonObject, Metadata, Nullable, OneOf, Timestamp, Uuid } from './common.js'
import { THREAD_STATUSES } from './thread.js'

const Interrupt = Type.Object(
  {
    id: Type.Optional(Type.String({ description: 'Identifies the interrupt in `command.resume`.' })),
    value: Type.Optional(Type.Unknown({ description: 'The value that the graph passed to `interrupt`.' })),
  },
  {
    title: 'LangGraphInterrupt',
    additionalProperties: true,
    description: 'A point at which a graph waits for a resume value.',
  },
)

const ThreadTtl = Type.Object({
  strategy: Type.Literal('delete'),
  ttl_minutes: Type.Number({ description: 'Minutes without use until the thread is deleted.' }),
  expires_at: Timestamp,
})

const EXAMPLE = {
  thread_id: '0198c9a2-8d10-7a52-b1f4-6f0d3c9e7a20',
  created_at: '2026-01-31T09:30:00.000Z',
  updated_at: '2026-01-31T09:30:00.000Z',
  state_updated_at: null,
  metadata: { user_id: 'user-42' },
  status: 'idle',
  config: {},
  values: null,
  interrupts: {},
}

export const LangGraphThread = Type.Object(
  {
    thread_id: Uuid,
    created_at: Timestamp,
    updated_at: Timestamp,
    state_updated_at: Nullable(Timestamp),
    metadata: Metadata,
    status: OneOf(THREAD_STATUSES, '`idle`, or the status that follows from its newest run.'),
    config: Type.Record(Type.String(), Type.Unknown(), { description: 'The config of the last run.' }),
    values: Type.Unknown({ description: 'The values of the latest state; null if the thread has no state.' }),
    interrupts: Type.Record(Type.String(), Type.Array(Interrupt), {
      description: 'The open interrupts, by the id of the task that waits.',
    }),
    ttl: Type.Optional(Nullable(ThreadTtl)),
  },
  {
    title: 'LangGraphThread',
    description: 'A conversation, or the context of a workflow. `ttl` is present if `include` names it.',
    examples: [EXAMPLE],
  },
)
export type LangGraphThread = Static<typeof LangGraphThread>

export const LangGraphThreadSelection = Type.Object(
  {
    ...Type.Partial(LangGraphThread).properties,
    extracted: Type.Optional(
      Type.Record(Type.String(), Type.Unknown(), { description: 'The values at the paths of `extract`.' }),
    ),
  },
  {
    title: 'LangGraphThreadSelection',
    description: 'A thread with all fields, or with the fields that `select` names.',
    examples: [EXAMPLE],
  },
)

export const ThreadsPruned = Type.Object(
  { pruned_count: Type.Integer({ description: 'The number of threads that were deleted or pruned.' }) },
  { title: 'LangGraphThreadsPruned', examples: [{ pruned_count: 2 }] },
)

const Checkpoint = Type.Object(
  {
    thread_id: Type.Optional(Uuid),
    checkpoint_id: Type.Optional(Type.String()),
    checkpoint_ns: Type.String({
      description: 'The nested graph of the checkpoint; empty for the graph itself.',
    }),
    checkpoint_map: Type.Optional(Nullable(JsonObject)),
  },
  {
    title: 'LangGraphCheckpoint',
    additionalProperties: true,
    description: 'The position of a state in the history.',
  },
)

export const LangGraphThreadState = Type.Object(
  {
    values: Type.Unknown({ description: 'The values of the channels of the graph.' }),
    next: Type.Array(Type.String(), { description: 'The nodes that the graph executes next.' }),
    tasks: Type.Array(
      Type.Object({
        id: Type.String(),
        name: Type.String({ description: 'The name of the node.' }),
        error: Nullable(Type.String()),
        interrupts: Type.Array(Interrupt),
        path: Type.Optional(Type.Array(Type.Unknown())),
        checkpoint: Nullable(JsonObject),
        state: Nullable(
          Type.Record(Type.String(), Type.Unknown(), {
            description:
              'The state of the nested graph, in the format of `LangGraphThreadState`; with `subgraphs`.',
          }),
        ),
        result: Type.Unknown({ description: 'What the node returned; null if it has not ended.' }),
      }),
      { description: 'The tasks of the next step.' },
    ),
    metadata: Nullable(JsonObject),
    created_at: Nullable(Type.String({ description: 'ISO 8601.' })),
    checkpoint: Nullable(Checkpoint),
    parent_checkpoint: Nullable(Checkpoint),
    interrupts: Type.Array(Interrupt),
  },
  {
    title: 'LangGraphThreadState',
    description:
      'The state of a thread at a checkpoint. A thread in which no run has started has an empty state.',
    examples: [
      {
        values: { messages: [{ type: 'human', content: 'Hello' }] },
        next: [],
        tasks: [],
        metadata: { source: 'loop', step: 1 },
        created_at: '2026-01-31T09:30:00.000Z',
        checkpoint: {
          thread_id: '0198c9a2-8d10-7a52-b1f4-6f0d3c9e7a20',
          checkpoint_id: '1f0fe9a2-7f3b-6c41-8000-2b6f0e5a1c11',
          checkpoint_ns: '',
          checkpoint_map: null,
        },
        parent_checkpoint: null,
        interrupts: [],
      },
    ],
  },
)

export const LangGraphStateUpdated = Type.Object(
  { checkpoint: Checkpoint },
  {
    title: 'LangGraphStateUpdated',
    description: 'The checkpoint that the update created.',
    examples: [
      {
        checkpoint: {
          thread_id: '0198c9a2-8d10-7a52-b1f4-6f0d3c9e7a20',
          checkpoint_id: '1f0fe9a2-7f3b-6c41-8000-2b6f0e5a1c11',
          checkpoint_ns: '',
        },
      },
    ],
  },
)

/** Runs in the format of the LangGraph SDKs. */
import { Type, type Static } from 'typebox'
import { JsonObject, Metadata, Nullable, OneOf, Text, Timestamp, Uuid } from './common.js'
import { MULTITASK_STRATEGIES } from './run.js'
import { DURABILITIES, STREAM_MODES } from './run-kwargs.js'

const mode = OneOf(STREAM_MODES, 'A stream mode of LangGraph.')
const nodes = Type.Union([Type.Literal('*'), Type.Array(Type.String())])

export const LangGraphRunCreate = Type.Object(
  {
    assistant_id: Text({
      minLength: 1,
      maxLength: 256,
      description: 'The id of an assistant or of a graph.',
    }),
    input: Type.Optional(Type.Unknown()),
    command: Type.Optional(
      Nullable(
        Type.Object({
          update: Type.Optional(Type.Unknown()),
          resume: Type.Optional(Type.Unknown()),
          goto: Type.Optional(Type.Unknown()),
        }),
      ),
    ),
    metadata: Type.Optional(Nullable(Metadata)),
    config: Type.Optional(Nullable(JsonObject)),
    context: Type.Optional(Nullable(JsonObject)),
    checkpoint: Type.Optional(Nullable(JsonObject)),
    checkpoint_id: Type.Optional(Nullable(Type.String())),
    webhook: Type.Optional(
      Nullable(
        Text({ minLength: 1, maxLength: 65_536, description: 'A URL that is notified when the run ends.' }),
      ),
    ),
    interrupt_before: Type.Optional(Nullable(nodes)),
    interrupt_after: Type.Optional(Nullable(nodes)),
    stream_mode: Type.Optional(Nullable(Type.Union([mode, Type.Array(mode)]))),
    stream_subgraphs: Type.Optional(Nullable(Type.Boolean())),
    stream_resumable: Type.Optional(Nullable(Type.Boolean())),
    on_disconnect: Type.Optional(
      Nullable(OneOf(['cancel', 'continue'], 'What to do if the client disconnects.')),
    ),
    multitask_strategy: Type.Optional(
      Nullable(OneOf(MULTITASK_STRATEGIES, 'What to do if the thread is busy.')),
    ),
    if_not_exists: Type.Optional(
      Nullable(OneOf(['create', 'reject'], 'What to do if the thread does not exist.')),
    ),
    on_completion: Type.Optional(
      Nullable(OneOf(['delete', 'keep'], 'What happens to the temporary thread of a stateless run.')),
    ),
    after_seconds: Type.Optional(Nullable(Type.Number({ minimum: 0, maximum: 31_536_000 }))),
    durability: Type.Optional(Nullable(OneOf(DURABILITIES, 'When checkpoints are stored.'))),
    checkpoint_during: Type.Optional(Nullable(Type.Boolean())),
    feedback_keys: Type.Optional(Nullable(Type.Array(Type.String()))),
  },
  {
    title: 'LangGraphRunCreate',
    description: 'A run to create. A null means the same as an absent field.',
    examples: [
      {
        assistant_id: 'agent',
        input: { messages: [{ role: 'user', content: 'Hello' }] },
        stream_mode: ['values'],
      },
    ],
  },
)
export type LangGraphRunCreate = Static<typeof LangGraphRunCreate>

export const LANGGRAPH_RUN_STATUSES = [
  'pending',
  'running',
  'error',
  'success',
  'timeout',
  'interrupted',
] as const
export type LangGraphRunStatus = (typeof LANGGRAPH_RUN_STATUSES)[number]

const RUN_EXAMPLE = {
  run_id: '0198c9a2-a5c4-7d90-9e21-7b8c1d2e3f40',
  thread_id: '0198c9a2-8d10-7a52-b1f4-6f0d3c9e7a20',
  assistant_id: '0198c9a2-7f3b-7c41-9d0e-2b6f0e5a1c11',
  created_at: '2026-01-31T09:30:00.000Z',
  updated_at: '2026-01-31T09:30:00.000Z',
  metadata: {},
  status: 'pending',
  kwargs: { input: { messages: [{ role: 'user', content: 'Hello' }] } },
  multitask_strategy: 'enqueue',
}

export const LangGraphRun = Type.Object(
  {
    run_id: Uuid,
    thread_id: Uuid,
    assistant_id: Uuid,
    created_at: Timestamp,
    updated_at: Timestamp,
    metadata: Metadata,
    status: OneOf(LANGGRAPH_RUN_STATUSES, 'The status of the run.'),
    kwargs: JsonObject,
    multitask_strategy: OneOf(MULTITASK_STRATEGIES, 'The strategy for a busy thread.'),
  },
  {
    title: 'LangGraphRun',
    description: 'An execution of an assistant. `kwargs` are the options with which it was created.',
    examples: [RUN_EXAMPLE],
  },
)
export type LangGraphRun = Static<typeof LangGraphRun>

export const LangGraphRunSelection = Type.Object(Type.Partial(LangGraphRun).properties, {
  title: 'LangGraphRunSelection',
  description: 'A run with all fields, or with the fields that `select` names.',
  examples: [RUN_EXAMPLE],
})

export const LangGraphRunResult = Type.Unknown({
  description:
    'The final values of the state, usually an object. `__interrupt__` lists the interrupts of a run that waits for input. A run that ' +
    'failed has only `__error__` with `error` (the class or code of the error) and `message`.',
  examples: [
    {
      messages: [
        { type: 'human', content: 'Hello' },
        { type: 'ai', content: 'Hi!' },
      ],
    },
  ],
})

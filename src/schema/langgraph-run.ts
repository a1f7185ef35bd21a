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
  { title: 'LangGraphRunCreate' },
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
  { title: 'LangGraphRun' },
)
export type LangGraphRun = Static<typeof LangGraphRun>

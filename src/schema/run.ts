import { Type, type Static } from 'typebox'
import { JsonObject, Metadata, Nullable, OneOf, Page, pageQuery, Text, Timestamp, Uuid } from './common.js'

export const RUN_STATUSES = [
  'queued',
  'in_progress',
  'requires_action',
  'completed',
  'failed',
  'cancelled',
] as const
export type RunStatus = (typeof RUN_STATUSES)[number]

/** The states in which a run still holds its place in its thread. */
export const UNFINISHED_RUN_STATUSES = [
  'queued',
  'in_progress',
  'requires_action',
] as const satisfies RunStatus[]

export const MULTITASK_STRATEGIES = ['enqueue', 'reject', 'interrupt', 'rollback'] as const

const input = Nullable(
  Type.Record(Type.String(), Type.Unknown(), {
    description: 'What the graph starts from; null or absent: the messages of the thread.',
  }),
)

const writableFields = {
  assistant_id: Type.Optional(Nullable(Uuid)),
  input: Type.Optional(input),
  metadata: Type.Optional(Metadata),
  after_seconds: Type.Optional(
    Type.Number({ minimum: 0, maximum: 31_536_000, description: 'Start the run that much later.' }),
  ),
  webhook: Type.Optional(
    Nullable(
      Text({
        minLength: 1,
        maxLength: 2_048,
        description: 'Told how the run ended, with the same retries as a registered webhook, but not signed.',
      }),
    ),
  ),
  multitask_strategy: Type.Optional(
    Type.Unsafe<(typeof MULTITASK_STRATEGIES)[number]>({
      type: 'string',
      enum: MULTITASK_STRATEGIES,
      default: 'enqueue',
      description:
        'When the thread has an unfinished run: wait for it, answer 409, cancel it and keep what it has done, or cancel ' +
        'it and undo what it has done.',
    }),
  ),
}

/** Of `POST /threads/{thread_id}/runs`. */
export const ThreadRunCreate = Type.Object(writableFields, {
  title: 'ThreadRunCreate',
  examples: [{ input: { message: 'Where is my order?' } }],
})

/** Of `POST /runs`. */
export const RunCreate = Type.Object(
  { thread_id: Type.Optional(Nullable(Uuid)), ...writableFields },
  {
    title: 'RunCreate',
    description:
      'A run to make; `thread_id` or `assistant_id` is required. Without a thread it gets a temporary one; ' +
      "without an assistant it runs the thread's own, otherwise the built-in one.",
    examples: [
      {
        thread_id: '0198c9a2-8d10-7a52-b1f4-6f0d3c9e7a20',
        assistant_id: '0198c9a2-7f3b-7c41-9d0e-2b6f0e5a1c11',
        input: { message: 'Where is my order?' },
      },
    ],
  },
)
export type RunCreate = Static<typeof RunCreate>

/** Why a run may fail. */
export const RUN_FAILURES = {
  graph_error: 'A node of the graph threw an error, or the graph could not be built; `message` is its text.',
  model_not_configured: 'No provider is configured for the model; `message` says what to set.',
  recursion_limit_exceeded: 'The graph took more steps than `config.recursion_limit` allows.',
  timeout: 'One execution took longer than `RUN_TIMEOUT_SECONDS`.',
  max_attempts_exceeded:
    'Its worker or its thread died `RUN_MAX_ATTEMPTS` times without the run getting any further.',
  action_expired: 'Nobody gave the run what it waited for within `ACTION_TIMEOUT_SECONDS`.',
  guardrail_blocked:
    'A guardrail blocked what went into or came out of it, or a reviewer did; see docs/guardrails.md.',
  guardrails_invalid: 'Guardrails or a policy that its assistant names are gone or cannot be used.',
  assistant_not_found: 'Its assistant was deleted before the run could start again.',
} as const
export type RunFailureCode = keyof typeof RUN_FAILURES

export const RunError = Type.Object(
  {
    code: OneOf(Object.keys(RUN_FAILURES) as RunFailureCode[], 'Why; see docs/run-lifecycle.md.'),
    message: Type.String(),
  },
  { title: 'RunError', description: 'Why a run failed.' },
)

export const ToolCall = Type.Object(
  { id: Type.String(), name: Type.String(), arguments: JsonObject },
  { title: 'ToolCall', description: 'A tool call that waits for its output.' },
)

export const OpenReview = Type.Object(
  {
    id: Type.String(),
    guardrail: Type.String({ description: 'The name of the guardrail.' }),
    stage: OneOf(['tool_call', 'output'], 'What is held back: a call, or the answer.'),
    reason: Type.String(),
    tool_call: Type.Optional(ToolCall),
    content: Type.Optional(Type.String({ description: 'The answer.' })),
  },
  { title: 'OpenReview', description: 'A tool call or an answer that waits for a reviewer.' },
)

export const RequiredAction = Type.Object(
  {
    type: OneOf(['submit_tool_outputs', 'human_input', 'review'], 'What the run waits for.'),
    tool_calls: Type.Optional(Type.Array(ToolCall)),
    reviews: Type.Optional(
      Type.Array(OpenReview, { description: 'What a guardrail wants a person to look at first.' }),
    ),
    interrupts: Type.Optional(
      Type.Array(Type.Object({ id: Type.String(), value: Type.Unknown() }, { title: 'Interrupt' }), {
        description: 'What the graph asks; `value` is what it gave to `interrupt`.',
      }),
    ),
  },
  { title: 'RequiredAction', additionalProperties: true, description: 'What a run waits for.' },
)
export type RequiredAction = Static<typeof RequiredAction>

export const Run = Type.Object(
  {
    id: Uuid,
    run_id: Uuid,
    thread_id: Uuid,
    assistant_id: Uuid,
    assistant_version: Type.Integer({ description: 'The version of the assistant that the run uses.' }),
    status: OneOf(RUN_STATUSES, 'Where the run is in its life.'),
    multitask_strategy: Type.String(),
    input,
    output: Nullable(JsonObject),
    error: Nullable(RunError),
    required_action: Nullable(RequiredAction),
    metadata: Metadata,
    usage: Nullable(JsonObject),
    attempt: Type.Integer({ description: 'How often a worker has taken the run up.' }),
    created_at: Timestamp,
    updated_at: Timestamp,
    started_at: Nullable(Timestamp),
    completed_at: Nullable(Timestamp),
  },
  {
    title: 'Run',
    description: 'One execution of an assistant in a thread.',
    examples: [
      {
        id: '0198c9a2-a5c4-7d90-9e21-7b8c1d2e3f40',
        run_id: '0198c9a2-a5c4-7d90-9e21-7b8c1d2e3f40',
        thread_id: '0198c9a2-8d10-7a52-b1f4-6f0d3c9e7a20',
        assistant_id: '0198c9a2-7f3b-7c41-9d0e-2b6f0e5a1c11',
        assistant_version: 1,
        status: 'queued',
        multitask_strategy: 'enqueue',
        input: { message: 'Where is my order?' },
        output: null,
        error: null,
        required_action: null,
        metadata: {},
        usage: null,
        attempt: 0,
        created_at: '2026-01-31T09:30:00.000Z',
        updated_at: '2026-01-31T09:30:00.000Z',
        started_at: null,
        completed_at: null,
      },
    ],
  },
)
export type Run = Static<typeof Run>

export const RunPage = Page(Run, 'RunPage')

const filters = {
  status: Type.Optional(OneOf(RUN_STATUSES, 'Only runs in this state.')),
  assistant_id: Type.Optional(Uuid),
}
export const ThreadRunQuery = Type.Object({ ...pageQuery, ...filters })
export const RunQuery = Type.Object({ ...pageQuery, ...filters, thread_id: Type.Optional(Uuid) })

export const ToolOutputs = Type.Object(
  {
    tool_outputs: Type.Array(
      Type.Object(
        { tool_call_id: Type.String({ minLength: 1 }), output: Type.Unknown() },
        { title: 'ToolOutput' },
      ),
      { minItems: 1, description: 'One output for each open call, all at once.' },
    ),
  },
  { title: 'ToolOutputs', examples: [{ tool_outputs: [{ tool_call_id: 'call_1', output: '42' }] }] },
)
export type ToolOutputs = Static<typeof ToolOutputs>

export const ReviewRun = Type.Object(
  {
    id: Type.Optional(
      Type.String({ description: 'Which of `required_action.reviews`; may be left out when there is one.' }),
    ),
    decision: OneOf(
      ['approve', 'edit', 'reject'],
      'Go on as it is, go on with what is sent here, or do not: a call is answered with the refusal, an answer fails the run.',
    ),
    arguments: Type.Optional(
      Type.Record(Type.String(), Type.Unknown(), { description: 'Of an edited call.' }),
    ),
    content: Type.Optional(Text({ minLength: 1, maxLength: 1_000_000, description: 'Of an edited answer.' })),
    reviewer: Type.Optional(
      Text({ minLength: 1, maxLength: 256, description: 'Who decided; otherwise whose key it is.' }),
    ),
    reason: Type.Optional(Text({ maxLength: 4_000, description: 'Why; kept in the audit.' })),
  },
  {
    title: 'ReviewRun',
    additionalProperties: false,
    examples: [{ decision: 'approve', reviewer: 'dana', reason: 'checked with the customer' }],
  },
)
export type ReviewRun = Static<typeof ReviewRun>

export const ResumeRun = Type.Object(
  {
    input: Type.Optional(Type.Unknown({ description: 'The answer to the one open question.' })),
    inputs: Type.Optional(
      Type.Record(Type.String(), Type.Unknown(), {
        description: 'Answers by the ids of `required_action.interrupts`, when there are several.',
      }),
    ),
  },
  { title: 'ResumeRun', examples: [{ input: 'approve' }] },
)
export type ResumeRun = Static<typeof ResumeRun>

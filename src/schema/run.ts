import { Type, type Static } from 'typebox'
import { JsonObject, Metadata, Nullable, OneOf, Text, Timestamp, Uuid } from './common.js'
import { Cost } from './cost.js'
import { OUTCOMES } from './guardrail.js'

export const RUN_STATUSES = [
  'queued',
  'in_progress',
  'requires_action',
  'completed',
  'failed',
  'cancelled',
] as const
export type RunStatus = (typeof RUN_STATUSES)[number]

/** Statuses in which a run still occupies its thread. */
export const UNFINISHED_RUN_STATUSES = [
  'queued',
  'in_progress',
  'requires_action',
] as const satisfies RunStatus[]

export const MULTITASK_STRATEGIES = ['enqueue', 'reject', 'interrupt', 'rollback'] as const

const input = Nullable(
  Type.Record(Type.String(), Type.Unknown(), {
    description: 'The input of the graph. Default: the messages of the thread.',
  }),
)

const writableFields = {
  assistant_id: Type.Optional(Nullable(Uuid)),
  input: Type.Optional(input),
  metadata: Type.Optional(Metadata),
  after_seconds: Type.Optional(
    Type.Number({ minimum: 0, maximum: 31_536_000, description: 'Delays the start of the run.' }),
  ),
  webhook: Type.Optional(
    Nullable(
      Text({
        minLength: 1,
        maxLength: 2_048,
        description:
          'A URL that is notified when the run ends, with the same retries as a registered webhook, but unsigned.',
      }),
    ),
  ),
  multitask_strategy: Type.Optional(
    Type.Unsafe<(typeof MULTITASK_STRATEGIES)[number]>({
      type: 'string',
      enum: MULTITASK_STRATEGIES,
      default: 'enqueue',
      description:
        'What to do if the thread has an unfinished run: wait for it, respond with 409, cancel it and keep its changes, or ' +
        'cancel it and undo its changes.',
    }),
  ),
}

/** The body of `POST /threads/{thread_id}/runs`. */
export const ThreadRunCreate = Type.Object(writableFields, {
  title: 'ThreadRunCreate',
  examples: [{ input: { message: 'Where is my order?' } }],
})

/** The body of `POST /runs`. */
export const RunCreate = Type.Object(
  { thread_id: Type.Optional(Nullable(Uuid)), ...writableFields },
  {
    title: 'RunCreate',
    description:
      'A run to create; `thread_id` or `assistant_id` is required. Default thread: a temporary one. Default assistant: the ' +
      'assistant of the thread, or the built-in one.',
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

/** Error codes of failed runs. */
export const RUN_FAILURES = {
  graph_error: 'A node of the graph threw an error, or the graph could not be built; see `message`.',
  model_not_configured: 'No provider is configured for the model; `message` names the missing setting.',
  model_unavailable:
    'The model endpoint cannot be reached, responds with 5xx, or sent no data in time; `message` names the endpoint and the setting.',
  model_auth_failed:
    'The model endpoint rejected the key (401, 403); `message` names the setting of the key.',
  model_not_found:
    'The model endpoint does not serve the model (404); `message` names the model and the setting.',
  model_rate_limited:
    'The model endpoint rejected the call because of a rate limit or quota (429), also after the retries.',
  recursion_limit_exceeded: 'The graph took more steps than `config.recursion_limit` allows.',
  state_too_large:
    'The state of the thread became larger than `MAX_STATE_BYTES`; `message` names the largest channel. The checkpoints before it are stored, and the thread can be used.',
  timeout: 'One execution took longer than `RUN_TIMEOUT_SECONDS`.',
  max_attempts_exceeded:
    'The run crashed its executor `RUN_MAX_ATTEMPTS` times without progress, the last time alone in a thread or process.',
  action_expired: 'The required action was not submitted within `ACTION_TIMEOUT_SECONDS`.',
  guardrail_blocked:
    'A guardrail or a reviewer blocked the input, a tool call or the output; see docs/guardrails.md.',
  guardrails_invalid: 'The guardrails or the policy of the assistant do not exist or are invalid.',
  secret_unavailable:
    'A named secret that the assistant refers to does not exist, or a stored credential cannot be decrypted.',
  assistant_not_found: 'The assistant was deleted before the run could be restarted.',
} as const
export type RunFailureCode = keyof typeof RUN_FAILURES

export const RunError = Type.Object(
  {
    code: OneOf(Object.keys(RUN_FAILURES) as RunFailureCode[], 'The error code; see docs/run-lifecycle.md.'),
    message: Type.String(),
  },
  { title: 'RunError', description: 'The error of a failed run.' },
)

export const ToolCall = Type.Object(
  { id: Type.String(), name: Type.String(), arguments: JsonObject },
  { title: 'ToolCall', description: 'A tool call that waits for its output.' },
)

export const OpenReview = Type.Object(
  {
    id: Type.String(),
    guardrail: Type.String({ description: 'The name of the guardrail.' }),
    stage: OneOf(['tool_call', 'output'], 'What is held for review: a tool call, or the output.'),
    reason: Type.String(),
    tool_call: Type.Optional(ToolCall),
    content: Type.Optional(Type.String({ description: 'The output.' })),
  },
  { title: 'OpenReview', description: 'A tool call or an output that waits for a reviewer.' },
)

export const RequiredAction = Type.Object(
  {
    type: OneOf(['submit_tool_outputs', 'human_input', 'review'], 'The action that the run waits for.'),
    tool_calls: Type.Optional(Type.Array(ToolCall)),
    reviews: Type.Optional(
      Type.Array(OpenReview, { description: 'Tool calls or outputs that a guardrail holds for review.' }),
    ),
    interrupts: Type.Optional(
      Type.Array(Type.Object({ id: Type.String(), value: Type.Unknown() }, { title: 'Interrupt' }), {
        description: 'The open interrupts of the graph; `value` is the argument of `interrupt`.',
      }),
    ),
  },
  { title: 'RequiredAction', additionalProperties: true, description: 'The action that a run waits for.' },
)
export type RequiredAction = Static<typeof RequiredAction>

const nullableTime = (description: string) => Nullable(Type.String({ format: 'date-time', description }))
const nullableText = (description: string) => Nullable(Type.String({ description }))
const nullableMs = (description: string) => Nullable(Type.Integer({ minimum: 0, description }))

/** Fields for those who operate the service. */
const operationFields = {
  preview: nullableText(
    'The first line of the input, up to 120 characters, as guardrails left it. Null: the input has no text, or an older version created the run.',
  ),
  guardrail_outcome: Nullable(
    OneOf(OUTCOMES, 'The outcome of the guardrails. Null: none has checked the run yet.'),
  ),
  queue_ms: nullableMs(
    'The time from the creation of the run, or from `available_at` if that is later, to its first start. Null: not started.',
  ),
  duration_ms: nullableMs('The time from the first start to the end. Null: not started or not ended.'),
  tries: Type.Integer({ description: 'The crashes since the last checkpoint that count against the run.' }),
  available_at: nullableTime('A delayed run does not start before this time.'),
  lease_owner: nullableText('The node that executes the run.'),
  lease_expires_at: nullableTime('The end of the lease of that node, unless it renews it.'),
  waiting_since: nullableTime('The time since which the run waits for a person or for tool outputs.'),
  action_expires_at: nullableTime('A run that still waits at this time fails.'),
  reserved_by: nullableText('The name of the caller who has reserved the waiting run.'),
  reserved_by_id: nullableText(
    'The ID of that caller, as `id` of `GET /api/v1/me`; two API keys with the same name have different IDs.',
  ),
  reserved_until: nullableTime('The end of that reservation.'),
  created_by: nullableText(
    'The name of the API key, or the subject of the token, that created the run. Null: unknown, or created by the service.',
  ),
  retry_of: Nullable(
    Type.String({ format: 'uuid', description: 'The run that this one repeats; it may no longer exist.' }),
  ),
}

export const Run = Type.Object(
  {
    id: Uuid,
    run_id: Uuid,
    thread_id: Uuid,
    assistant_id: Uuid,
    assistant_version: Type.Integer({ description: 'The version of the assistant that the run uses.' }),
    status: OneOf(RUN_STATUSES, 'The status of the run.'),
    multitask_strategy: Type.String(),
    input,
    output: Nullable(JsonObject),
    error: Nullable(RunError),
    required_action: Nullable(RequiredAction),
    metadata: Metadata,
    usage: Nullable(JsonObject),
    cost: Nullable(Cost),
    attempt: Type.Integer({ description: 'The number of times that a worker has claimed the run.' }),
    created_at: Timestamp,
    updated_at: Timestamp,
    started_at: Nullable(Timestamp),
    completed_at: Nullable(Timestamp),
    ...operationFields,
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
        cost: null,
        attempt: 0,
        created_at: '2026-01-31T09:30:00.000Z',
        updated_at: '2026-01-31T09:30:00.000Z',
        started_at: null,
        completed_at: null,
        preview: 'Where is my order?',
        guardrail_outcome: null,
        queue_ms: null,
        duration_ms: null,
        tries: 0,
        available_at: null,
        lease_owner: null,
        lease_expires_at: null,
        waiting_since: null,
        action_expires_at: null,
        reserved_by: null,
        reserved_by_id: null,
        reserved_until: null,
        created_by: 'web shop',
        retry_of: null,
      },
    ],
  },
)
export type Run = Static<typeof Run>

export const ToolOutputs = Type.Object(
  {
    tool_outputs: Type.Array(
      Type.Object(
        { tool_call_id: Type.String({ minLength: 1 }), output: Type.Unknown() },
        { title: 'ToolOutput' },
      ),
      { minItems: 1, description: 'One output for each open tool call, all in one request.' },
    ),
  },
  { title: 'ToolOutputs', examples: [{ tool_outputs: [{ tool_call_id: 'call_1', output: '42' }] }] },
)
export type ToolOutputs = Static<typeof ToolOutputs>

export const ReviewRun = Type.Object(
  {
    id: Type.Optional(
      Type.String({ description: 'The id in `required_action.reviews`; optional if there is only one.' }),
    ),
    decision: OneOf(
      ['approve', 'edit', 'reject'],
      '`approve` continues unchanged, `edit` continues with `arguments` or `content`. `reject` returns the refusal as the ' +
        'result of a tool call, or fails the run for an output.',
    ),
    arguments: Type.Optional(
      Type.Record(Type.String(), Type.Unknown(), { description: 'The arguments of an edited tool call.' }),
    ),
    content: Type.Optional(
      Text({ minLength: 1, maxLength: 1_000_000, description: 'The text of an edited output.' }),
    ),
    reviewer: Type.Optional(
      Text({
        minLength: 1,
        maxLength: 256,
        description: 'The reviewer. Default: the name of the API key or the user.',
      }),
    ),
    reason: Type.Optional(Text({ maxLength: 4_000, description: 'The reason; stored in the audit.' })),
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
    input: Type.Optional(Type.Unknown({ description: 'The value for the only open interrupt.' })),
    inputs: Type.Optional(
      Type.Record(Type.String(), Type.Unknown(), {
        description: 'Values by id of `required_action.interrupts`, if there are several.',
      }),
    ),
  },
  // A misspelled field would resume the run with null.
  { title: 'ResumeRun', additionalProperties: false, examples: [{ input: 'approve' }] },
)
export type ResumeRun = Static<typeof ResumeRun>

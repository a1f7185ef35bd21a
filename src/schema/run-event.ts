import { Type, type Static } from 'typebox'
import { Nullable, Timestamp, Uuid } from './common.js'

/** The fields of the events of a task, beside those that are named for the event. */
const TASK_FIELDS = '`node_id`, `task_id`, `step`, `parent`'

/** All events of a run with their fields, apart from the ids and the times. docs/run-lifecycle.md lists them. */
export const RUN_EVENTS = {
  'run.queued': 'The run was created. It is stored by the first claim, with the time of the creation.',
  'run.claimed':
    'A worker claimed the run: `attempt`, `worker`, `checkpoint_id` (where it continues; null at the beginning), and `queue_ms` at the first claim.',
  'run.started': 'Execution began: `assistant_id`. Sent once, at the first claim.',
  'run.released':
    'The run is no longer executed and returns to the queue: `reason` is `drained` (shutdown), `executor_crashed`, or `worker_lost` (the worker died or lost its lease; stored by the next claim, with the time of the last event before it).',
  'node.started': `A node began: ${TASK_FIELDS}, \`node_type\`.`,
  'node.completed': `A node ended: ${TASK_FIELDS}, \`output\`, \`duration_ms\`.`,
  'node.failed': `A node threw: ${TASK_FIELDS}, \`error\`, \`attempt\`, \`will_retry\` (by its retry policy), \`duration_ms\` of the attempt. Nodes of nested graphs have no such event; the node that contains them does.`,
  'llm.started': `A model is called: ${TASK_FIELDS}, \`call_id\`, \`model\`, \`settings\`, \`tools\` (names).`,
  'llm.token': 'The model streamed a piece of text: `node_id`, `call_id`, `token`.',
  'llm.completion': `The model completed its output: ${TASK_FIELDS}, \`call_id\`, \`content\`, \`model\`, \`usage\`, \`duration_ms\`, \`first_token_ms\` (if it was streamed). A call that failed has no such event.`,
  'tool.call': `A tool is called: ${TASK_FIELDS}, \`tool_call_id\`, \`tool_name\`, \`arguments\`.`,
  'tool.result': `A tool returned: ${TASK_FIELDS}, \`tool_call_id\`, \`tool_name\`, \`output\` or \`error\`, \`status\` (\`error\` if the output tells the model that the tool failed), \`duration_ms\`.`,
  'guardrail.triggered': `A guardrail found something: ${TASK_FIELDS} (if it was in a node), \`decision_id\` (of the audit, if the audit level stores the decision), \`guardrail\`, \`guardrail_type\`, \`stage\`, \`action\`, \`category\`, \`score\`, \`detector\`, \`reason\`, \`spans\` (the first 20 findings: \`start\`, \`end\`, \`label\`), \`latency_us\`.`,
  'guardrail.checked': `Guardrails found nothing in a text: ${TASK_FIELDS} (if it was in a node), \`stage\`, \`passed\` (\`guardrail\`, \`latency_us\`).`,
  'checkpoint.saved': 'The state of the thread was stored: `checkpoint_id`, `step`.',
  'run.requires_action': 'The run waits: `required_action`. The stream stays open.',
  'run.completed': 'The run succeeded: `output`. The last event.',
  'run.failed': 'The run failed: `error`. The last event.',
  'run.cancelled': 'The run was cancelled. The last event.',
} as const

export const EVENT_TIMES =
  '`timestamp` (ISO 8601) and `at` (milliseconds since the Unix epoch, with tenths) are the time at which the event happened. ' +
  '`task_id` identifies one execution of a node, `step` the step of its graph, and `parent` the task whose nested graph contains it.'

export const RunEventStreamed = Type.String({
  description: [
    'Frames of `id`, `event` and `data`. `data` has `type`, `run_id`, `thread_id`, `timestamp`, `at` and the fields of the event.',
    EVENT_TIMES,
    '',
    ...Object.entries(RUN_EVENTS).map(([type, meaning]) => `- \`${type}\`: ${meaning}`),
  ].join('\n'),
  examples: [
    'id: 1\\nevent: run.started\\ndata: {"type":"run.started","run_id":"0198c9a2-a5c4-7d90-9e21-7b8c1d2e3f40",…}\\n\\n',
  ],
})

const typeList = (description: string) =>
  Type.Optional(Type.String({ minLength: 1, maxLength: 500, description, examples: ['llm.token'] }))

const eventNumber = (minimum: number, description: string) =>
  Type.Optional(Type.Integer({ minimum, maximum: Number.MAX_SAFE_INTEGER, description }))

export const RunEventQuery = Type.Object(
  {
    after: eventNumber(0, 'Only events after this number.'),
    before: eventNumber(1, 'Only events before this number.'),
    limit: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 5_000, default: 100, description: 'Events per page.' }),
    ),
    types: typeList('Only these types of events, separated by commas.'),
    omit: typeList('Not these types of events, separated by commas.'),
  },
  { additionalProperties: false },
)
export type RunEventQuery = Static<typeof RunEventQuery>

const StoredRunEvent = Type.Object(
  {
    seq: Type.Integer({ description: 'The number of the event; `id` in the stream.' }),
    type: Type.String({ description: 'The type of the event.' }),
    run_id: Uuid,
    thread_id: Uuid,
    timestamp: Timestamp,
  },
  {
    title: 'RunEvent',
    additionalProperties: true,
    description: `An event with the fields of its type (see \`GET /stream\`). ${EVENT_TIMES}`,
  },
)

export const RunEventPage = Type.Object(
  {
    data: Type.Array(StoredRunEvent, { description: 'The events, oldest first.' }),
    has_more: Type.Boolean({
      description: 'True if more events are stored. A page can be short and still have more after it.',
    }),
    next_after: Nullable(
      Type.Integer({ description: 'The `after` of the next page; null if there is none.' }),
    ),
  },
  { title: 'RunEventPage' },
)
export type RunEventPage = Static<typeof RunEventPage>

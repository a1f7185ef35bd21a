import { Type } from 'typebox'

/** All events of a run with their fields, apart from the ids and the timestamp. docs/run-lifecycle.md lists them. */
export const RUN_EVENTS = {
  'run.started': 'Execution began: `assistant_id`.',
  'node.started': 'A node began: `node_id`, `node_type`.',
  'node.completed': 'A node ended: `node_id`, `output`, `duration_ms`.',
  'llm.token': 'The model streamed a piece of text: `node_id`, `token`.',
  'llm.completion': 'The model completed its output: `node_id`, `content`, `model`, `usage`.',
  'tool.call': 'A tool is called: `tool_call_id`, `tool_name`, `arguments`.',
  'tool.result': 'A tool returned: `tool_call_id`, `tool_name`, `output` or `error`.',
  'guardrail.triggered':
    'A guardrail found something: `guardrail`, `guardrail_type`, `stage`, `action`, `category`, `score`, `reason`.',
  'checkpoint.saved': 'The state of the thread was stored: `checkpoint_id`.',
  'run.requires_action': 'The run waits: `required_action`. The stream stays open.',
  'run.completed': 'The run succeeded: `output`. The last event.',
  'run.failed': 'The run failed: `error`. The last event.',
  'run.cancelled': 'The run was cancelled. The last event.',
} as const

export const RunEventStreamed = Type.String({
  description: [
    'Frames of `id`, `event` and `data`. `data` has `type`, `run_id`, `thread_id`, `timestamp` and the fields of the event:',
    ...Object.entries(RUN_EVENTS).map(([type, meaning]) => `- \`${type}\`: ${meaning}`),
  ].join('\n'),
  examples: [
    'id: 1\\nevent: run.started\\ndata: {"type":"run.started","run_id":"0198c9a2-a5c4-7d90-9e21-7b8c1d2e3f40",…}\\n\\n',
  ],
})

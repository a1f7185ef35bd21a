/** Maps run rows to their representation in the LangGraph API, in responses and webhooks. */
import type { JsonObject } from '../../schema/common.js'
import type { LangGraphRun, LangGraphRunStatus } from '../../schema/langgraph-run.js'
import { parseKwargs, type RunKwargs } from '../../schema/run-kwargs.js'
import type { RunStatus } from '../../schema/run.js'
import type { OutputText } from '../../platform/shared-text.js'
import { hasLargeInput } from '../../store/runs/large-input.js'
import type { RunResultRow } from '../../store/runs/runs.js'
import type { Row } from '../../store/sql/tables.js'
import { toIso, toIsoOrNull } from '../row-mappers.js'

const LANGGRAPH_STATUSES: Record<RunStatus, LangGraphRunStatus> = {
  queued: 'pending',
  in_progress: 'running',
  requires_action: 'interrupted',
  completed: 'success',
  failed: 'error',
  cancelled: 'interrupted',
}

export const NATIVE_STATUSES: Record<LangGraphRunStatus, readonly RunStatus[]> = {
  pending: ['queued'],
  running: ['in_progress'],
  interrupted: ['cancelled', 'requires_action'],
  success: ['completed'],
  error: ['failed'],
  timeout: ['failed'],
}

const parseError = (row: Pick<Row<'runs'>, 'error'>): { code?: string; message?: string } =>
  row.error === null ? {} : (JSON.parse(row.error) as { code: string; message: string })

export const toLangGraphStatus = (row: Row<'runs'>): LangGraphRunStatus =>
  row.status === 'failed' && parseError(row).code === 'timeout' ? 'timeout' : LANGGRAPH_STATUSES[row.status]

export const toLangGraphRun = (row: Row<'runs'>): LangGraphRun => {
  const input: unknown = row.input === null ? null : JSON.parse(row.input)
  return {
    run_id: row.run_id,
    thread_id: row.thread_id,
    assistant_id: row.assistant_id,
    // A delayed run shows the time when it becomes available.
    created_at: new Date(Math.max(row.created_at, row.available_at)).toISOString(),
    updated_at: new Date(row.updated_at).toISOString(),
    metadata: JSON.parse(row.metadata) as JsonObject,
    status: toLangGraphStatus(row),
    kwargs: { input, ...toPublicKwargs(row), ...(row.webhook !== null && { webhook: row.webhook }) },
    multitask_strategy: row.multitask_strategy as LangGraphRun['multitask_strategy'],
  }
}

/**
 * The response to a create request shows the run as pending, even if a worker has already claimed it. `input` is that of the request: the
 * row does not contain a large one.
 */
export const toNewLangGraphRun = (row: Row<'runs'>, input?: unknown): LangGraphRun => {
  if (!hasLargeInput(row)) return toLangGraphRun({ ...row, status: 'queued' })
  const run = toLangGraphRun({ ...row, input: null, status: 'queued' })
  return { ...run, kwargs: { ...run.kwargs, input } }
}

/** The stored kwargs under the names of the LangGraph Platform, without internal fields. */
const toPublicKwargs = ({ kwargs, metadata, run_id, thread_id, assistant_id }: Row<'runs'>): JsonObject => {
  if (kwargs === null) return {}
  const {
    stream_subgraphs: subgraphs,
    stream_resumable: resumable,
    is_streamed: _,
    on_completion: __,
    config = {},
    context = {},
    ...rest
  } = parseKwargs(kwargs) as RunKwargs
  const runMetadata = JSON.parse(metadata) as JsonObject
  const configurable = {
    ...config.configurable,
    run_id,
    thread_id,
    graph_id: runMetadata['graph_id'],
    assistant_id,
  }
  return {
    ...rest,
    config: {
      ...config,
      configurable,
      metadata: { ...(config['metadata'] as JsonObject | undefined), ...runMetadata },
    },
    context,
    subgraphs,
    resumable,
  }
}

/** The body of a `wait` or `join` response, as JSON. */
export const toRunResult = (row: Pick<RunResultRow, 'status' | 'error' | 'output'>): OutputText => {
  if (row.status === 'failed') {
    const { code = 'Error', message = '' } = parseError(row)
    return JSON.stringify({ __error__: { error: code, message } })
  }
  return row.output ?? '{}'
}

/** The payload that the run's webhook receives when the run ends. */
export const toLangGraphWebhookPayload = (row: Row<'runs'>, now: number): JsonObject => ({
  ...toLangGraphRun(row),
  run_started_at: toIsoOrNull(row.started_at),
  run_ended_at: toIso(row.completed_at ?? now),
  webhook_sent_at: toIso(now),
  values: row.output === null ? null : (JSON.parse(row.output) as unknown),
  ...(row.error !== null && { error: parseError(row).message }),
})

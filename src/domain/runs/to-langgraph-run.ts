/** Maps run rows to their representation in the LangGraph API, in responses and webhooks. */
import type { JsonObject } from '../../schema/common.js'
import type { LangGraphRun, LangGraphRunStatus } from '../../schema/langgraph-run.js'
import type { RunKwargs } from '../../schema/run-kwargs.js'
import type { RunStatus } from '../../schema/run.js'
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

const parseError = (row: Row<'runs'>): { code?: string; message?: string } =>
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

/** The response to a create request shows the run as pending, even if a worker has already claimed it. */
export const toNewLangGraphRun = (row: Row<'runs'>): LangGraphRun =>
  toLangGraphRun({ ...row, status: 'queued' })

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
  } = JSON.parse(kwargs) as RunKwargs
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

/** The body of a `wait` or `join` response. */
export const toRunResult = (row: Row<'runs'>): unknown => {
  if (row.status === 'failed') {
    const { code = 'Error', message = '' } = parseError(row)
    return { __error__: { error: code, message } }
  }
  return row.output === null ? {} : (JSON.parse(row.output) as unknown)
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

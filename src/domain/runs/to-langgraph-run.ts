/** Rows of runs as LangGraph's clients read them. */
import type { JsonObject } from '../../schema/common.js'
import type { LgRun, LgRunStatus } from '../../schema/langgraph-run.js'
import type { RunKwargs } from '../../schema/run-kwargs.js'
import type { RunStatus } from '../../schema/run.js'
import type { Row } from '../../store/sql/tables.js'
import { iso, isoOrNull } from '../row-mappers.js'

const STATUSES: Record<RunStatus, LgRunStatus> = {
  queued: 'pending',
  in_progress: 'running',
  requires_action: 'interrupted',
  completed: 'success',
  failed: 'error',
  cancelled: 'interrupted',
}

export const OURS: Record<LgRunStatus, readonly RunStatus[]> = {
  pending: ['queued'],
  running: ['in_progress'],
  interrupted: ['cancelled', 'requires_action'],
  success: ['completed'],
  error: ['failed'],
  timeout: ['failed'],
}

const errorIn = (row: Row<'runs'>): { code?: string; message?: string } =>
  row.error === null ? {} : (JSON.parse(row.error) as { code: string; message: string })

export const lgStatusOf = (row: Row<'runs'>): LgRunStatus =>
  row.status === 'failed' && errorIn(row).code === 'timeout' ? 'timeout' : STATUSES[row.status]

export const toLgRun = (row: Row<'runs'>): LgRun => {
  const input: unknown = row.input === null ? null : JSON.parse(row.input)
  return {
    run_id: row.run_id,
    thread_id: row.thread_id,
    assistant_id: row.assistant_id,
    // One that is to start later says when.
    created_at: new Date(Math.max(row.created_at, row.available_at)).toISOString(),
    updated_at: new Date(row.updated_at).toISOString(),
    metadata: JSON.parse(row.metadata) as JsonObject,
    status: lgStatusOf(row),
    kwargs: { input, ...shown(row), ...(row.webhook !== null && { webhook: row.webhook }) },
    multitask_strategy: row.multitask_strategy as LgRun['multitask_strategy'],
  }
}

/** As it was made: whether it has begun since is a matter of luck. */
export const toNewLgRun = (row: Row<'runs'>): LgRun => toLgRun({ ...row, status: 'queued' })

/** How it is executed, under the names that the platform gives it; the rest is our own. */
const shown = ({ kwargs, metadata, run_id, thread_id, assistant_id }: Row<'runs'>): JsonObject => {
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
  const said = JSON.parse(metadata) as JsonObject
  const configurable = { ...config.configurable, run_id, thread_id, graph_id: said['graph_id'], assistant_id }
  return {
    ...rest,
    config: {
      ...config,
      configurable,
      metadata: { ...(config['metadata'] as JsonObject | undefined), ...said },
    },
    context,
    subgraphs,
    resumable,
  }
}

/** What a run came to, as those who wait for it are told. */
export const resultOf = (row: Row<'runs'>): unknown => {
  if (row.status === 'failed') {
    const { code = 'Error', message = '' } = errorIn(row)
    return { __error__: { error: code, message } }
  }
  return row.output === null ? {} : (JSON.parse(row.output) as unknown)
}

/** What the webhook of a run is told of its end. */
export const toLgNotice = (row: Row<'runs'>, now: number): JsonObject => ({
  ...toLgRun(row),
  run_started_at: isoOrNull(row.started_at),
  run_ended_at: iso(row.completed_at ?? now),
  webhook_sent_at: iso(now),
  values: row.output === null ? null : (JSON.parse(row.output) as unknown),
  ...(row.error !== null && { error: errorIn(row).message }),
})

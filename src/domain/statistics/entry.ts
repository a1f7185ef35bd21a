/** The rows that the end of a run, of an execution or of a delivery attempt adds to the statistics. */
import { newId } from '../../platform/ids.js'
import type { Outcome } from '../../schema/guardrail.js'
import type { Row } from '../../store/sql/tables.js'
import { parseRunCost } from '../costs/run-cost.js'
import { readTokens } from '../costs/usage.js'
import { serializeNodes, type NodeTally } from './node-tally.js'

export type EndStatus = 'completed' | 'failed' | 'cancelled'

export interface RunEnd {
  status: EndStatus
  created_at: number
  /** Absent if the run never started. */
  duration_ms?: number
  queue_ms?: number
  /** Absent without model calls. */
  tokens?: { input: number; cached_input: number; output: number }
  cost?: { nano_usd: number | null; unpriced_models: string[] }
  guardrails?: Outcome
}

/** An entry without a run and without a delivery has only figures of nodes. */
export interface Entry {
  run?: RunEnd
  delivery?: { is_failed: boolean }
}

export type EntryRow = Row<'stat_entries'>

/** `run` is the row after its end. */
export const toRunEntry = (run: Row<'runs'>, status: EndStatus, now: number, nodes: NodeTally): EntryRow => ({
  ...toExecutionEntry(run, now, nodes),
  data: JSON.stringify({ run: toRunEnd(run, status, now) } satisfies Entry),
})

/** The nodes of an execution after which the run goes on. */
export const toExecutionEntry = (
  { tenant_id, assistant_id }: Pick<Row<'runs'>, 'tenant_id' | 'assistant_id'>,
  now: number,
  nodes: NodeTally,
): EntryRow => ({
  tenant_id,
  entry_id: newId(),
  assistant_id,
  ended_at: now,
  data: '{}',
  nodes: serializeNodes(nodes),
})

export const toDeliveryEntry = (tenant_id: string, isFailed: boolean, now: number): EntryRow => ({
  tenant_id,
  entry_id: newId(),
  assistant_id: '',
  ended_at: now,
  data: JSON.stringify({ delivery: { is_failed: isFailed } } satisfies Entry),
  nodes: null,
})

const toRunEnd = (run: Row<'runs'>, status: EndStatus, now: number): RunEnd => {
  const { created_at, available_at, started_at, guardrail_outcome } = run
  const tokens = readTokens(run.usage)
  const cost = parseRunCost(run.cost)
  return {
    status,
    created_at,
    ...(started_at !== null && {
      duration_ms: Math.max(0, now - started_at),
      queue_ms: Math.max(0, started_at - Math.max(created_at, available_at)),
    }),
    ...(tokens !== null && { tokens }),
    ...(cost !== null && { cost }),
    ...(guardrail_outcome !== null && { guardrails: guardrail_outcome }),
  }
}

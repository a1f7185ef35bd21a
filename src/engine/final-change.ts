/** Converts the outcome of a graph to the last events of an execution and to the change of the run's row. */
import type { RunFailureCode } from '../schema/run.js'
import { addExecutionCost } from '../domain/costs/run-cost.js'
import type { PriceTable } from '../domain/costs/price-table.js'
import type { RunResult } from '../store/runs/queue.js'
import type { Row } from '../store/sql/tables.js'
import { toOutputReference } from '../store/runs/stored-values.js'
import { MAX_EVENT_CHARS, type EventFields } from '../events/run-event.js'
import { readText, type OutputText } from '../platform/shared-text.js'
import type { PostedOutcome, Usage } from './threads/executor-protocol.js'
import { toRequiredAction } from './required-action.js'
import { addUsage } from './usage.js'

/** The outcomes that change the run's status. */
export type FinalGraphOutcome = Exclude<PostedOutcome, { status: 'aborted' | 'inspected' }>

type WaitingOutcome = Extract<PostedOutcome, { status: 'requires_action' }>

export const toFailure = (code: RunFailureCode, message: string): FinalGraphOutcome => ({
  status: 'failed',
  error: { code, message },
  usage: null,
})

interface FinalChange {
  events: EventFields[]
  change: Omit<RunResult, 'guardrail_outcome'>
  /** The JSON of the output. `change` refers to it if it is stored as a version. */
  output: OutputText | null
}

/** `actionExpiresAt` is the time when a required action expires; null means never. */
export const toFinalChange = (
  graphOutcome: FinalGraphOutcome,
  run: Row<'runs'>,
  actionExpiresAt: number | null,
  prices: PriceTable,
): FinalChange => {
  const usage = sumUsage(run.usage, graphOutcome.usage)
  const cost = addExecutionCost(run.cost, graphOutcome.usage, prices)
  const cleared = { cost, output: null, error: null, required_action: null, action_expires_at: null }
  switch (graphOutcome.status) {
    case 'completed': {
      const { text, length, version } = graphOutcome.output
      const output = version === undefined ? text && readText(text) : toOutputReference(version)
      const eventText = length > MAX_EVENT_CHARS ? undefined : readText(text ?? 'null')
      const json = { field: 'output', text: eventText, length: eventText?.length ?? length, version }
      return {
        events: [{ type: 'run.completed', json }],
        change: { ...cleared, status: 'completed', usage, output },
        output: text,
      }
    }
    case 'requires_action': {
      const requiredAction = toRequiredAction(graphOutcome.interrupts)
      return {
        events: [
          ...toClientToolCallEvents(graphOutcome),
          { type: 'run.requires_action', required_action: requiredAction },
        ],
        change: {
          ...cleared,
          status: 'requires_action',
          usage,
          required_action: JSON.stringify(requiredAction),
          action_expires_at: actionExpiresAt,
        },
        output: null,
      }
    }
    case 'failed': {
      const { error } = graphOutcome
      return {
        events: [{ type: 'run.failed', error }],
        change: { ...cleared, status: 'failed', usage, error: JSON.stringify(error) },
        output: null,
      }
    }
  }
}

/** Calls of client-side tools get the same event as calls of server-side tools. */
const toClientToolCallEvents = ({ interrupts, tasks }: WaitingOutcome): EventFields[] =>
  interrupts.flatMap((interrupt) =>
    (toRequiredAction([interrupt]).tool_calls ?? []).map(({ id, name, arguments: args }) => ({
      type: 'tool.call',
      ...tasks[interrupt.id],
      tool_call_id: id,
      tool_name: name,
      arguments: args,
    })),
  )

/** The usage of a run is the sum over all its executions: it may have waited for input or been retried. */
const sumUsage = (previousUsage: string | null, newUsage: Usage | null): string | null =>
  newUsage === null
    ? previousUsage
    : JSON.stringify(addUsage(previousUsage === null ? null : (JSON.parse(previousUsage) as Usage), newUsage))

/** Giving a run what it waits for: the outputs of tool calls that its client makes, or a human's input. */
import type { Clock } from '../../platform/clock.js'
import { AppError, notFound } from '../../errors.js'
import type { Bus } from '../../events/bus.js'
import type { JsonObject } from '../../schema/common.js'
import type { RequiredAction, ResumeRun, ReviewRun, Run, RunStatus, ToolOutputs } from '../../schema/run.js'
import type { RunStore } from '../../store/runs/runs.js'
import type { Statement } from '../../store/sql/statement.js'
import type { Row } from '../../store/sql/tables.js'
import { toRun } from '../row-mappers.js'
import { isFinal } from './run-state.js'

interface Deps {
  runs: RunStore
  bus: Bus
  clock: Clock
}

type Outputs = ToolOutputs['tool_outputs']

export const makeRunResumption = ({ runs, bus, clock }: Deps) => {
  const requireWaitingRun = async (
    tenant_id: string,
    run_id: string,
    type: RequiredAction['type'],
    expectedInput: string,
  ): Promise<{ row: Row<'runs'>; action: RequiredAction }> => {
    const row = await runs.get({ tenant_id, run_id })
    if (row === undefined) throw notFound('Run', run_id)
    const action = row.required_action === null ? null : (JSON.parse(row.required_action) as RequiredAction)
    if (row.status !== 'requires_action' || action?.type !== type)
      throw notWaitingError(row.status, expectedInput)
    return { row, action }
  }

  /** Back into the queue with the answers, by interrupt. */
  const requeue = async (
    row: Row<'runs'>,
    resumeValues: JsonObject,
    extraStatements: Statement[] = [],
  ): Promise<Run> => {
    const change = { to: 'queued', completed_at: null, updated_at: clock.now() } as const
    const resume = JSON.stringify(resumeValues)
    const updated = await runs.transition(
      row,
      { ...change, resume, from: ['requires_action'] },
      ...extraStatements,
    )
    if (updated === undefined) throw notWaitingError((await runs.get(row))?.status ?? 'cancelled', 'input')
    bus.publishQueued()
    return toRun(updated)
  }

  return {
    /** All open calls at once. `also` goes with it, here and below. */
    async submitToolOutputs(
      tenant_id: string,
      run_id: string,
      { tool_outputs }: ToolOutputs,
      extraStatements?: Statement[],
    ): Promise<Run> {
      const { row, action } = await requireWaitingRun(
        tenant_id,
        run_id,
        'submit_tool_outputs',
        'tool outputs',
      )
      checkAllCallsHaveOutputs(action, tool_outputs)
      return requeue(row, outputsByInterrupt(action, tool_outputs), extraStatements)
    },

    /** One review at a time; where there are more, the run comes back with the others. */
    async reviewRun(tenant_id: string, run_id: string, request: ReviewRun, reviewer: string): Promise<Run> {
      const { row, action } = await requireWaitingRun(tenant_id, run_id, 'review', 'reviews')
      const { id, ...decision } = request
      const open = requireReview(action, id)
      checkDecision(open, request)
      return requeue(row, { [open.id]: { reviewer, ...decision } })
    },

    /** `input` answers the one open question; `inputs` several, by their ids. */
    async resumeRun(
      tenant_id: string,
      run_id: string,
      { input, inputs }: ResumeRun,
      extraStatements?: Statement[],
    ): Promise<Run> {
      const { row, action } = await requireWaitingRun(tenant_id, run_id, 'human_input', 'human input')
      const open = (action.interrupts ?? []).map(({ id }) => id)
      if (inputs !== undefined) {
        checkInterruptIds(open, inputs)
        return requeue(row, inputs, extraStatements)
      }
      if (open.length > 1) {
        const text = `is needed: the run asks ${String(open.length)} questions (${open.join(', ')})`
        throw new AppError('validation_error', `inputs ${text}`, { inputs: text })
      }
      return requeue(row, Object.fromEntries(open.map((id) => [id, input ?? null])), extraStatements)
    },
  }
}

export type RunResumption = ReturnType<typeof makeRunResumption>

const notWaitingError = (status: RunStatus, expectedInput: string): AppError =>
  new AppError(
    'resource_conflict',
    isFinal(status)
      ? `the run is ${status}; it takes no more ${expectedInput}`
      : `the run does not wait for ${expectedInput}`,
    { status },
  )

type OpenReview = NonNullable<RequiredAction['reviews']>[number]

const requireReview = ({ reviews = [] }: RequiredAction, id: string | undefined): OpenReview => {
  const match =
    id === undefined && reviews.length === 1 ? reviews[0] : reviews.find((review) => review.id === id)
  if (match !== undefined) return match
  const ids = reviews.map((review) => review.id).join(', ')
  const text = id === undefined ? `is needed: one of ${ids}` : `is no open review; there are ${ids}`
  throw new AppError('validation_error', `id ${text}`, { id: text })
}

/** An edit says what is to be done instead, in the form of what it edits. */
const checkDecision = ({ stage }: OpenReview, { decision, arguments: args, content }: ReviewRun): void => {
  const [expectedField, forbiddenField] =
    stage === 'tool_call' ? (['arguments', 'content'] as const) : (['content', 'arguments'] as const)
  const values = { arguments: args, content }
  const details: Record<string, string> = {}
  if (decision === 'edit' && values[expectedField] === undefined)
    details[expectedField] = 'is required with edit'
  if (decision !== 'edit' && values[expectedField] !== undefined) details[expectedField] = 'is for edit only'
  if (values[forbiddenField] !== undefined)
    details[forbiddenField] = stage === 'tool_call' ? 'is for answers' : 'is for tool calls'
  if (Object.keys(details).length > 0)
    throw new AppError('validation_error', 'the decision does not fit what waits for it', details)
}

const checkAllCallsHaveOutputs = (action: RequiredAction, outputs: Outputs): void => {
  const open = new Set((action.tool_calls ?? []).map(({ id }) => id))
  const details: Record<string, string> = {}
  for (const [index, { tool_call_id }] of outputs.entries()) {
    if (!open.delete(tool_call_id))
      details[`tool_outputs/${String(index)}/tool_call_id`] = 'is not an open call'
  }
  for (const id of open) details[`tool_outputs`] = `lacks the output of call ${id}`
  if (Object.keys(details).length > 0) {
    throw new AppError('validation_error', 'the outputs do not match the open tool calls', details)
  }
}

const outputsByInterrupt = ({ interrupts = [] }: RequiredAction, outputs: Outputs): JsonObject =>
  Object.fromEntries(
    interrupts.map(({ id, value }) => {
      const callIds = new Set((value as { tool_calls: { id: string }[] }).tool_calls.map((call) => call.id))
      return [id, { tool_outputs: outputs.filter(({ tool_call_id }) => callIds.has(tool_call_id)) }]
    }),
  )

const checkInterruptIds = (open: string[], inputs: JsonObject): void => {
  const unknown = Object.keys(inputs).filter((id) => !open.includes(id))
  if (unknown.length === 0 && Object.keys(inputs).length > 0) return
  const details =
    unknown.length === 0
      ? { inputs: 'answers nothing' }
      : Object.fromEntries(unknown.map((id) => [`inputs/${id}`, 'is not an open question']))
  throw new AppError('validation_error', 'the inputs do not match the open questions', details)
}

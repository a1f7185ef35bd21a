/** Resumes runs that wait for input: tool outputs, human input or a review. */
import type { Clock } from '../../platform/clock.js'
import { AppError, notFound } from '../../errors.js'
import type { Bus } from '../../events/bus.js'
import type { JsonObject } from '../../schema/common.js'
import type { RequiredAction, ResumeRun, ReviewRun, Run, RunStatus, ToolOutputs } from '../../schema/run.js'
import type { RunStore } from '../../store/runs/runs.js'
import type { Statement } from '../../store/sql/statement.js'
import type { Row } from '../../store/sql/tables.js'
import type { Caller } from '../caller.js'
import { toRun } from './to-run.js'
import { checkReservation } from './run-reservations.js'
import { addActiveTraceparent } from './run-trace-context.js'
import { isFinal } from './run-state.js'

/** `extraStatements` are written in the same batch. */
interface ResumeOptions {
  caller: Caller
  extraStatements?: Statement[]
}

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

  /** Puts the run back into the queue. `resumeValues` maps interrupt ids to values. */
  const requeue = async (
    row: Row<'runs'>,
    resumeValues: JsonObject,
    { caller, extraStatements = [] }: ResumeOptions,
  ): Promise<Run> => {
    const now = clock.now()
    const change = { to: 'queued', completed_at: null, updated_at: now, resumedBy: caller } as const
    const resume = JSON.stringify(resumeValues)
    const updated = await runs.transition(
      row,
      { ...change, resume, resume_traceparents: addActiveTraceparent(row), from: ['requires_action'] },
      ...extraStatements,
    )
    if (updated === undefined) {
      const current = await runs.get(row)
      if (current !== undefined) checkReservation(current, caller, now)
      throw notWaitingError(current?.status ?? 'cancelled', 'input')
    }
    bus.publishQueued()
    bus.publishChange(row.tenant_id, row.run_id)
    return toRun(updated)
  }

  return {
    /** The request must contain the outputs of all open tool calls. */
    async submitToolOutputs(
      tenant_id: string,
      run_id: string,
      { tool_outputs }: ToolOutputs,
      options: ResumeOptions,
    ): Promise<Run> {
      const { row, action } = await requireWaitingRun(
        tenant_id,
        run_id,
        'submit_tool_outputs',
        'tool outputs',
      )
      checkAllCallsHaveOutputs(action, tool_outputs)
      return requeue(row, groupOutputsByInterrupt(action, tool_outputs), options)
    },

    /** Decides one review. If others are open, the run executes and then waits for them again. */
    async reviewRun(tenant_id: string, run_id: string, request: ReviewRun, caller: Caller): Promise<Run> {
      const { row, action } = await requireWaitingRun(tenant_id, run_id, 'review', 'reviews')
      const { id, ...decision } = request
      const review = requireReview(action, id)
      checkDecision(review, request)
      return requeue(row, { [review.id]: { reviewer: caller.name, ...decision } }, { caller })
    },

    /** `input` resumes a single interrupt; `inputs` maps interrupt ids to values. */
    async resumeRun(
      tenant_id: string,
      run_id: string,
      { input, inputs }: ResumeRun,
      options: ResumeOptions,
    ): Promise<Run> {
      const { row, action } = await requireWaitingRun(tenant_id, run_id, 'human_input', 'human input')
      const interruptIds = (action.interrupts ?? []).map(({ id }) => id)
      if (inputs !== undefined) {
        checkInterruptIds(interruptIds, inputs)
        return requeue(row, inputs, options)
      }
      if (interruptIds.length > 1) {
        const text = `is required: the run has ${String(interruptIds.length)} open interrupts (${interruptIds.join(', ')})`
        throw new AppError('validation_error', `inputs ${text}`, { inputs: text })
      }
      return requeue(row, Object.fromEntries(interruptIds.map((id) => [id, input ?? null])), options)
    },
  }
}

export type RunResumption = ReturnType<typeof makeRunResumption>

const notWaitingError = (status: RunStatus, expectedInput: string): AppError =>
  new AppError(
    'resource_conflict',
    isFinal(status)
      ? `The run is ${status} and accepts no more ${expectedInput}`
      : `The run does not wait for ${expectedInput}`,
    { status },
  )

type OpenReview = NonNullable<RequiredAction['reviews']>[number]

const requireReview = ({ reviews = [] }: RequiredAction, id: string | undefined): OpenReview => {
  const match =
    id === undefined && reviews.length === 1 ? reviews[0] : reviews.find((review) => review.id === id)
  if (match !== undefined) return match
  const ids = reviews.map((review) => review.id).join(', ')
  const text = id === undefined ? `is required: one of ${ids}` : `is not an open review; open reviews: ${ids}`
  throw new AppError('validation_error', `id ${text}`, { id: text })
}

/** The decision `edit` needs a replacement: arguments for a tool call, content for a message. */
const checkDecision = ({ stage }: OpenReview, { decision, arguments: args, content }: ReviewRun): void => {
  const [expectedField, forbiddenField] =
    stage === 'tool_call' ? (['arguments', 'content'] as const) : (['content', 'arguments'] as const)
  const values = { arguments: args, content }
  const details: Record<string, string> = {}
  if (decision === 'edit' && values[expectedField] === undefined)
    details[expectedField] = 'is required for the decision edit'
  if (decision !== 'edit' && values[expectedField] !== undefined)
    details[expectedField] = 'is only allowed for the decision edit'
  if (values[forbiddenField] !== undefined)
    details[forbiddenField] =
      stage === 'tool_call' ? 'is only allowed for messages' : 'is only allowed for tool calls'
  if (Object.keys(details).length > 0)
    throw new AppError('validation_error', 'The decision does not match the open review', details)
}

const checkAllCallsHaveOutputs = (action: RequiredAction, outputs: Outputs): void => {
  const openCallIds = new Set((action.tool_calls ?? []).map(({ id }) => id))
  const details: Record<string, string> = {}
  for (const [index, { tool_call_id }] of outputs.entries()) {
    if (!openCallIds.delete(tool_call_id))
      details[`tool_outputs/${String(index)}/tool_call_id`] = 'is not an open tool call'
  }
  for (const id of openCallIds) details[`tool_outputs`] = `must contain the output of tool call ${id}`
  if (Object.keys(details).length > 0) {
    throw new AppError('validation_error', 'The tool outputs do not match the open tool calls', details)
  }
}

const groupOutputsByInterrupt = ({ interrupts = [] }: RequiredAction, outputs: Outputs): JsonObject =>
  Object.fromEntries(
    interrupts.map(({ id, value }) => {
      const callIds = new Set((value as { tool_calls: { id: string }[] }).tool_calls.map((call) => call.id))
      return [id, { tool_outputs: outputs.filter(({ tool_call_id }) => callIds.has(tool_call_id)) }]
    }),
  )

const checkInterruptIds = (openIds: string[], inputs: JsonObject): void => {
  const unknownIds = Object.keys(inputs).filter((id) => !openIds.includes(id))
  if (unknownIds.length === 0 && Object.keys(inputs).length > 0) return
  const details =
    unknownIds.length === 0
      ? { inputs: 'must not be empty' }
      : Object.fromEntries(unknownIds.map((id) => [`inputs/${id}`, 'is not an open interrupt']))
  throw new AppError('validation_error', 'The inputs do not match the open interrupts', details)
}

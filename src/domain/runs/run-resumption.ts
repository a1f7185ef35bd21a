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

interface Parts {
  runs: RunStore
  bus: Bus
  clock: Clock
}

type Outputs = ToolOutputs['tool_outputs']

export const makeRunAnswers = ({ runs, bus, clock }: Parts) => {
  const requireWaiting = async (
    tenant_id: string,
    run_id: string,
    type: RequiredAction['type'],
    what: string,
  ): Promise<{ row: Row<'runs'>; action: RequiredAction }> => {
    const row = await runs.get({ tenant_id, run_id })
    if (row === undefined) throw notFound('Run', run_id)
    const action = row.required_action === null ? null : (JSON.parse(row.required_action) as RequiredAction)
    if (row.status !== 'requires_action' || action?.type !== type) throw notWaiting(row.status, what)
    return { row, action }
  }

  /** Back into the queue with the answers, by interrupt. */
  const goOn = async (row: Row<'runs'>, answers: JsonObject, also: Statement[] = []): Promise<Run> => {
    const change = { to: 'queued', completed_at: null, updated_at: clock.now() } as const
    const resume = JSON.stringify(answers)
    const moved = await runs.move(row, { ...change, resume, from: ['requires_action'] }, ...also)
    if (moved === undefined) throw notWaiting((await runs.get(row))?.status ?? 'cancelled', 'input')
    bus.announceQueued()
    return toRun(moved)
  }

  return {
    /** All open calls at once. `also` goes with it, here and below. */
    async submitToolOutputs(
      tenant_id: string,
      run_id: string,
      { tool_outputs }: ToolOutputs,
      also?: Statement[],
    ): Promise<Run> {
      const { row, action } = await requireWaiting(tenant_id, run_id, 'submit_tool_outputs', 'tool outputs')
      checkAnswersEveryCall(action, tool_outputs)
      return goOn(row, outputsByInterrupt(action, tool_outputs), also)
    },

    /** One review at a time; where there are more, the run comes back with the others. */
    async review(tenant_id: string, run_id: string, sent: ReviewRun, who: string): Promise<Run> {
      const { row, action } = await requireWaiting(tenant_id, run_id, 'review', 'reviews')
      const { id, ...decision } = sent
      const open = requireReview(action, id)
      checkDecision(open, sent)
      return goOn(row, { [open.id]: { reviewer: who, ...decision } })
    },

    /** `input` answers the one open question; `inputs` several, by their ids. */
    async resume(
      tenant_id: string,
      run_id: string,
      { input, inputs }: ResumeRun,
      also?: Statement[],
    ): Promise<Run> {
      const { row, action } = await requireWaiting(tenant_id, run_id, 'human_input', 'human input')
      const open = (action.interrupts ?? []).map(({ id }) => id)
      if (inputs !== undefined) {
        checkKnown(open, inputs)
        return goOn(row, inputs, also)
      }
      if (open.length > 1) {
        const text = `is needed: the run asks ${String(open.length)} questions (${open.join(', ')})`
        throw new AppError('validation_error', `inputs ${text}`, { inputs: text })
      }
      return goOn(row, Object.fromEntries(open.map((id) => [id, input ?? null])), also)
    },
  }
}

export type RunAnswers = ReturnType<typeof makeRunAnswers>

const notWaiting = (status: RunStatus, what: string): AppError =>
  new AppError(
    'resource_conflict',
    isFinal(status) ? `the run is ${status}; it takes no more ${what}` : `the run does not wait for ${what}`,
    { status },
  )

type OpenReview = NonNullable<RequiredAction['reviews']>[number]

const requireReview = ({ reviews = [] }: RequiredAction, id: string | undefined): OpenReview => {
  const found = id === undefined && reviews.length === 1 ? reviews[0] : reviews.find((one) => one.id === id)
  if (found !== undefined) return found
  const ids = reviews.map((one) => one.id).join(', ')
  const text = id === undefined ? `is needed: one of ${ids}` : `is no open review; there are ${ids}`
  throw new AppError('validation_error', `id ${text}`, { id: text })
}

/** An edit says what is to be done instead, in the form of what it edits. */
const checkDecision = ({ stage }: OpenReview, { decision, arguments: args, content }: ReviewRun): void => {
  const [wanted, other] =
    stage === 'tool_call' ? (['arguments', 'content'] as const) : (['content', 'arguments'] as const)
  const given = { arguments: args, content }
  const details: Record<string, string> = {}
  if (decision === 'edit' && given[wanted] === undefined) details[wanted] = 'is required with edit'
  if (decision !== 'edit' && given[wanted] !== undefined) details[wanted] = 'is for edit only'
  if (given[other] !== undefined)
    details[other] = stage === 'tool_call' ? 'is for answers' : 'is for tool calls'
  if (Object.keys(details).length > 0)
    throw new AppError('validation_error', 'the decision does not fit what waits for it', details)
}

const checkAnswersEveryCall = (action: RequiredAction, outputs: Outputs): void => {
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
      const calls = new Set((value as { tool_calls: { id: string }[] }).tool_calls.map((call) => call.id))
      return [id, { tool_outputs: outputs.filter(({ tool_call_id }) => calls.has(tool_call_id)) }]
    }),
  )

const checkKnown = (open: string[], inputs: JsonObject): void => {
  const unknown = Object.keys(inputs).filter((id) => !open.includes(id))
  if (unknown.length === 0 && Object.keys(inputs).length > 0) return
  const details =
    unknown.length === 0
      ? { inputs: 'answers nothing' }
      : Object.fromEntries(unknown.map((id) => [`inputs/${id}`, 'is not an open question']))
  throw new AppError('validation_error', 'the inputs do not match the open questions', details)
}

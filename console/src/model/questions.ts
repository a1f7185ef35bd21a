/**
 * What a waiting run asks a person: the interrupts of its graph as questions. The Inbox, the Playground and the page of a run show the
 * same questions. Shapes that are not known become questions that show JSON.
 */
import type { Interrupt } from '../api/dialect.ts'
import type { RequiredAction } from '../api/types.ts'
import { isAgentInbox, toAgentInboxQuestion, toMiddlewareQuestions } from './approval-questions.ts'
import { asFields, base, firstLine, restOf, text, type OutputSchemas, type Question } from './question.ts'
import { isRecord } from './is-record.ts'

/** A node of type `human` of a declarative graph. */
const toHumanNodeQuestion = (id: string, value: Record<string, unknown>): Question => {
  const prompt = text(value['prompt']) ?? 'A person is asked for input'
  const options = Array.isArray(value['options']) ? value['options'].map(String) : []
  return {
    ...base,
    ...(isRecord(value['schema']) && asFields(value['schema'], undefined)),
    ...(options.length > 0 && { input: 'options' as const, options }),
    id,
    interruptId: id,
    protocol: 'human_node',
    title: firstLine(prompt),
    text: restOf(prompt),
    problem: text(value['error']),
    node: text(value['node_id']),
    raw: value,
  }
}

const UNKNOWN_TITLE = 'Question of a kind not known here'

const toUnknownQuestion = (id: string, value: unknown): Question => {
  const candidates = isRecord(value)
    ? ['question', 'prompt', 'message', 'title', 'description'].map((name) => text(value[name]))
    : [text(value)]
  const found = candidates.find((candidate) => candidate !== undefined)
  return {
    ...base,
    id,
    interruptId: id,
    protocol: 'unknown',
    // A question in words usually expects words.
    format: found === undefined ? 'json' : 'text',
    title: found === undefined ? UNKNOWN_TITLE : firstLine(found),
    text: found === undefined ? undefined : restOf(found),
    raw: value,
  }
}

const toToolQuestion = (
  interruptId: string,
  call: Record<string, unknown>,
  schemas: OutputSchemas,
): Question => {
  const tool = text(call['name']) ?? 'a tool'
  const schema = schemas.get(tool)
  return {
    ...base,
    ...(schema !== undefined && asFields(schema, undefined)),
    id: String(call['id']),
    interruptId,
    protocol: 'tool_outputs',
    title: `Output of ${tool}`,
    tool,
    raw: call['arguments'] ?? {},
  }
}

/** A guardrail holds a tool call or an output. */
const toReviewQuestion = (id: string, review: Record<string, unknown>): Question => {
  const call = isRecord(review['tool_call']) ? review['tool_call'] : {}
  const tool = text(call['name'])
  return {
    ...base,
    ...(review['stage'] === 'tool_call'
      ? asFields(undefined, call['arguments'] ?? {})
      : asFields(
          { type: 'string', title: 'Output', format: 'textarea', minLength: 1 },
          review['content'] ?? '',
        )),
    id,
    interruptId: id,
    protocol: 'review',
    title: review['stage'] === 'tool_call' ? `Review the call of ${tool ?? 'a tool'}` : 'Review the output',
    tool,
    decisions: ['approve', 'reject'],
    guardrail: { name: text(review['guardrail']) ?? 'a guardrail', reason: text(review['reason']) ?? '' },
    raw: review,
  }
}

/** A breakpoint pauses the run and asks nothing. */
export const BREAKPOINT_QUESTION: Question = {
  ...base,
  input: 'none',
  id: 'breakpoint',
  interruptId: '',
  protocol: 'breakpoint',
  title: 'Continue after the breakpoint',
  text: 'The run is paused before or after a node. Look at the state of the thread, edit it if needed, and continue.',
  raw: null,
}

const NO_SCHEMAS: OutputSchemas = new Map()

export const toInterruptQuestions = (
  { id = '', value }: Interrupt,
  schemas: OutputSchemas = NO_SCHEMAS,
): Question[] => {
  if (isAgentInbox(value)) return [toAgentInboxQuestion(id, 0, value)]
  if (Array.isArray(value) && value.length > 0 && value.every(isAgentInbox))
    return value.map((request, index) => toAgentInboxQuestion(id, index, request))
  if (!isRecord(value)) return [toUnknownQuestion(id, value)]
  if (value['type'] === 'human_input') return [toHumanNodeQuestion(id, value)]
  if (value['type'] === 'guardrail_review') return [toReviewQuestion(id, value)]
  if (value['type'] === 'submit_tool_outputs' && Array.isArray(value['tool_calls']))
    return value['tool_calls'].filter(isRecord).map((call) => toToolQuestion(id, call, schemas))
  return toMiddlewareQuestions(id, value) ?? [toUnknownQuestion(id, value)]
}

export const toQuestions = (action: RequiredAction, schemas?: OutputSchemas): Question[] => {
  const questions = (action.interrupts ?? []).flatMap((interrupt) =>
    toInterruptQuestions(interrupt as Interrupt, schemas),
  )
  // The service takes one review at a time and asks for the next one afterwards.
  return action.type === 'review' ? questions.slice(0, 1) : questions
}

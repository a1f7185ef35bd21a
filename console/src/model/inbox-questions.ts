/** What a waiting run asks a person, from its required action. Shapes that are not known become questions that show JSON. */
import type { RequiredAction } from '../api/types.ts'
import { isRecord, type JsonSchema } from './json-schema.ts'
import { toForm, type Form } from './schema-form.ts'

/** The protocol of an interrupt decides what the graph expects as the reply. */
export type Protocol = 'agent_inbox' | 'middleware' | 'human_node' | 'tool_outputs' | 'review' | 'unknown'
export type Decision = 'approve' | 'respond' | 'reject'

export interface Question {
  /** Unique among the questions of the run. */
  id: string
  /** The interrupt, tool call or review that the reply belongs to. */
  replyTo: string
  protocol: Protocol
  /** How the reply is entered: as fields, as one of several options, or freely. */
  input: 'fields' | 'options' | 'free'
  title: string
  /** A longer text for the person, if there is one. */
  text: string | undefined
  /** The tool that the agent wants to call. */
  tool: string | undefined
  form: Form | undefined
  /** The values that the fields have at first. */
  proposed: unknown
  options: string[]
  decisions: Decision[]
  canEdit: boolean
  /** Why an earlier reply was not accepted. */
  problem: string | undefined
  node: string | undefined
  guardrail: { name: string; reason: string } | undefined
  /** The middleware of LangChain.js spells its fields in camel case. */
  isCamelCase: boolean
  raw: unknown
}

const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined

export const firstLine = (value: string): string => value.split('\n', 1)[0]?.replace(/^#+\s*/, '') ?? ''

const restOf = (value: string): string | undefined => text(value.split('\n').slice(1).join('\n'))

const base: Omit<Question, 'id' | 'replyTo' | 'protocol' | 'title' | 'raw'> = {
  input: 'free',
  text: undefined,
  tool: undefined,
  form: undefined,
  proposed: undefined,
  options: [],
  decisions: ['approve'],
  canEdit: true,
  problem: undefined,
  node: undefined,
  guardrail: undefined,
  isCamelCase: false,
}

const asFields = (schema: JsonSchema | undefined, proposed: unknown) => ({
  input: 'fields' as const,
  form: toForm(schema, proposed),
  proposed,
})

const pickDecisions = (allowed: Record<Decision, boolean>): Decision[] =>
  (['approve', 'respond', 'reject'] as const).filter((decision) => allowed[decision])

/** The `HumanInterrupt` of Agent Inbox: an action with arguments, and what is allowed. */
const toAgentInboxQuestion = (id: string, index: number, value: Record<string, unknown>): Question => {
  const request = isRecord(value['action_request']) ? value['action_request'] : {}
  const config = isRecord(value['config']) ? value['config'] : {}
  const tool = text(request['action']) ?? 'an action'
  const description = text(value['description'])
  const canEdit = config['allow_edit'] === true
  return {
    ...base,
    ...asFields(undefined, isRecord(request['args']) ? request['args'] : {}),
    id: `${id}/${String(index)}`,
    replyTo: id,
    protocol: 'agent_inbox',
    title: description === undefined ? `Call ${tool}` : firstLine(description),
    text: description === undefined ? undefined : restOf(description),
    tool,
    decisions: pickDecisions({
      approve: config['allow_accept'] === true || canEdit,
      respond: config['allow_respond'] === true,
      reject: config['allow_ignore'] === true,
    }),
    canEdit,
    raw: value,
  }
}

const isAgentInbox = (value: unknown): value is Record<string, unknown> =>
  isRecord(value) && isRecord(value['action_request'])

/** The human-in-the-loop middleware of LangChain: several actions, and what is allowed by the name of the action. */
const toMiddlewareQuestions = (id: string, value: Record<string, unknown>): Question[] | undefined => {
  const isCamelCase = Array.isArray(value['actionRequests'])
  const requests = value['action_requests'] ?? value['actionRequests']
  const configs = value['review_configs'] ?? value['reviewConfigs']
  if (!Array.isArray(requests) || requests.length === 0 || !requests.every(isRecord)) return undefined
  const reviewConfigs = Array.isArray(configs) ? configs.filter(isRecord) : []
  return requests.map((request, index) => {
    const tool = text(request['name']) ?? text(request['action']) ?? 'an action'
    const config =
      reviewConfigs.find((candidate) => (candidate['action_name'] ?? candidate['actionName']) === tool) ??
      reviewConfigs[index] ??
      {}
    const allowed = config['allowed_decisions'] ?? config['allowedDecisions']
    const decisions = Array.isArray(allowed) ? allowed.map(String) : ['approve', 'edit', 'reject']
    const schema = config['args_schema'] ?? config['argsSchema']
    const description = text(request['description'])
    return {
      ...base,
      ...asFields(isRecord(schema) ? schema : undefined, request['args'] ?? request['arguments'] ?? {}),
      id: `${id}/${String(index)}`,
      replyTo: id,
      protocol: 'middleware' as const,
      title: `Call ${tool}`,
      text: description,
      tool,
      decisions: pickDecisions({
        approve: decisions.includes('approve') || decisions.includes('edit'),
        respond: decisions.includes('respond'),
        reject: decisions.includes('reject'),
      }),
      canEdit: decisions.includes('edit'),
      isCamelCase,
      raw: request,
    }
  })
}

/** A node of type `human` of a declarative graph. */
const toHumanNodeQuestion = (id: string, value: Record<string, unknown>): Question => {
  const prompt = text(value['prompt']) ?? 'A person is asked for input'
  const options = Array.isArray(value['options']) ? value['options'].map(String) : []
  return {
    ...base,
    ...(isRecord(value['schema']) && asFields(value['schema'], undefined)),
    ...(options.length > 0 && { input: 'options' as const, options }),
    id,
    replyTo: id,
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
    replyTo: id,
    protocol: 'unknown',
    title: found === undefined ? UNKNOWN_TITLE : firstLine(found),
    text: found === undefined ? undefined : restOf(found),
    raw: value,
  }
}

const toInterruptQuestions = ({ id, value }: { id: string; value?: unknown }): Question[] => {
  if (isAgentInbox(value)) return [toAgentInboxQuestion(id, 0, value)]
  if (Array.isArray(value) && value.length > 0 && value.every(isAgentInbox))
    return value.map((request, index) => toAgentInboxQuestion(id, index, request))
  if (!isRecord(value)) return [toUnknownQuestion(id, value)]
  if (value['type'] === 'human_input') return [toHumanNodeQuestion(id, value)]
  return toMiddlewareQuestions(id, value) ?? [toUnknownQuestion(id, value)]
}

type OpenReview = NonNullable<RequiredAction['reviews']>[number]

const toReviewQuestion = (review: OpenReview): Question => {
  const { id, guardrail, reason, stage, tool_call, content } = review
  return {
    ...base,
    ...(stage === 'tool_call'
      ? asFields(undefined, tool_call?.arguments ?? {})
      : asFields({ type: 'string', title: 'Output', format: 'textarea', minLength: 1 }, content ?? '')),
    id,
    replyTo: id,
    protocol: 'review',
    title: stage === 'tool_call' ? `Review the call of ${tool_call?.name ?? 'a tool'}` : 'Review the output',
    text: undefined,
    tool: tool_call?.name,
    decisions: ['approve', 'reject'],
    guardrail: { name: guardrail, reason },
    raw: review,
  }
}

export const toQuestions = (action: RequiredAction): Question[] => {
  if (action.type === 'submit_tool_outputs')
    return (action.tool_calls ?? []).map((call) => ({
      ...base,
      id: call.id,
      replyTo: call.id,
      protocol: 'tool_outputs' as const,
      title: `Output of ${call.name}`,
      tool: call.name,
      raw: call.arguments,
    }))
  // The service takes one review at a time and asks for the next one afterwards.
  if (action.type === 'review') return (action.reviews ?? []).slice(0, 1).map(toReviewQuestion)
  return (action.interrupts ?? []).flatMap(toInterruptQuestions)
}

/** What a person can do with an interrupt, whatever its shape. */
import { isRecord } from './messages.ts'

export type DecisionKind = 'approve' | 'edit' | 'respond' | 'reject'

export interface InterruptAction {
  name: string
  args: unknown
}

export interface InterruptView {
  shape: 'agent_inbox' | 'middleware' | 'human_input' | 'unknown'
  title: string
  description: string | undefined
  actions: InterruptAction[]
  /** Values that the interrupt offers for choice. */
  options: string[]
  allowed: DecisionKind[]
  value: unknown
}

const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value : undefined

const humanize = (name: string): string => name.replaceAll(/[._-]+/g, ' ')

/** The shape of Agent Inbox: one request or a list with one request. */
const readAgentInbox = (value: unknown): InterruptView | undefined => {
  const request: unknown = Array.isArray(value) ? (value as unknown[])[0] : value
  if (!isRecord(request) || !isRecord(request['action_request'])) return undefined
  const { action, args } = request['action_request']
  const config = isRecord(request['config']) ? request['config'] : {}
  const allowed: DecisionKind[] = []
  if (config['allow_accept'] === true) allowed.push('approve')
  if (config['allow_edit'] === true) allowed.push('edit')
  if (config['allow_respond'] === true) allowed.push('respond')
  if (config['allow_ignore'] === true) allowed.push('reject')
  const name = text(action) ?? 'action'
  return {
    shape: 'agent_inbox',
    title: text(request['description'])?.split('\n')[0] ?? `Allow ${humanize(name)}?`,
    description: text(request['description'])?.split('\n').slice(1).join('\n').trim() || undefined,
    actions: [{ name, args: args ?? {} }],
    options: [],
    allowed: allowed.length === 0 ? ['approve', 'respond'] : allowed,
    value,
  }
}

const MIDDLEWARE_DECISIONS: Record<string, DecisionKind> = {
  approve: 'approve',
  edit: 'edit',
  reject: 'reject',
  respond: 'respond',
}

/** LangChain's middleware for human decisions: several requests, and what is allowed for each of them. */
const readMiddleware = (value: unknown): InterruptView | undefined => {
  if (!isRecord(value)) return undefined
  const requests = value['actionRequests'] ?? value['action_requests']
  if (!Array.isArray(requests) || requests.length === 0) return undefined
  const actions = (requests as unknown[]).filter(isRecord).map((request) => ({
    name: text(request['name']) ?? text(request['action']) ?? 'action',
    args: request['args'] ?? request['arguments'] ?? {},
  }))
  const configs = value['reviewConfigs'] ?? value['review_configs']
  const lists = (Array.isArray(configs) ? (configs as unknown[]) : []).filter(isRecord).map((config) => {
    const decisions = config['allowedDecisions'] ?? config['allowed_decisions']
    return Array.isArray(decisions) ? (decisions as unknown[]).map(String) : []
  })
  // One decision is sent for all requests, so it has to be allowed for each of them.
  const common = Object.keys(MIDDLEWARE_DECISIONS).filter((name) =>
    lists.every((list) => list.includes(name)),
  )
  const allowed = (lists.length === 0 ? ['approve', 'reject'] : common).flatMap(
    (name) => MIDDLEWARE_DECISIONS[name] ?? [],
  )
  const [first] = (requests as unknown[]).filter(isRecord)
  return {
    shape: 'middleware',
    title:
      text(first?.['description']) ?? `Allow ${actions.map(({ name }) => humanize(name)).join(' and ')}?`,
    description: undefined,
    actions,
    options: [],
    allowed: actions.length > 1 ? allowed.filter((kind) => kind !== 'edit') : allowed,
    value,
  }
}

/** A `human` node of a declarative graph, or any object with a question. */
const readQuestion = (value: unknown): InterruptView | undefined => {
  const question = isRecord(value)
    ? (text(value['prompt']) ?? text(value['question']) ?? text(value['message']))
    : text(value)
  if (question === undefined) return undefined
  const options = isRecord(value) && Array.isArray(value['options']) ? (value['options'] as unknown[]) : []
  return {
    shape: isRecord(value) && value['type'] === 'human_input' ? 'human_input' : 'unknown',
    title: question,
    description: undefined,
    actions: [],
    options: options.filter((option) => typeof option === 'string'),
    allowed: ['respond'],
    value,
  }
}

export const readInterrupt = (value: unknown): InterruptView =>
  readAgentInbox(value) ??
  readMiddleware(value) ??
  readQuestion(value) ?? {
    shape: 'unknown',
    title: 'The run waits for a value',
    description: undefined,
    actions: [],
    options: [],
    allowed: ['respond'],
    value,
  }

export type Decision =
  | { kind: 'approve' }
  | { kind: 'edit'; args: unknown }
  | { kind: 'respond'; value: unknown }
  | { kind: 'reject'; reason: string }

const INBOX_TYPES: Record<DecisionKind, string> = {
  approve: 'accept',
  edit: 'edit',
  respond: 'response',
  reject: 'ignore',
}

const toInboxValue = (view: InterruptView, decision: Decision): unknown => {
  const [action] = view.actions
  const args =
    decision.kind === 'edit'
      ? { action: action?.name ?? 'action', args: decision.args }
      : decision.kind === 'respond'
        ? decision.value
        : null
  const response = { type: INBOX_TYPES[decision.kind], args }
  // A list of requests expects a list of responses.
  return Array.isArray(view.value) ? [response] : response
}

const toMiddlewareValue = (view: InterruptView, decision: Decision): unknown => ({
  decisions: view.actions.map(({ name }) => {
    if (decision.kind === 'edit') {
      const edited = { name, args: decision.args }
      return { type: 'edit', editedAction: edited, edited_action: edited }
    }
    if (decision.kind === 'reject') return { type: 'reject', message: decision.reason }
    if (decision.kind === 'respond') return { type: 'respond', message: String(decision.value) }
    return { type: 'approve' }
  }),
})

/** The value that resumes the run. */
export const toResumeValue = (view: InterruptView, decision: Decision): unknown => {
  if (view.shape === 'agent_inbox') return toInboxValue(view, decision)
  if (view.shape === 'middleware') return toMiddlewareValue(view, decision)
  return decision.kind === 'respond' ? decision.value : decision.kind === 'approve'
}

/** Text that is valid JSON is sent as that value, any other text as text. */
export const parseResponse = (input: string): unknown => {
  try {
    return JSON.parse(input)
  } catch {
    return input
  }
}

/** Turns a decision into the value with which an interrupt is resumed, in the format that its graph expects. */
import { usageError } from '../command-error.js'

export type Decision =
  | { kind: 'approve' }
  | { kind: 'reject'; reason: string | undefined }
  | { kind: 'respond'; value: unknown }

export interface Interrupt {
  id?: string
  value: unknown
}

type Fields = Record<string, unknown>

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The `HumanInterrupt` of Agent Inbox. */
const isAgentInbox = (value: unknown): boolean => isFields(value) && isFields(value['action_request'])

const AGENT_INBOX_PERMISSIONS = {
  approve: 'allow_accept',
  reject: 'allow_ignore',
  respond: 'allow_respond',
} as const

const checkAllowed = (action: unknown, allowed: readonly string[], { kind }: Decision): void => {
  if (allowed.length === 0 || allowed.includes(kind)) return
  throw usageError(
    `the request for ${String(action)} cannot be answered with ${kind}; it allows ${allowed.join(', ')}`,
  )
}

const toAgentInboxReply = (value: unknown, decision: Decision): Fields => {
  const { config, action_request: request } = value as { config?: Fields; action_request: Fields }
  const allowed = Object.entries(AGENT_INBOX_PERMISSIONS).filter(([, name]) => config?.[name] === true)
  checkAllowed(
    request['action'],
    allowed.map(([kind]) => kind),
    decision,
  )
  if (decision.kind === 'approve') return { type: 'accept', args: null }
  return decision.kind === 'reject'
    ? { type: 'ignore', args: null }
    : { type: 'response', args: decision.value }
}

/** The human-in-the-loop middleware of LangChain has what is allowed by the name of the action. */
const checkMiddleware = (value: Fields, requests: readonly unknown[], decision: Decision): void => {
  const configs = value['review_configs'] ?? value['reviewConfigs']
  if (!Array.isArray(configs)) return
  for (const request of requests.filter(isFields)) {
    const name = request['name'] ?? request['action']
    const config = configs
      .filter(isFields)
      .find((each) => (each['action_name'] ?? each['actionName']) === name)
    const allowed = config?.['allowed_decisions'] ?? config?.['allowedDecisions']
    checkAllowed(name, Array.isArray(allowed) ? allowed.map(String) : [], decision)
  }
}

const toMiddlewareReply = (decision: Decision): Fields => {
  if (decision.kind === 'respond') return { type: 'respond', message: decision.value }
  if (decision.kind === 'approve') return { type: 'approve' }
  return { type: 'reject', ...(decision.reason !== undefined && { message: decision.reason }) }
}

const OPTION_WORDS = {
  approve: ['approve', 'approved', 'accept', 'yes', 'ok'],
  reject: ['reject', 'rejected', 'decline', 'deny', 'no'],
}

/** A node of type `human` with options accepts only these. */
const pickOption = (options: readonly string[], kind: 'approve' | 'reject'): string => {
  const found = options.find((option) => OPTION_WORDS[kind].includes(option.toLowerCase()))
  if (found !== undefined) return found
  throw usageError(
    `the question has the options ${options.join(', ')}; use: heddle inbox respond <id> <option>`,
  )
}

export const toResumeValue = ({ value }: Interrupt, decision: Decision): unknown => {
  if (isAgentInbox(value)) return [toAgentInboxReply(value, decision)]
  if (Array.isArray(value) && value.length > 0 && value.every(isAgentInbox))
    return value.map((request) => toAgentInboxReply(request, decision))
  const requests = isFields(value) ? (value['action_requests'] ?? value['actionRequests']) : undefined
  if (isFields(value) && Array.isArray(requests)) {
    checkMiddleware(value, requests, decision)
    return { decisions: requests.map(() => toMiddlewareReply(decision)) }
  }
  if (decision.kind === 'respond') return decision.value
  const options = isFields(value) && Array.isArray(value['options']) ? value['options'].map(String) : []
  return options.length > 0 ? pickOption(options, decision.kind) : decision.kind === 'approve'
}

const QUESTION_FIELDS = ['question', 'prompt', 'description', 'message', 'title', 'reason']

/** The question of an interrupt in a line. */
export const describeInterrupt = (value: unknown): string => {
  if (typeof value === 'string') return value
  const first: unknown = Array.isArray(value) ? value[0] : value
  if (!isFields(first)) return JSON.stringify(value)
  for (const field of QUESTION_FIELDS) {
    const text = first[field]
    if (typeof text === 'string' && text !== '') return text
  }
  const requests = first['action_requests'] ?? first['actionRequests']
  const request: unknown = first['action_request'] ?? (Array.isArray(requests) ? requests[0] : undefined)
  if (isFields(request))
    return `call ${String(request['name'] ?? request['action'])} ${JSON.stringify(request['args'] ?? {})}`
  return JSON.stringify(first)
}

/** Requests to approve an action: the formats of Agent Inbox and of the middleware of LangChain. */
import { asFields, base, firstLine, pickDecisions, restOf, text, type Question } from './question.ts'
import { isRecord } from './is-record.ts'

/** The `HumanInterrupt` of Agent Inbox: an action with arguments, and what is allowed. */
export const toAgentInboxQuestion = (id: string, index: number, value: Record<string, unknown>): Question => {
  const request = isRecord(value['action_request']) ? value['action_request'] : {}
  const config = isRecord(value['config']) ? value['config'] : {}
  const tool = text(request['action']) ?? 'an action'
  const description = text(value['description'])
  const canEdit = config['allow_edit'] === true
  const decisions = pickDecisions({
    approve: config['allow_accept'] === true || canEdit,
    respond: config['allow_respond'] === true,
    reject: config['allow_ignore'] === true,
  })
  return {
    ...base,
    ...asFields(undefined, isRecord(request['args']) ? request['args'] : {}),
    id: `${id}/${String(index)}`,
    interruptId: id,
    protocol: 'agent_inbox',
    title: description === undefined ? `Call ${tool}` : firstLine(description),
    text: description === undefined ? undefined : restOf(description),
    tool,
    // A request that allows nothing would make the run wait forever.
    decisions: decisions.length > 0 ? decisions : ['approve', 'respond'],
    canEdit,
    raw: value,
  }
}

export const isAgentInbox = (value: unknown): value is Record<string, unknown> =>
  isRecord(value) && isRecord(value['action_request'])

/** The default description repeats the name and the arguments of the tool, which are shown as fields. */
const withoutArguments = (description: unknown): unknown =>
  typeof description === 'string' ? description.split('\n\nTool: ', 1)[0] : description

/** The human-in-the-loop middleware of LangChain: several actions, and what is allowed by the name of the action. */
export const toMiddlewareQuestions = (id: string, value: Record<string, unknown>): Question[] | undefined => {
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
    const description = text(withoutArguments(request['description']))
    return {
      ...base,
      ...asFields(isRecord(schema) ? schema : undefined, request['args'] ?? request['arguments'] ?? {}),
      id: `${id}/${String(index)}`,
      interruptId: id,
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

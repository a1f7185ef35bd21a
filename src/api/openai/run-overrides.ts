/** What a request may set differently from its assistant. */
import { BUILT_IN_GRAPH } from '../../domain/built-in-graph.js'
import { checkTools } from '../../engine/tools/check-tools.js'
import { AppError } from '../../errors.js'
import type { RunOverrides } from '../../schema/run-kwargs.js'
import type { Row } from '../../store/sql/tables.js'
import type { ChatRequest } from './chat-request.js'

/** Undefined: nothing. Tools are the client's own, beside those of the assistant. */
export const overridesIn = (sent: ChatRequest, assistant: Row<'assistants'>): RunOverrides | undefined => {
  const max_tokens = sent.max_completion_tokens ?? sent.max_tokens
  const { temperature, top_p } = sent
  const tools = sent.tools ?? []
  const overrides = {
    ...(temperature != null && { temperature }),
    ...(top_p != null && { top_p }),
    ...(max_tokens != null && { max_tokens }),
    ...(tools.length > 0 && { tools: [...toolsOf(assistant), ...tools] }),
  }
  const [first] = Object.keys(overrides)
  if (first === undefined) return undefined
  if (assistant.graph_id !== BUILT_IN_GRAPH || assistant.graph_schema !== '{}')
    throw refusal({ [first]: 'cannot be set: what its models are asked is for the graph to say' })
  const problems = checkTools(overrides.tools ?? [])
  if (Object.keys(problems).length > 0) throw refusal(problems)
  return { overrides }
}

const refusal = (details: Record<string, string>): AppError =>
  new AppError('validation_error', Object.entries(details)[0]?.join(' ') ?? '', details)

const toolsOf = ({ config }: Row<'assistants'>): unknown[] =>
  (JSON.parse(config) as { tools?: unknown[] }).tools ?? []

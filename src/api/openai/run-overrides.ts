/** Settings of a request that override the config of its assistant. */
import { BUILT_IN_GRAPH } from '../../domain/built-in-graph.js'
import { checkTools } from '../../engine/tools/check-tools.js'
import { AppError } from '../../errors.js'
import type { RunOverrides } from '../../schema/run-kwargs.js'
import type { Row } from '../../store/sql/tables.js'
import type { ChatRequest } from './chat-request.js'

/** Undefined if the request overrides nothing. Client-side tools are added to those of the assistant. */
export const toRunOverrides = (body: ChatRequest, assistant: Row<'assistants'>): RunOverrides | undefined => {
  const max_tokens = body.max_completion_tokens ?? body.max_tokens
  const { temperature, top_p } = body
  const tools = body.tools ?? []
  const overrides = {
    ...(temperature != null && { temperature }),
    ...(top_p != null && { top_p }),
    ...(max_tokens != null && { max_tokens }),
    ...(tools.length > 0 && { tools: [...readAssistantTools(assistant), ...tools] }),
  }
  const [first] = Object.keys(overrides)
  if (first === undefined) return undefined
  if (assistant.graph_id !== BUILT_IN_GRAPH || assistant.graph_schema !== '{}')
    throw validationError({ [first]: 'cannot be set: the graph of the assistant configures its own models' })
  const toolProblems = checkTools(overrides.tools ?? [])
  if (Object.keys(toolProblems).length > 0) throw validationError(toolProblems)
  return { overrides }
}

const validationError = (details: Record<string, string>): AppError =>
  new AppError('validation_error', Object.entries(details)[0]?.join(' ') ?? '', details)

const readAssistantTools = ({ config }: Row<'assistants'>): unknown[] =>
  (JSON.parse(config) as { tools?: unknown[] }).tools ?? []

/** Reads the result of a run for protocols that return text (OpenAI, MCP, A2A). */
import type { JsonObject } from '../../schema/common.js'
import type { RequiredAction } from '../../schema/run.js'
import type { Row } from '../../store/sql/tables.js'

export const parseOutput = ({ output }: Row<'runs'>): JsonObject =>
  output === null ? {} : (JSON.parse(output) as JsonObject)

/** The text of a chat graph. Undefined: the output of the graph is an object of state values. */
export const getChatResponse = ({ response }: JsonObject): string | undefined =>
  typeof response === 'string' ? response : undefined

export const getOutputText = (run: Row<'runs'>): string => {
  const output = parseOutput(run)
  return getChatResponse(output) ?? JSON.stringify(output)
}

export const getFailure = ({ error }: Row<'runs'>): { code: string; message: string } =>
  error === null
    ? { code: 'graph_error', message: 'The run failed' }
    : (JSON.parse(error) as { code: string; message: string })

/** Returns undefined if the run does not wait for input. */
export const getRequiredAction = ({ status, required_action }: Row<'runs'>): RequiredAction | undefined =>
  status === 'requires_action' && required_action !== null
    ? (JSON.parse(required_action) as RequiredAction)
    : undefined

/** The question to the user of a run that waits for human input or a review, as text. */
export const getQuestionText = ({ type, reviews = [], interrupts = [] }: RequiredAction): string => {
  if (type === 'review') return reviews.map(({ reason }) => reason).join('\n')
  return interrupts.map(({ value }) => (typeof value === 'string' ? value : JSON.stringify(value))).join('\n')
}

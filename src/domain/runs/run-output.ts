/** What a run came to, for protocols whose answers are texts. */
import type { JsonObject } from '../../schema/common.js'
import type { RequiredAction } from '../../schema/run.js'
import type { Row } from '../../store/sql/tables.js'

export const parseOutput = ({ output }: Row<'runs'>): JsonObject =>
  output === null ? {} : (JSON.parse(output) as JsonObject)

/** What a chat said; undefined: it is no chat, and its output is values. */
export const getChatResponse = ({ response }: JsonObject): string | undefined =>
  typeof response === 'string' ? response : undefined

export const getOutputText = (run: Row<'runs'>): string => {
  const output = parseOutput(run)
  return getChatResponse(output) ?? JSON.stringify(output)
}

export const getFailure = ({ error }: Row<'runs'>): { code: string; message: string } =>
  error === null
    ? { code: 'graph_error', message: 'the run failed' }
    : (JSON.parse(error) as { code: string; message: string })

/** Undefined: it waits for nothing. */
export const getRequiredAction = ({ status, required_action }: Row<'runs'>): RequiredAction | undefined =>
  status === 'requires_action' && required_action !== null
    ? (JSON.parse(required_action) as RequiredAction)
    : undefined

/** What a run that waits for a person asks, as far as it is text. */
export const getQuestionText = ({ type, reviews = [], interrupts = [] }: RequiredAction): string => {
  if (type === 'review') return reviews.map(({ reason }) => reason).join('\n')
  return interrupts.map(({ value }) => (typeof value === 'string' ? value : JSON.stringify(value))).join('\n')
}

import type { ScorerConfig } from '../../../schema/scorer.js'
import { getField, getText } from './read-values.js'
import { unscored, passOrFail, type ScorerInput, type Scorer } from '../score.js'
import { compileUserSchema } from '../../../json-schema/user-schema.js'

const tryParse = (text: string): { value: unknown } | { problem: string } => {
  try {
    return { value: JSON.parse(text) as unknown }
  } catch (error) {
    return { problem: (error as Error).message }
  }
}

export const jsonValid =
  ({ field }: ScorerConfig<'json_valid'>): Scorer =>
  (scorerInput) => {
    const parsed = tryParse(getText(scorerInput, field) ?? '')
    return 'value' in parsed
      ? passOrFail(true, 'The output is valid JSON.')
      : passOrFail(false, `The output is not valid JSON: ${parsed.problem}.`)
  }

export const jsonSchema = ({ schema, field }: ScorerConfig<'json_schema'>): Scorer => {
  const compiled = compileUserSchema(schema)
  if ('problem' in compiled) throw new Error(`the schema ${compiled.problem}`)
  return (scorerInput) => {
    const validation = compiled.validate(getJsonValue(scorerInput, field))
    if (validation.valid === null) return unscored(`The output could not be checked: ${validation.problem}.`)
    return validation.valid
      ? passOrFail(true, 'The output matches the schema.')
      : passOrFail(false, `The output does not match the schema: ${validation.problem}.`)
  }
}

/** The JSON document in the output text if there is one, otherwise the output itself: a graph may return an object. */
const getJsonValue = (scorerInput: ScorerInput, field: string | undefined): unknown => {
  const value = field === undefined ? scorerInput.output?.['response'] : getField(scorerInput.output, field)
  const parsed = typeof value === 'string' ? tryParse(value) : undefined
  if (field !== undefined) return parsed !== undefined && 'value' in parsed ? parsed.value : value
  const isDocument =
    parsed !== undefined && 'value' in parsed && typeof parsed.value === 'object' && parsed.value !== null
  return isDocument ? parsed.value : scorerInput.output
}

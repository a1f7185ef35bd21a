import type { ScorerConfig } from '../../../schema/scorer.js'
import { fieldOf, textOf } from './read-values.js'
import { unscored, yesOrNo, type Given, type Scorer } from '../score.js'
import { compileSchema } from '../user-json-schema.js'

const parse = (text: string): { value: unknown } | { problem: string } => {
  try {
    return { value: JSON.parse(text) as unknown }
  } catch (error) {
    return { problem: (error as Error).message }
  }
}

export const jsonValid =
  ({ field }: ScorerConfig<'json_valid'>): Scorer =>
  (given) => {
    const parsed = parse(textOf(given, field) ?? '')
    return 'value' in parsed
      ? yesOrNo(true, 'It is valid JSON.')
      : yesOrNo(false, `It is not valid JSON: ${parsed.problem}.`)
  }

export const jsonSchema = ({ schema, field }: ScorerConfig<'json_schema'>): Scorer => {
  const validate = compileSchema(schema)
  return (given) => {
    const found = validate(valueOf(given, field))
    if (found.valid === null) return unscored(`It could not be checked: ${found.problem}.`)
    return found.valid
      ? yesOrNo(true, 'It fits the schema.')
      : yesOrNo(false, `It does not fit the schema: ${found.problem}.`)
  }
}

/** What is JSON in an answer is meant, and else the output as it is: a graph may answer with an object of its own. */
const valueOf = (given: Given, field: string | undefined): unknown => {
  const value = field === undefined ? given.output?.['response'] : fieldOf(given.output, field)
  const parsed = typeof value === 'string' ? parse(value) : undefined
  if (field !== undefined) return parsed !== undefined && 'value' in parsed ? parsed.value : value
  const isDocument =
    parsed !== undefined && 'value' in parsed && typeof parsed.value === 'object' && parsed.value !== null
  return isDocument ? parsed.value : given.output
}

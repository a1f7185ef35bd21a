/** The input of a graph as a form, made from its schema, with one text for the message of a chat. */
import { parseExact, stringifyExact } from './exact-json.ts'
import { describeProblems, listChanges, readForm, toDrafts, type Drafts } from './form-drafts.ts'
import { resolveReference, type JsonSchema } from './json-schema.ts'
import { toForm, type Form } from './schema-form.ts'
import { isRecord } from './is-record.ts'

export interface InputForm {
  /** True if the graph takes messages, so that the main field is a text for one message. */
  hasMessages: boolean
  /** The other fields of the input. */
  form: Form
}

const NO_FIELDS: Form = { fields: [], isSingle: false, root: {}, isInferred: false }

export const messageForm = (hasMessages: boolean): InputForm => ({ hasMessages, form: NO_FIELDS })

const isMessages = (name: string, schema: unknown): boolean =>
  name === 'messages' &&
  isRecord(schema) &&
  (schema['langgraph_type'] === 'messages' || schema['type'] === 'array' || schema['type'] === undefined)

export const toInputForm = (schema: JsonSchema | null | undefined): InputForm => {
  const resolved = resolveReference(schema, schema ?? {})
  const properties = isRecord(resolved['properties']) ? resolved['properties'] : {}
  const fields = Object.entries(properties).filter(([name, property]) => !isMessages(name, property))
  const hasMessages = fields.length < Object.keys(properties).length
  if (fields.length === 0) return messageForm(hasMessages)
  // Fields refer to the definitions beside the reference.
  const { $ref: _reference, ...definitions } = schema ?? {}
  const required = Array.isArray(resolved['required']) ? resolved['required'] : []
  const form = toForm(
    {
      ...definitions,
      ...resolved,
      properties: Object.fromEntries(fields),
      // The graph fills in a default by itself.
      required: required.filter((name) => !hasDefault(properties[String(name)])),
    },
    undefined,
  )
  return { hasMessages, form }
}

const hasDefault = (schema: unknown): boolean => isRecord(schema) && schema['default'] !== undefined

/**
 * The values of the fields that were changed, and what is wrong with them. A field that still has the default of the schema is left
 * out: in a thread that has a state already, sending it would replace the value in the state.
 */
export const readInput = (
  { form }: InputForm,
  changes: Drafts,
): { values: Record<string, unknown>; problems: Record<string, string> } => {
  const initial = toDrafts(form, undefined)
  const drafts = { ...initial, ...changes }
  const { value, problems } = readForm(form, drafts)
  const changed = new Set(listChanges(initial, drafts))
  const isSent = (name: string): boolean =>
    changed.has(name) || form.fields.some((field) => field.name === name && field.required)
  const pick = <Value>(values: Record<string, Value>): Record<string, Value> =>
    Object.fromEntries(Object.entries(values).filter(([name]) => isSent(name)))
  return { values: isRecord(value) ? pick(value) : {}, problems: pick(problems) }
}

/** What a person has entered for the next run. */
export interface InputDraft {
  text: string
  fields: Drafts
  json: string
}

export type InputMode = 'form' | 'json'

export interface PreparedInput {
  /** The text of a new message of the user. */
  text: string | undefined
  values: unknown
  /** Why it cannot be sent. */
  problem: string | undefined
  /** What is wrong, by the name of the field. */
  problems: Record<string, string>
}

const prepareJson = (json: string): PreparedInput => {
  const prepared = { text: undefined, values: undefined, problems: {} }
  if (json.trim() === '') return { ...prepared, problem: 'Enter the input as JSON' }
  try {
    return { ...prepared, values: parseExact(json), problem: undefined }
  } catch {
    return { ...prepared, problem: 'The input is not valid JSON' }
  }
}

const prepareForm = (input: InputForm, draft: InputDraft): PreparedInput => {
  const { values, problems } = readInput(input, draft.fields)
  const text = input.hasMessages && draft.text.trim() !== '' ? draft.text : undefined
  const isEmpty = input.hasMessages && text === undefined && Object.keys(values).length === 0
  const problem = describeProblems(input.form, problems) ?? (isEmpty ? 'Enter a message' : undefined)
  return { text, values, problem, problems }
}

export const prepareInput = (input: InputForm, draft: InputDraft, mode: InputMode): PreparedInput =>
  mode === 'json' ? prepareJson(draft.json) : prepareForm(input, draft)

/** The fields as a document, as a start for editing them as JSON. */
export const toInputJson = (input: InputForm, draft: InputDraft): string => {
  const { text, values } = prepareForm(input, draft)
  const messages = text === undefined ? {} : { messages: [{ type: 'human', content: text }] }
  return stringifyExact({ ...(values as object), ...messages }, 2)
}

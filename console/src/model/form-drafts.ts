/** What a person types into a form, and the value that it becomes. */
import { ExactNumber, parseExact, stringifyExact } from './exact-json.ts'
import { findProblem, type JsonSchema } from './json-schema.ts'
import type { Form, FormField } from './schema-form.ts'
import { isRecord } from './is-record.ts'

/** Text for every kind of field, except for checkboxes. */
export type Draft = string | boolean
export type Drafts = Record<string, Draft>

const toDraft = ({ kind, schema }: FormField, value: unknown): Draft => {
  const start = value === undefined ? schema['default'] : value
  if (kind === 'boolean') return start === true
  if (kind === 'json') return start === undefined ? '' : stringifyExact(start, 2)
  if (start === undefined || start === null) return ''
  if (kind === 'lines' || kind === 'choices') return Array.isArray(start) ? start.map(String).join('\n') : ''
  return typeof start === 'string' ? start : stringifyExact(start)
}

export const toDrafts = ({ fields, isSingle }: Form, value: unknown): Drafts =>
  Object.fromEntries(
    fields.map((field) => [
      field.name,
      toDraft(field, isSingle ? value : isRecord(value) ? value[field.name] : undefined),
    ]),
  )

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/

type Reading = { value: unknown } | { problem: string }

const readNumber = (text: string): Reading => {
  const trimmed = text.trim()
  if (!NUMBER.test(trimmed)) return { problem: 'must be a number' }
  return { value: String(Number(trimmed)) === trimmed ? Number(trimmed) : new ExactNumber(trimmed) }
}

const readDraft = (field: FormField, draft: Draft): Reading => {
  if (typeof draft === 'boolean') return { value: draft }
  if (field.kind === 'choice') {
    const choice = field.choices.find((candidate) => String(candidate) === draft)
    return choice === undefined && draft !== ''
      ? { problem: 'must be one of the choices' }
      : { value: draft === '' ? undefined : choice }
  }
  if (field.kind === 'number') return draft.trim() === '' ? { value: undefined } : readNumber(draft)
  if (field.kind === 'lines' || field.kind === 'choices') {
    const lines = draft.split('\n').filter((line) => line.trim() !== '')
    return { value: lines.length === 0 && !field.required ? undefined : lines }
  }
  if (field.kind === 'json') {
    if (draft.trim() === '') return { value: undefined }
    try {
      return { value: parseExact(draft) }
    } catch {
      return { problem: 'is not valid JSON' }
    }
  }
  return { value: draft === '' && !field.required ? undefined : draft }
}

/** A text that was proposed may be made empty unless the schema has a minimum length. Anything else that is required must be entered. */
const checkReading = (field: FormField, reading: Reading, root: JsonSchema): string | undefined => {
  if ('problem' in reading) return reading.problem
  const isMissing = reading.value === undefined || (reading.value === '' && field.startsEmpty)
  if (isMissing) return field.required ? 'is required' : undefined
  return findProblem(field.schema, reading.value, root)
}

export interface FormReading {
  value: unknown
  /** What is wrong, by the name of the field. */
  problems: Record<string, string>
}

export const readForm = ({ fields, isSingle, root }: Form, drafts: Drafts): FormReading => {
  const readings = fields.map((field) => ({ field, reading: readDraft(field, drafts[field.name] ?? '') }))
  // Objects from entries may have every name, also `__proto__`.
  const values = Object.fromEntries(
    readings.flatMap(({ field, reading }) =>
      'value' in reading && reading.value !== undefined ? [[field.name, reading.value]] : [],
    ),
  )
  const problems = Object.fromEntries(
    readings.flatMap(({ field, reading }) => {
      const problem = checkReading(field, reading, root)
      return problem === undefined ? [] : [[field.name, problem]]
    }),
  )
  return { value: isSingle ? values[fields[0]?.name ?? ''] : values, problems }
}

/** Names such as `constructor` exist in every object, so only own properties count. */
export const problemOf = (problems: Record<string, string>, name: string): string | undefined =>
  Object.hasOwn(problems, name) ? problems[name] : undefined

export const listChanges = (before: Drafts, after: Drafts): string[] =>
  Object.keys(after).filter((name) => after[name] !== before[name])

/** The first problem as a sentence for the reason why a button is blocked. */
export const describeProblems = ({ fields }: Form, problems: Record<string, string>): string | undefined => {
  const field = fields.find(({ name }) => problemOf(problems, name) !== undefined)
  if (field === undefined) return undefined
  const subject = field.label === '' ? 'The value' : field.label
  return `${subject} ${problemOf(problems, field.name) ?? ''}`
}

/** Leaves out defaults that were not set before, so that what is saved follows a later change of a default. */
export const withoutDefaults = (
  { fields }: Form,
  value: Record<string, unknown>,
  before: Record<string, unknown>,
): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(value).filter(([name, entry]) => {
      const standard = fields.find((field) => field.name === name)?.schema['default']
      return Object.hasOwn(before, name) || stringifyExact(entry) !== stringifyExact(standard ?? null)
    }),
  )

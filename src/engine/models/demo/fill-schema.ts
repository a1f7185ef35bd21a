/** Values for a JSON Schema out of a text: the arguments of a tool, or an object that must be valid. */
import type { JsonObject } from '../../../schema/common.js'
import { bestLabel } from './classification.js'
import { makeSource, type Source } from './value-extractor.js'
import { readSchema, type Schema } from './read-schema.js'
import { meaningfulStems, nameWords, sentencesOf, stem, wordsOf } from './words.js'

interface Filled {
  value: JsonObject
  /** Required properties for which the text has nothing. */
  missing: string[]
}

const FREE_TEXT = new Set(
  'text query question message body content prompt input description reason note comment search topic subject title summary answer response'.split(
    ' ',
  ),
)

const PLACEHOLDERS = new Map(
  Object.entries({
    email: 'demo@example.com',
    uri: 'https://example.com',
    date: '1970-01-01',
    'date-time': '1970-01-01T00:00:00Z',
    time: '00:00:00Z',
    uuid: '00000000-0000-0000-0000-000000000000',
  }),
)

const DEEPEST = 6

const numberFits =
  ({ minimum, maximum, multipleOf }: Schema) =>
  (value: number) =>
    value >= minimum && value <= maximum && (multipleOf === undefined || Number.isInteger(value / multipleOf))

const textFits = (schema: Schema, text: string | undefined): string | undefined =>
  text === undefined || text.length < schema.minLength ? undefined : text.slice(0, schema.maxLength)

const isFreeText = (name: string): boolean => nameWords(name).some((word) => FREE_TEXT.has(word))

/** A whole question is never an id. */
const endsInId = (name: string): boolean =>
  ['id', 'ids', 'number', 'code'].includes(nameWords(name).at(-1) ?? '')

/** True where the text names it, false where it names it with a "no" before it. */
const booleanFor = (name: string, text: string): boolean | undefined => {
  const words = wordsOf(text).map(stem)
  const wanted = meaningfulStems(nameWords(name))
  const at = words.findIndex((word) => wanted.has(word))
  if (at === -1) return undefined
  return !words
    .slice(Math.max(0, at - 2), at)
    .some((word) => ['no', 'not', 'without', 'dont', 'never'].includes(word))
}

/** `named`: only what the text gives for this very name; otherwise anything of the type that is left over. */
const scalarFor = (name: string, schema: Schema, source: Source, named: boolean): unknown => {
  const fits = numberFits(schema)
  if (schema.values !== undefined) {
    const labels = schema.values.map(String)
    if (labels.length === 1) return schema.values[0]
    const label = named ? bestLabel(labels, source.text) : undefined
    return label === undefined ? undefined : schema.values[labels.indexOf(label)]
  }
  switch (schema.type) {
    case 'integer':
    case 'number': {
      const value = named ? source.namedNumber(name) : source.nextNumber(fits)
      return value !== undefined && fits(value) ? value : undefined
    }
    case 'boolean':
      return named ? booleanFor(name, source.text) : undefined
    case 'string':
    case undefined:
      if (named) return textFits(schema, source.namedText(name, schema.format))
      return schema.format === undefined ? textFits(schema, source.nextQuotation()) : undefined
    default:
      return undefined
  }
}

const listFor = (name: string, schema: Schema, source: Source, root: JsonObject): unknown[] | undefined => {
  const items = readSchema(schema.items, root)
  const found: unknown[] = []
  if (items.values !== undefined) {
    const stems = meaningfulStems(wordsOf(source.text))
    found.push(
      ...items.values.filter((value) =>
        [...meaningfulStems(wordsOf(String(value)))].some((one) => stems.has(one)),
      ),
    )
  } else {
    for (
      let value = scalarFor(name, items, source, false);
      value !== undefined && found.length < schema.maxItems;
    ) {
      found.push(value)
      value = scalarFor(name, items, source, false)
    }
  }
  return found.length > 0 && found.length >= schema.minItems ? found.slice(0, schema.maxItems) : undefined
}

/** `complete`: a required object is kept even where the text has only a part of it. */
const fill = (schema: Schema, source: Source, root: JsonObject, depth: number, complete: boolean): Filled => {
  const read = schema.properties.map(([name, given]) => ({ name, schema: readSchema(given, root) }))
  const found = new Map<string, unknown>()
  const keep = (name: string, value: unknown) => {
    if (value !== undefined && !found.has(name)) found.set(name, value)
  }
  // What the text says of a name comes first, so that what is left over cannot take it away.
  for (const one of read) keep(one.name, scalarFor(one.name, one.schema, source, true))
  for (const one of read) {
    if (found.has(one.name)) continue
    if (one.schema.type === 'array') keep(one.name, listFor(one.name, one.schema, source, root))
    if (one.schema.type === 'object' && depth < DEEPEST && source.spend()) {
      const inner = fill(one.schema, source, root, depth + 1, complete)
      if (complete && schema.required.has(one.name) && !one.schema.nullable) {
        keep(one.name, completed(one.schema, inner, source, root, depth + 1))
      } else if (inner.missing.length === 0 && Object.keys(inner.value).length > 0) {
        keep(one.name, inner.value)
      }
    }
    const wanted = schema.required.has(one.name) || one.schema.type === 'string'
    if (wanted) keep(one.name, scalarFor(one.name, one.schema, source, false))
  }
  const strings = read.filter((one) => one.schema.type === 'string' && one.schema.values === undefined)
  for (const one of strings) {
    const plain = one.schema.format === undefined && schema.required.has(one.name)
    if (plain && (strings.length === 1 || isFreeText(one.name)) && !endsInId(one.name)) {
      keep(one.name, textFits(one.schema, source.text.trim() || undefined))
    }
  }
  for (const one of read) if (schema.required.has(one.name)) keep(one.name, one.schema.standard)
  return {
    value: Object.fromEntries<unknown>(
      read.filter(({ name }) => found.has(name)).map(({ name }) => [name, found.get(name)]),
    ),
    missing: [...schema.required].filter((name) => !found.has(name)),
  }
}

/** The arguments that a text holds for a tool. */
export const argumentsFrom = (text: string, parameters: JsonObject): Filled =>
  fill(readSchema(parameters, parameters), makeSource(text), parameters, 0, false)

const placeholder = (schema: Schema, source: Source, root: JsonObject, depth: number): unknown => {
  if (schema.nullable || !source.spend()) return null
  if (schema.standard !== undefined) return schema.standard
  if (schema.values !== undefined) return schema.values[0]
  switch (schema.type) {
    case 'boolean':
      return false
    case 'integer':
    case 'number': {
      const least = Math.min(Math.max(0, schema.minimum), schema.maximum)
      return schema.multipleOf === undefined
        ? least
        : Math.ceil(least / schema.multipleOf) * schema.multipleOf
    }
    case 'array': {
      const items = readSchema(schema.items, root)
      return Array.from({ length: schema.minItems }, () => placeholder(items, source, root, depth + 1))
    }
    case 'object':
      return depth > DEEPEST
        ? {}
        : completed(schema, { value: {}, missing: [...schema.required] }, source, root, depth)
    default: {
      const known = PLACEHOLDERS.get(schema.format ?? '')
      const sentence = sentencesOf(source.text)[0] ?? ''
      return (known ?? sentence.padEnd(schema.minLength, '.')).slice(0, schema.maxLength)
    }
  }
}

const completed = (
  schema: Schema,
  { value, missing }: Filled,
  source: Source,
  root: JsonObject,
  depth: number,
): JsonObject => {
  const schemas = new Map(schema.properties)
  const rest = missing.map((name): [string, unknown] => [
    name,
    placeholder(readSchema(schemas.get(name) ?? {}, root), source, root, depth + 1),
  ])
  return { ...value, ...Object.fromEntries<unknown>(rest) }
}

/** A value that is valid against the schema, as far as its `pattern`s allow: those are not looked at. */
export const valueFrom = (text: string, given: JsonObject): unknown => {
  const schema = readSchema(given, given)
  const source = makeSource(text)
  if (schema.type === 'object' || schema.type === undefined) {
    return completed(schema, fill(schema, source, given, 0, true), source, given, 0)
  }
  const found =
    schema.type === 'array'
      ? listFor('', schema, source, given)
      : (scalarFor('', schema, source, true) ?? scalarFor('', schema, source, false))
  return found ?? placeholder(schema, source, given, 0)
}

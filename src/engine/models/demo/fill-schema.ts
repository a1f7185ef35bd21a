/** Generates values for a JSON Schema from a text: tool arguments, or structured output that must be valid. */
import type { JsonObject } from '../../../schema/common.js'
import { findBestLabel } from './classification.js'
import { makeValueExtractor, type ValueExtractor } from './value-extractor.js'
import { readSchema, type Schema } from './read-schema.js'
import { toMeaningfulStems, splitName, splitSentences, stem, splitWords } from './words.js'

interface FilledObject {
  value: JsonObject
  /** Required properties without a value in the text. */
  missing: string[]
}

const FREE_TEXT_WORDS = new Set(
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

const MAX_DEPTH = 6

const makeNumberCheck =
  ({ minimum, maximum, multipleOf }: Schema) =>
  (value: number) =>
    value >= minimum && value <= maximum && (multipleOf === undefined || Number.isInteger(value / multipleOf))

const fitText = (schema: Schema, text: string | undefined): string | undefined =>
  text === undefined || text.length < schema.minLength ? undefined : text.slice(0, schema.maxLength)

const isFreeText = (name: string): boolean => splitName(name).some((word) => FREE_TEXT_WORDS.has(word))

/** Parameters that end in an id word never take a whole message as their value. */
const endsInId = (name: string): boolean =>
  ['id', 'ids', 'number', 'code'].includes(splitName(name).at(-1) ?? '')

/** Returns true if the text mentions the name, false if a negation precedes it, undefined if it is not mentioned. */
const findBoolean = (name: string, text: string): boolean | undefined => {
  const words = splitWords(text).map(stem)
  const nameStems = toMeaningfulStems(splitName(name))
  const index = words.findIndex((word) => nameStems.has(word))
  if (index === -1) return undefined
  return !words
    .slice(Math.max(0, index - 2), index)
    .some((word) => ['no', 'not', 'without', 'dont', 'never'].includes(word))
}

/** `onlyNamed`: use only values that the text gives for this name; otherwise use any remaining value of the type. */
const findScalar = (name: string, schema: Schema, extractor: ValueExtractor, onlyNamed: boolean): unknown => {
  const fits = makeNumberCheck(schema)
  if (schema.values !== undefined) {
    const labels = schema.values.map(String)
    if (labels.length === 1) return schema.values[0]
    const label = onlyNamed ? findBestLabel(labels, extractor.text) : undefined
    return label === undefined ? undefined : schema.values[labels.indexOf(label)]
  }
  switch (schema.type) {
    case 'integer':
    case 'number': {
      const value = onlyNamed ? extractor.findNumber(name) : extractor.takeNumber(fits)
      return value !== undefined && fits(value) ? value : undefined
    }
    case 'boolean':
      return onlyNamed ? findBoolean(name, extractor.text) : undefined
    case 'string':
    case undefined:
      if (onlyNamed) return fitText(schema, extractor.findText(name, schema.format))
      return schema.format === undefined ? fitText(schema, extractor.takeQuotation()) : undefined
    default:
      return undefined
  }
}

const findList = (
  name: string,
  schema: Schema,
  extractor: ValueExtractor,
  root: JsonObject,
): unknown[] | undefined => {
  const items = readSchema(schema.items, root)
  const found: unknown[] = []
  if (items.values !== undefined) {
    const stems = toMeaningfulStems(splitWords(extractor.text))
    found.push(
      ...items.values.filter((value) =>
        [...toMeaningfulStems(splitWords(String(value)))].some((word) => stems.has(word)),
      ),
    )
  } else {
    for (
      let value = findScalar(name, items, extractor, false);
      value !== undefined && found.length < schema.maxItems;
    ) {
      found.push(value)
      value = findScalar(name, items, extractor, false)
    }
  }
  return found.length > 0 && found.length >= schema.minItems ? found.slice(0, schema.maxItems) : undefined
}

/** `completeRequired`: fill the missing properties of required objects with placeholders. */
const fillObject = (
  schema: Schema,
  extractor: ValueExtractor,
  root: JsonObject,
  depth: number,
  completeRequired: boolean,
): FilledObject => {
  const properties = schema.properties.map(([name, rawSchema]) => ({
    name,
    schema: readSchema(rawSchema, root),
  }))
  const found = new Map<string, unknown>()
  const setIfFound = (name: string, value: unknown) => {
    if (value !== undefined && !found.has(name)) found.set(name, value)
  }
  // Named values are assigned first, so that they are not used up as remaining values for other properties.
  for (const property of properties)
    setIfFound(property.name, findScalar(property.name, property.schema, extractor, true))
  for (const property of properties) {
    if (found.has(property.name)) continue
    if (property.schema.type === 'array')
      setIfFound(property.name, findList(property.name, property.schema, extractor, root))
    if (property.schema.type === 'object' && depth < MAX_DEPTH && extractor.spendBudget()) {
      const inner = fillObject(property.schema, extractor, root, depth + 1, completeRequired)
      if (completeRequired && schema.required.has(property.name) && !property.schema.nullable) {
        setIfFound(property.name, completeObject(property.schema, inner, extractor, root, depth + 1))
      } else if (inner.missing.length === 0 && Object.keys(inner.value).length > 0) {
        setIfFound(property.name, inner.value)
      }
    }
    const isFillable = schema.required.has(property.name) || property.schema.type === 'string'
    if (isFillable) setIfFound(property.name, findScalar(property.name, property.schema, extractor, false))
  }
  const stringProperties = properties.filter(
    (property) => property.schema.type === 'string' && property.schema.values === undefined,
  )
  for (const property of stringProperties) {
    const isPlainRequired = property.schema.format === undefined && schema.required.has(property.name)
    if (
      isPlainRequired &&
      (stringProperties.length === 1 || isFreeText(property.name)) &&
      !endsInId(property.name)
    ) {
      setIfFound(property.name, fitText(property.schema, extractor.text.trim() || undefined))
    }
  }
  for (const property of properties)
    if (schema.required.has(property.name)) setIfFound(property.name, property.schema.defaultValue)
  return {
    value: Object.fromEntries<unknown>(
      properties.filter(({ name }) => found.has(name)).map(({ name }) => [name, found.get(name)]),
    ),
    missing: [...schema.required].filter((name) => !found.has(name)),
  }
}

/** Extracts the arguments of a tool from a text. */
export const extractArguments = (text: string, parameters: JsonObject): FilledObject =>
  fillObject(readSchema(parameters, parameters), makeValueExtractor(text), parameters, 0, false)

const makePlaceholder = (
  schema: Schema,
  extractor: ValueExtractor,
  root: JsonObject,
  depth: number,
): unknown => {
  if (schema.nullable || !extractor.spendBudget()) return null
  if (schema.defaultValue !== undefined) return schema.defaultValue
  if (schema.values !== undefined) return schema.values[0]
  switch (schema.type) {
    case 'boolean':
      return false
    case 'integer':
    case 'number': {
      const lowest = Math.min(Math.max(0, schema.minimum), schema.maximum)
      return schema.multipleOf === undefined
        ? lowest
        : Math.ceil(lowest / schema.multipleOf) * schema.multipleOf
    }
    case 'array': {
      const items = readSchema(schema.items, root)
      return Array.from({ length: schema.minItems }, () => makePlaceholder(items, extractor, root, depth + 1))
    }
    case 'object':
      return depth > MAX_DEPTH
        ? {}
        : completeObject(schema, { value: {}, missing: [...schema.required] }, extractor, root, depth)
    default: {
      const placeholderText = PLACEHOLDERS.get(schema.format ?? '')
      const sentence = splitSentences(extractor.text)[0] ?? ''
      return (placeholderText ?? sentence.padEnd(schema.minLength, '.')).slice(0, schema.maxLength)
    }
  }
}

const completeObject = (
  schema: Schema,
  { value, missing }: FilledObject,
  extractor: ValueExtractor,
  root: JsonObject,
  depth: number,
): JsonObject => {
  const schemas = new Map(schema.properties)
  const placeholders = missing.map((name): [string, unknown] => [
    name,
    makePlaceholder(readSchema(schemas.get(name) ?? {}, root), extractor, root, depth + 1),
  ])
  return { ...value, ...Object.fromEntries<unknown>(placeholders) }
}

/** Generates a value that is valid against the schema. `pattern` is not supported. */
export const generateValue = (text: string, rawSchema: JsonObject): unknown => {
  const schema = readSchema(rawSchema, rawSchema)
  const extractor = makeValueExtractor(text)
  if (schema.type === 'object' || schema.type === undefined) {
    return completeObject(schema, fillObject(schema, extractor, rawSchema, 0, true), extractor, rawSchema, 0)
  }
  const found =
    schema.type === 'array'
      ? findList('', schema, extractor, rawSchema)
      : (findScalar('', schema, extractor, true) ?? findScalar('', schema, extractor, false))
  return found ?? makePlaceholder(schema, extractor, rawSchema, 0)
}

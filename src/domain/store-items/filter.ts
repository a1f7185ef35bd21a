/**
 * Converts the filter of a search to conditions. The item must contain plain values (of objects, at least the given fields). An object
 * of operators (`{"$gte": 3}`) is compared with the value at the same path, at any depth.
 */
import { validationError } from '../../errors.js'
import { isObject, isStorable, type JsonObject } from '../../schema/common.js'
import { OPERATORS, type JsonCondition, type Operator } from '../../store/sql/json-conditions.js'

const MAX_OPERATORS = 50

export const toConditions = (filter: JsonObject): JsonCondition[] => {
  if (!isStorable(filter)) throw validationError('filter', 'must not contain U+0000 or unpaired surrogates')
  const conditions: JsonCondition[] = []
  const plainFields = extractPlainFields(filter, [], conditions)
  if (conditions.length > MAX_OPERATORS)
    throw validationError('filter', `has more than ${String(MAX_OPERATORS)} operators`)
  if (plainFields !== undefined) conditions.push({ path: [], op: 'contains', value: plainFields })
  return conditions
}

/** Returns the filter without its operators, which are added to `conditions`; undefined if nothing remains. */
const extractPlainFields = (
  value: JsonObject,
  path: readonly string[],
  conditions: JsonCondition[],
): JsonObject | undefined => {
  const entries = Object.entries(value)
  if (entries.length === 0) return path.length === 0 ? undefined : {}
  if (entries.some(([key]) => key.startsWith('$'))) {
    for (const [op, operand] of entries)
      conditions.push({ path, op: parseOperator(op, operand), value: operand })
    return undefined
  }
  const remaining = entries.flatMap(([key, field]) => {
    const plainFields = isObject(field) ? extractPlainFields(field, [...path, key], conditions) : field
    return plainFields === undefined ? [] : [[key, plainFields] as const]
  })
  return remaining.length === 0 ? undefined : Object.fromEntries(remaining)
}

const parseOperator = (name: string, operand: unknown): Operator => {
  const operator = OPERATORS.find((candidate) => candidate === name)
  if (operator === undefined)
    throw validationError(
      'filter',
      `has the unknown operator ${name}; known operators: ${OPERATORS.join(', ')}`,
    )
  if ((operator === '$in' || operator === '$nin') && !Array.isArray(operand))
    throw validationError('filter', `has ${name} without an array`)
  return operator
}

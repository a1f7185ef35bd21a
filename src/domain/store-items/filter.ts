/**
 * The filter of a search as conditions. Plain values must be in the item, objects with at least the fields that are named; an
 * object of operators (`{"$gte": 3}`) is compared with what lies at its place, however deep.
 */
import { isStorable, type JsonObject } from '../../schema/common.js'
import { OPERATORS, type JsonCondition, type Operator } from '../../store/sql/json-conditions.js'
import { refuse } from './namespaces.js'
import { isObject } from '../runs/parse-config.js'

const MOST = 50

export const conditionsOf = (filter: JsonObject): JsonCondition[] => {
  if (!isStorable(filter)) refuse('filter', 'holds U+0000 or an unpaired surrogate')
  const compared: JsonCondition[] = []
  const plain = plainOf(filter, [], compared)
  if (compared.length > MOST) refuse('filter', `has more than ${String(MOST)} operators`)
  if (plain !== undefined) compared.push({ path: [], op: 'contains', value: plain })
  return compared
}

/** What is left of it without operators, which are gathered; undefined: nothing. */
const plainOf = (
  value: JsonObject,
  path: readonly string[],
  compared: JsonCondition[],
): JsonObject | undefined => {
  const entries = Object.entries(value)
  if (entries.length === 0) return path.length === 0 ? undefined : {}
  if (entries.some(([key]) => key.startsWith('$'))) {
    for (const [op, operand] of entries) compared.push({ path, op: operatorOf(op, operand), value: operand })
    return undefined
  }
  const left = entries.flatMap(([key, field]) => {
    const plain = isObject(field) ? plainOf(field, [...path, key], compared) : field
    return plain === undefined ? [] : [[key, plain] as const]
  })
  return left.length === 0 ? undefined : Object.fromEntries(left)
}

const operatorOf = (name: string, operand: unknown): Operator => {
  const known = OPERATORS.find((one) => one === name)
  if (known === undefined)
    return refuse('filter', `has the operator ${name}; there are ${OPERATORS.join(', ')}`)
  if ((known === '$in' || known === '$nin') && !Array.isArray(operand))
    refuse('filter', `has ${name} without an array`)
  return known
}

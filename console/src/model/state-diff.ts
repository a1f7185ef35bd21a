/** The difference between two states as rows with a sign and a word. */
import { ExactNumber, stringifyExact } from './exact-json.ts'
import { kindOf } from './json-rows.ts'

export type Sign = '+' | '~' | '−' | '='

export const SIGN_WORDS: Record<Sign, string> = {
  '+': 'added',
  '~': 'changed',
  '−': 'removed',
  '=': 'unchanged',
}

export interface DiffNode {
  /** A JSON pointer such as `/refund/status`. */
  path: string
  name: string
  sign: Sign
  before: unknown
  after: unknown
  /** The number of fields of an object or items of a list; 0 for other values. */
  size: number
  /** Compared when they are shown, because a state can be large. */
  children: () => DiffNode[]
}

const isContainer = (value: unknown): value is Record<string, unknown> | unknown[] => {
  const kind = kindOf(value)
  return kind === 'object' || kind === 'array'
}

export const isEqual = (left: unknown, right: unknown): boolean => {
  if (Object.is(left, right)) return true
  if (left instanceof ExactNumber || right instanceof ExactNumber) return String(left) === String(right)
  if (Array.isArray(left))
    return (
      Array.isArray(right) &&
      left.length === right.length &&
      left.every((item, index) => isEqual(item, right[index]))
    )
  if (!isContainer(left) || !isContainer(right) || Array.isArray(right)) return false
  const names = Object.keys(left)
  const [one, other] = [left, right] as [Record<string, unknown>, Record<string, unknown>]
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => Object.hasOwn(other, name) && isEqual(one[name], other[name]))
  )
}

const escape = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1')

const entriesOf = (value: unknown): [string, unknown][] =>
  isContainer(value) ? Object.entries(value as Record<string, unknown>) : []

const sameContainer = (left: unknown, right: unknown): boolean =>
  isContainer(left) && isContainer(right) && Array.isArray(left) === Array.isArray(right)

const compare = (path: string, name: string, sign: Sign, before: unknown, after: unknown): DiffNode => ({
  path,
  name,
  sign,
  before,
  after,
  size: sign === '~' && !sameContainer(before, after) ? 0 : entriesOf(sign === '−' ? before : after).length,
  children: () => toChildren(path, sign, before, after),
})

const toChildren = (path: string, sign: Sign, before: unknown, after: unknown): DiffNode[] => {
  if (sign === '+')
    return entriesOf(after).map(([name, item]) =>
      compare(`${path}/${escape(name)}`, name, '+', undefined, item),
    )
  if (sign === '−')
    return entriesOf(before).map(([name, item]) =>
      compare(`${path}/${escape(name)}`, name, '−', item, undefined),
    )
  if (!sameContainer(before, after)) return []
  return diffFields(before, after, path)
}

/** Compares two objects or lists field by field: first the fields of `after` in their order, then those that were removed. */
export const diffFields = (before: unknown, after: unknown, path = ''): DiffNode[] => {
  const old = new Map(entriesOf(before))
  const rows = entriesOf(after).map(([name, item]) => {
    const child = `${path}/${escape(name)}`
    if (!old.has(name)) return compare(child, name, '+', undefined, item)
    const earlier = old.get(name)
    return compare(child, name, isEqual(earlier, item) ? '=' : '~', earlier, item)
  })
  const kept = new Set(entriesOf(after).map(([name]) => name))
  const removed = [...old]
    .filter(([name]) => !kept.has(name))
    .map(([name, item]) => compare(`${path}/${escape(name)}`, name, '−', item, undefined))
  return [...rows, ...removed]
}

export const countSigns = (nodes: DiffNode[]): Record<Sign, number> => {
  const counts: Record<Sign, number> = { '+': 0, '~': 0, '−': 0, '=': 0 }
  for (const { sign } of nodes) counts[sign] += 1
  return counts
}

export interface Change {
  sign: Exclude<Sign, '='>
  name: string
}

/** The top-level keys that differ, without comparing further down than needed. */
export const listChanges = (before: unknown, after: unknown): Change[] => {
  const old = new Map(entriesOf(before))
  const current = new Map(entriesOf(after))
  const changes: Change[] = []
  for (const [name, item] of current) {
    if (!old.has(name)) changes.push({ sign: '+', name })
    else if (!isEqual(old.get(name), item)) changes.push({ sign: '~', name })
  }
  for (const name of old.keys()) if (!current.has(name)) changes.push({ sign: '−', name })
  return changes
}

export interface DiffRow extends DiffNode {
  depth: number
  open: boolean
  /** The number of fields that a closed or partly shown row hides. */
  hidden: number
}

export interface DiffView {
  /** Rows that were opened or closed. */
  open: ReadonlyMap<string, boolean>
  /** Shows only what differs. */
  changedOnly: boolean
  /** Changed rows above this depth are open unless they were closed. */
  openDepth?: number
}

export const toDiffRows = (
  nodes: DiffNode[],
  { open, changedOnly, openDepth = 3 }: DiffView,
  depth = 0,
): DiffRow[] =>
  nodes.flatMap((node) => {
    if (changedOnly && node.sign === '=') return []
    const isOpen = node.size > 0 && (open.get(node.path) ?? (node.sign === '~' && depth < openDepth))
    if (!isOpen) return [{ ...node, depth, open: false, hidden: 0 }]
    const children = node.children()
    const shown = changedOnly ? children.filter(({ sign }) => sign !== '=') : children
    const row = { ...node, depth, open: true, hidden: children.length - shown.length }
    return [row, ...toDiffRows(shown, { open, changedOnly, openDepth }, depth + 1)]
  })

/** The size of a state as JSON, in characters. */
export const sizeOf = (value: unknown): number => stringifyExact(value).length

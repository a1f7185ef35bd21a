/** A JSON value as a flat list of rows, of which the opened ones show their children. */
import { ExactNumber } from './exact-json.ts'

export type JsonKind = 'object' | 'array' | 'string' | 'number' | 'boolean' | 'null'

export interface JsonRow {
  /** Identifies the row; a JSON pointer such as `/messages/0/content`. */
  path: string
  depth: number
  /** The name of the field or the index; undefined at the top. */
  name: string | undefined
  kind: JsonKind
  value: unknown
  /** The number of children of an object or an array. */
  size: number
  open: boolean
}

export interface MoreRow {
  path: string
  depth: number
  /** The number of children that are not shown yet. */
  more: number
}

/** A list shows this many children; the next ones follow on demand. */
export const CHILDREN_SHOWN = 100

export const kindOf = (value: unknown): JsonKind => {
  if (value === null || value === undefined) return 'null'
  if (Array.isArray(value)) return 'array'
  if (value instanceof ExactNumber) return 'number'
  const type = typeof value
  return type === 'string' || type === 'number' || type === 'boolean' ? type : 'object'
}

const childrenOf = (value: unknown, kind: JsonKind): [string, unknown][] => {
  if (kind === 'array') return (value as unknown[]).map((item, index) => [String(index), item])
  if (kind === 'object') return Object.entries(value as Record<string, unknown>)
  return []
}

const toPointer = (parent: string, name: string): string =>
  `${parent}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`

export interface OpenRows {
  /** True or false for rows that were opened or closed; others follow `defaultDepth`. */
  rows: ReadonlyMap<string, boolean>
  /** How many children of a list are shown, if more than the default. */
  shown: ReadonlyMap<string, number>
  /** Rows above this depth are open unless they were closed. */
  defaultDepth: number
}

export const toJsonRows = (value: unknown, open: OpenRows): (JsonRow | MoreRow)[] => {
  const rows: (JsonRow | MoreRow)[] = []
  const visit = (item: unknown, path: string, name: string | undefined, depth: number): void => {
    const kind = kindOf(item)
    const children = childrenOf(item, kind)
    const isOpen = children.length > 0 && (open.rows.get(path) ?? depth < open.defaultDepth)
    rows.push({ path, depth, name, kind, value: item, size: children.length, open: isOpen })
    if (!isOpen) return
    const shown = open.shown.get(path) ?? CHILDREN_SHOWN
    for (const [childName, child] of children.slice(0, shown))
      visit(child, toPointer(path, childName), childName, depth + 1)
    if (children.length > shown) rows.push({ path, depth: depth + 1, more: children.length - shown })
  }
  visit(value, '', undefined, 0)
  return rows
}

export const isMoreRow = (row: JsonRow | MoreRow): row is MoreRow => 'more' in row

/** A closed object or list in one line, for example `{ "id": 5120, "total": 48.8, … }`. */
export const previewJson = (value: unknown, maxLength = 80): string => {
  const kind = kindOf(value)
  if (kind === 'string') return cut(JSON.stringify((value as string).slice(0, maxLength + 1)), maxLength)
  if (kind === 'null') return 'null'
  if (kind !== 'object' && kind !== 'array') return String(value)
  const children = childrenOf(value, kind)
  if (children.length === 0) return kind === 'array' ? '[]' : '{}'
  let text = ''
  for (const [name, child] of children) {
    const piece = (kind === 'array' ? '' : `${JSON.stringify(name)}: `) + previewChild(child, maxLength)
    if (text.length + piece.length > maxLength) {
      text += text === '' ? cut(piece, maxLength) : ', …'
      break
    }
    text += text === '' ? piece : `, ${piece}`
  }
  return kind === 'array' ? `[ ${text} ]` : `{ ${text} }`
}

const previewChild = (value: unknown, maxLength: number): string => {
  const kind = kindOf(value)
  const size = childrenOf(value, kind).length
  if (kind === 'object') return size === 0 ? '{}' : `{ ${String(size)} }`
  if (kind === 'array') return size === 0 ? '[]' : `[ ${String(size)} ]`
  return previewJson(value, Math.min(40, maxLength))
}

const cut = (text: string, maxLength: number): string =>
  text.length > maxLength ? `${text.slice(0, maxLength - 1)}…` : text

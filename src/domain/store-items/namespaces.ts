/** Where an item lies: its namespace, a list of labels, and its key. As text, everything under a namespace is one range. */
import { AppError } from '../../errors.js'
import { isStorable } from '../../schema/common.js'
import type { NamespaceMatch } from '../../schema/store-item.js'

/** In bytes. Both are part of a primary key, of which PostgreSQL takes no more than 2,700 bytes. */
const LONGEST = 1_000
const LAST_TEXT = '\u{10ffff}'

export const refuse = (field: string, text: string): never => {
  throw new AppError('validation_error', `${field} ${text}`, { [field]: text })
}

/** A prefix, or a place to look: it may be empty. */
export const checkLabels = (labels: readonly string[], field: string): void => {
  for (const label of labels) {
    if (label === '') refuse(field, 'has an empty label')
    if (label.includes('.'))
      refuse(field, `has the label '${label}', and labels cannot contain periods ('.')`)
    if (!isStorable(label)) refuse(field, 'holds U+0000 or an unpaired surrogate')
  }
  if (Buffer.byteLength(namespaceText(labels)) > LONGEST)
    refuse(field, `is longer than ${String(LONGEST)} bytes`)
}

/** Something is to be put there. */
export const checkPlace = (namespace: readonly string[], key: string): void => {
  if (namespace.length === 0) refuse('namespace', 'cannot be empty')
  if (namespace[0] === 'langgraph') refuse('namespace', 'cannot begin with langgraph, which is reserved')
  checkLabels(namespace, 'namespace')
  checkKey(key)
}

export const checkKey = (key: string): void => {
  if (key === '') refuse('key', 'cannot be empty')
  if (!isStorable(key)) refuse('key', 'holds U+0000 or an unpaired surrogate')
  if (Buffer.byteLength(key) > LONGEST) refuse('key', `is longer than ${String(LONGEST)} bytes`)
}

export const namespaceText = (labels: readonly string[]): string =>
  labels.map((label) => `${label}.`).join('')

export const labelsOf = (text: string): string[] => text.slice(0, -1).split('.')

/** The slash is what follows the dot. */
export const rangeUnder = (prefix: readonly string[]): { from: string; to: string } => {
  const from = namespaceText(prefix)
  return { from, to: from === '' ? LAST_TEXT : `${from.slice(0, -1)}/` }
}

/** The labels that every match begins with. */
export const knownPrefix = (matches: readonly NamespaceMatch[]): string[] => {
  const path = matches.find(({ end }) => end === 'prefix')?.path ?? []
  const wild = path.indexOf('*')
  return wild === -1 ? path : path.slice(0, wild)
}

export const isMatch = (labels: readonly string[], { end, path }: NamespaceMatch): boolean => {
  const start = end === 'prefix' ? 0 : labels.length - path.length
  return (
    path.length <= labels.length &&
    path.every((wanted, at) => wanted === '*' || wanted === labels[start + at])
  )
}

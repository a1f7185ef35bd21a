/** The address of an item: its namespace (a list of labels) and its key. Encoded as text, all items under a namespace are one range. */
import { validationError } from '../../errors.js'
import { isStorable } from '../../schema/common.js'
import type { NamespaceMatch } from '../../schema/store-item.js'

/** Namespace and key are part of the primary key, and PostgreSQL limits index entries to 2,700 bytes. */
const MAX_BYTES = 1_000
const LAST_CODE_POINT = '\u{10ffff}'

/** For prefixes and lookups, where the namespace may be empty. */
export const validateNamespace = (labels: readonly string[], field: string): void => {
  for (const label of labels) {
    if (label === '') throw validationError(field, 'has an empty label')
    if (label.includes('.'))
      throw validationError(field, `has the label '${label}', and labels cannot contain periods ('.')`)
    if (!isStorable(label)) throw validationError(field, 'must not contain U+0000 or unpaired surrogates')
  }
  if (Buffer.byteLength(encodeNamespace(labels)) > MAX_BYTES)
    throw validationError(field, `is longer than ${String(MAX_BYTES)} bytes`)
}

/** For writes, where the namespace must not be empty or reserved. */
export const validateAddress = (namespace: readonly string[], key: string): void => {
  if (namespace.length === 0) throw validationError('namespace', 'cannot be empty')
  if (namespace[0] === 'langgraph')
    throw validationError('namespace', 'cannot begin with langgraph, which is reserved')
  validateNamespace(namespace, 'namespace')
  validateKey(key)
}

export const validateKey = (key: string): void => {
  if (key === '') throw validationError('key', 'cannot be empty')
  if (!isStorable(key)) throw validationError('key', 'must not contain U+0000 or unpaired surrogates')
  if (Buffer.byteLength(key) > MAX_BYTES)
    throw validationError('key', `is longer than ${String(MAX_BYTES)} bytes`)
}

export const encodeNamespace = (labels: readonly string[]): string =>
  labels.map((label) => `${label}.`).join('')

export const decodeNamespace = (text: string): string[] => text.slice(0, -1).split('.')

/** The range ends before the slash, which is the character after the dot in Unicode. */
export const toNamespaceRange = (prefix: readonly string[]): { from: string; to: string } => {
  const from = encodeNamespace(prefix)
  return { from, to: from === '' ? LAST_CODE_POINT : `${from.slice(0, -1)}/` }
}

/** The labels before the first wildcard of the prefix: every matching namespace starts with them. */
export const literalPrefix = (matches: readonly NamespaceMatch[]): string[] => {
  const path = matches.find(({ end }) => end === 'prefix')?.path ?? []
  const wildcardIndex = path.indexOf('*')
  return wildcardIndex === -1 ? path : path.slice(0, wildcardIndex)
}

export const matchesNamespace = (labels: readonly string[], { end, path }: NamespaceMatch): boolean => {
  const start = end === 'prefix' ? 0 : labels.length - path.length
  return (
    path.length <= labels.length &&
    path.every((label, index) => label === '*' || label === labels[start + index])
  )
}

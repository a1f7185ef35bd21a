/** Namespaces of the long-term store as a tree, and as text in the URL. */

export interface NamespaceNode {
  label: string
  path: string[]
  depth: number
}

/** Labels can contain any character, so a namespace is JSON in the URL. Anything else means all namespaces. */
export const parseNamespace = (text: string | undefined): string[] => {
  try {
    const value: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(value) && value.every((label): label is string => typeof label === 'string')
      ? value
      : []
  } catch {
    return []
  }
}

export const writeNamespace = (path: readonly string[]): string | undefined =>
  path.length === 0 ? undefined : JSON.stringify(path)

/** People write the labels of a namespace with slashes between them. */
export const splitLabels = (text: string): string[] =>
  text
    .split('/')
    .map((label) => label.trim())
    .filter((label) => label !== '')

export const describeNamespace = (path: readonly string[]): string =>
  path.length === 0 ? 'All namespaces' : path.join(' / ')

/** Every namespace and every part that contains one, in the order of the labels. */
export const toNamespaceTree = (namespaces: readonly string[][]): NamespaceNode[] => {
  const nodes = new Map<string, NamespaceNode>()
  for (const namespace of namespaces)
    for (let length = 1; length <= namespace.length; length += 1) {
      const path = namespace.slice(0, length)
      nodes.set(JSON.stringify(path), { label: path.at(-1) ?? '', path, depth: length - 1 })
    }
  return [...nodes.values()].sort((a, b) => comparePaths(a.path, b.path))
}

const comparePaths = (a: readonly string[], b: readonly string[]): number => {
  for (let index = 0; index < Math.min(a.length, b.length); index += 1) {
    const order = (a[index] ?? '').localeCompare(b[index] ?? '', 'en', { numeric: true })
    if (order !== 0) return order
  }
  return a.length - b.length
}

/** What is wrong with the address of a new item. */
export const findAddressProblem = (labels: readonly string[], key: string): string | undefined => {
  if (labels.length === 0) return 'Enter a namespace, for example users/user-42'
  if (labels.some((label) => label.includes('.'))) return 'Labels of a namespace cannot contain a point'
  return key.trim() === '' ? 'Enter a key' : undefined
}

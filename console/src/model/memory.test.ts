import { expect, it } from 'vitest'
import {
  describeNamespace,
  findAddressProblem,
  parseNamespace,
  splitLabels,
  toNamespaceTree,
  writeNamespace,
} from './memory.ts'

it('namespaces become a tree in which every part is once', () => {
  const tree = toNamespaceTree([['users', 'u10'], ['users', 'u2'], ['facts']])
  expect(tree.map(({ path }) => path.join('/'))).toEqual(['facts', 'users', 'users/u2', 'users/u10'])
  expect(tree.map(({ depth }) => depth)).toEqual([0, 0, 1, 1])
})

it('a namespace survives the URL, and anything else means all namespaces', () => {
  const path = ['a/b', 'c,"d"']
  expect(parseNamespace(writeNamespace(path))).toEqual(path)
  expect(writeNamespace([])).toBeUndefined()
  for (const text of [undefined, '', 'users', '{}', '[1]']) expect(parseNamespace(text)).toEqual([])
  expect(describeNamespace([])).toBe('All namespaces')
})

it('a new item needs a namespace and a key', () => {
  expect(splitLabels(' users / u2 /')).toEqual(['users', 'u2'])
  expect(findAddressProblem(['users'], 'preferences')).toBeUndefined()
  for (const [labels, key] of [
    [[], 'k'],
    [['a.b'], 'k'],
    [['a'], ' '],
  ] as const)
    expect(findAddressProblem(labels, key)).toBeTypeOf('string')
})

import { Script } from 'node:vm'
import { expect, test } from 'vitest'
import { collectNow } from './collect-garbage.js'

test('a collection frees unused objects', () => {
  const reference = new WeakRef(Array.from({ length: 1_000 }, () => ({})))
  return new Promise<void>((resolve) => {
    // A WeakRef keeps its object until the end of the turn that created it.
    setImmediate(() => {
      collectNow()
      expect(reference.deref()).toBeUndefined()
      resolve()
    })
  })
})

test('V8 accepts code caches after a collection, so that executor threads start from them', () => {
  const source = '(function () { return 1 })'
  const cachedData = new Script(source).createCachedData()
  collectNow()
  expect(new Script(source, { cachedData }).cachedDataRejected).toBe(false)
})

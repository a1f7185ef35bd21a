import { expect, it } from 'vitest'
import { JoinedText } from '../../platform/joined-text.js'
import { SharedVersions } from '../../platform/shared-text.js'
import { makeValueCache } from './value-cache.js'

const toVersion = (version: string, length: number, messages?: object[]) => ({
  version,
  text: 'x'.repeat(length),
  pieces: [],
  chain: [version],
  ...(messages !== undefined && { messages }),
})

it('the messages of a version go to one execution only, and only after the execution that made them has ended', () => {
  const values = makeValueCache().forTenant('a')
  const version = toVersion('1', 100_000, [{}])
  values.set('key', version)
  expect(values.take('key', '1')).toMatchObject({ version: '1' })
  expect(values.take('key', '1')?.messages).toBeUndefined()
  expect(values.findMessages('key')).toBeUndefined()
  expect(values.keepMessages('key', version)).toBe(true)
  expect(values.findMessages('key')).toBe(version.messages)
  expect(values.take('key', '1')?.messages).toBe(version.messages)
  expect(values.has('key', '1')).toBe(true)
  expect(values.findMessages('key')).toBeUndefined()
  expect(values.take('key', '1')?.messages).toBeUndefined()
})

it('messages are not kept if a later version was cached, or if their text is short', () => {
  const values = makeValueCache().forTenant('a')
  values.set('key', toVersion('2', 100_000))
  expect(values.keepMessages('key', toVersion('1', 100_000, [{}]))).toBe(false)
  expect(values.take('key', '1')).toBeUndefined()
  expect(values.take('key', '2')?.messages).toBeUndefined()
  values.set('key', toVersion('3', 1_000))
  expect(values.keepMessages('key', toVersion('3', 1_000, [{}]))).toBe(false)
  expect(values.take('key', '3')?.messages).toBeUndefined()
})

it('the shared text of a version stays with it and counts towards the limit of the cache', () => {
  const values = makeValueCache(1_000_000).forTenant('a')
  const shared = new SharedVersions()
  const share = (count: number) =>
    shared.share(new JoinedText(['a', 'b', 'c', 'd'].slice(0, count).map((part) => part.repeat(100_000))))
  values.set('a', toVersion('1', 100_000))
  share(3)
  share(4)
  expect(shared.byteLength).toBe(300_000)
  values.set('b', { ...toVersion('1', 100_000), shared })
  expect(values.take('b', '1')?.shared).toBe(shared)
  for (const key of ['c', 'd', 'e', 'f', 'g', 'h']) values.set(key, toVersion('1', 100_000))
  expect(['a', 'b', 'c', 'h'].map((key) => values.has(key, '1'))).toEqual([false, false, true, true])
})

it('messages count towards the limit of the cache', () => {
  const values = makeValueCache(1_000_000).forTenant('a')
  for (const key of ['a', 'b', 'c', 'd']) values.set(key, toVersion('1', 100_000))
  values.keepMessages('a', toVersion('1', 100_000, [{}]))
  values.keepMessages('b', toVersion('1', 100_000, [{}]))
  expect(['a', 'b', 'c', 'd'].map((key) => values.has(key, '1'))).toEqual([true, true, false, true])
})

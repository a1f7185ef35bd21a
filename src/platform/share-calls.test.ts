import { expect, it } from 'vitest'
import { makeSharedCalls } from './share-calls.js'

const makeCounter = () => {
  let calls = 0
  return { share: makeSharedCalls<number>(), call: () => Promise.resolve(++calls) }
}

it('callers with the same key in one synchronous section share a call', async () => {
  const { share, call } = makeCounter()
  expect(await Promise.all([share('a', call), share('a', call), share('b', call)])).toEqual([1, 1, 2])
})

it('a caller does not get the result of a call that had started before', async () => {
  const { share, call } = makeCounter()
  const first = share('a', call)
  await Promise.resolve()
  expect(await share('a', call)).toBe(2)
  expect(await first).toBe(1)
})

it('all callers get the error, and the next call is made again', async () => {
  const { share, call } = makeCounter()
  const fail = (): Promise<number> => Promise.reject(new Error('no connection'))
  const outcomes = await Promise.allSettled([share('a', fail), share('a', fail)])
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await share('a', call)).toBe(1)
})

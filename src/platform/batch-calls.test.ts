import { expect, it } from 'vitest'
import { batchCalls } from './batch-calls.js'

const makeDouble = (maxSize = 3) => {
  const batches: number[][] = []
  const double = batchCalls((numbers: readonly number[]) => {
    batches.push([...numbers])
    return Promise.resolve(numbers.map((number) => number * 2))
  }, maxSize)
  return { batches, double }
}

it('calls of one synchronous section are made together, and each caller gets its own result', async () => {
  const { batches, double } = makeDouble()
  expect(await Promise.all([double(1), double(2), double(3)])).toEqual([2, 4, 6])
  expect(batches).toEqual([[1, 2, 3]])
})

it('calls of microtasks that the section has started before join its batch', async () => {
  const { batches, double } = makeDouble()
  const call = async (number: number): Promise<number> => {
    await Promise.resolve()
    return double(number)
  }
  expect(await Promise.all([call(1), call(2)])).toEqual([2, 4])
  expect(batches).toEqual([[1, 2]])
})

it('a batch that is full is followed by another one', async () => {
  const { batches, double } = makeDouble()
  expect(await Promise.all([1, 2, 3, 4, 5, 6, 7].map(double))).toEqual([2, 4, 6, 8, 10, 12, 14])
  expect(batches).toEqual([[1, 2, 3], [4, 5, 6], [7]])
})

it('a caller does not join a batch whose call has started', async () => {
  const { batches, double } = makeDouble()
  const first = double(1)
  await Promise.resolve()
  expect([await double(2), await first]).toEqual([4, 2])
  expect(batches).toEqual([[1], [2]])
})

it('all callers of a failed batch get its error, and the next batch is called again', async () => {
  let isFailing = true
  const call = batchCalls(
    (requests: readonly string[]) =>
      isFailing ? Promise.reject(new Error('no connection')) : Promise.resolve(requests),
    10,
  )
  const outcomes = await Promise.allSettled([call('a'), call('b')])
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  isFailing = false
  expect(await call('c')).toBe('c')
})

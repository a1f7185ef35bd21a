import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { StartQueue } from './start-queue.js'

const makeQueue = (isStreaming = () => false) => {
  const started: number[] = []
  const queue = new StartQueue<{ executionId: number }>(
    ({ executionId }) => started.push(executionId),
    isStreaming,
  )
  const add = (count: number): void => {
    for (let executionId = 1; executionId <= count; executionId++) queue.add({ executionId })
  }
  return { queue, started, add }
}

describe('the queue of runs that an executor starts', () => {
  it('starts up to eight runs per turn of the event loop, in order', async () => {
    const { started, add } = makeQueue()
    add(10)
    expect(started).toEqual([])
    await nextTurn()
    expect(started).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
    await nextTurn()
    expect(started).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
  })

  it('starts one run per turn while other runs stream', async () => {
    const { started, add } = makeQueue(() => true)
    add(3)
    await nextTurn()
    expect(started).toEqual([1])
    await nextTurn()
    expect(started).toEqual([1, 2])
    await nextTurn()
    expect(started).toEqual([1, 2, 3])
  })

  it('starts several runs per turn again when no run streams any more', async () => {
    let isStreaming = true
    const { started, add } = makeQueue(() => isStreaming)
    add(4)
    await nextTurn()
    isStreaming = false
    await nextTurn()
    expect(started).toEqual([1, 2, 3, 4])
  })

  it('does not start a run that was removed', async () => {
    const { queue, started, add } = makeQueue()
    add(3)
    expect(queue.remove(2)).toBe(true)
    await nextTurn()
    expect(started).toEqual([1, 3])
    expect(queue.remove(3)).toBe(false)
  })

  it('starts runs that are added after it was emptied', async () => {
    const { queue, started, add } = makeQueue()
    add(1)
    queue.remove(1)
    queue.add({ executionId: 2 })
    await nextTurn()
    expect(started).toEqual([2])
    queue.add({ executionId: 3 })
    await nextTurn()
    expect(started).toEqual([2, 3])
  })
})

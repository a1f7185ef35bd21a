import { describe, expect, test } from 'vitest'
import { makeIdleCheck } from './collect-when-idle.js'

const MB = 1_048_576

/** A thread whose full collections leave a heap of 20 MB. */
const makeThread = () => {
  const thread = { utilization: 0, heapMb: 40, collections: [] as string[], check: () => {} }
  thread.check = makeIdleCheck({
    measureUtilization: () => thread.utilization,
    readHeap: () => ({ total_physical_size: thread.heapMb * MB, used_heap_size: thread.heapMb * MB }),
    collect: (kind) => {
      thread.collections.push(kind)
      if (kind === 'full') thread.heapMb = 20
    },
  })
  return thread
}

describe('the collection of idle threads', () => {
  test('a thread that stays idle has one minor and one full collection', () => {
    const thread = makeThread()
    for (let i = 0; i < 5; i++) thread.check()
    expect(thread.collections).toEqual(['minor', 'full'])
  })

  test('a busy thread has none, and starts again when it is idle', () => {
    const thread = makeThread()
    thread.check()
    thread.utilization = 0.5
    thread.check()
    expect(thread.collections).toEqual(['minor'])
    thread.utilization = 0
    thread.check()
    thread.check()
    expect(thread.collections).toEqual(['minor', 'minor', 'full'])
  })

  test('an idle thread has the next one only after its heap has grown', () => {
    const thread = makeThread()
    for (let i = 0; i < 3; i++) thread.check()
    thread.heapMb = 30
    for (let i = 0; i < 3; i++) thread.check()
    expect(thread.collections).toEqual(['minor', 'full', 'minor', 'full'])
  })

  test('a large heap is left to V8, because a collection would pause its thread for too long', () => {
    const thread = makeThread()
    thread.heapMb = 500
    for (let i = 0; i < 3; i++) thread.check()
    expect(thread.collections).toEqual([])
  })
})

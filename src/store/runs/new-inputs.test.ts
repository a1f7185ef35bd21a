import { expect, it } from 'vitest'
import { allocateShared } from '../../platform/shared-text.js'
import { NewInputs } from './new-inputs.js'

const toRun = (run_id: string, tenant_id = 'a') => ({ tenant_id, run_id })

it('the first execution of a run takes its input, once', () => {
  const inputs = new NewInputs()
  const input = allocateShared(100_000)
  inputs.add(toRun('r'), input)
  expect(inputs.take({ ...toRun('r', 'b'), fence: 1 })).toBeUndefined()
  expect(inputs.take({ ...toRun('r'), fence: 1 })).toBe(input)
  expect(inputs.take({ ...toRun('r'), fence: 1 })).toBeUndefined()
})

it('a later execution reads what the first one has left in the database', () => {
  const inputs = new NewInputs()
  inputs.add(toRun('r'), allocateShared(100_000))
  expect(inputs.take({ ...toRun('r'), fence: 2 })).toBeUndefined()
  expect(inputs.take({ ...toRun('r'), fence: 1 })).toBeUndefined()
})

it('runs that wait for a long time keep a bounded amount of memory', () => {
  const inputs = new NewInputs()
  const names = Array.from({ length: 10 }, (_, index) => `r${String(index)}`)
  for (const name of names) inputs.add(toRun(name), allocateShared(4_000_000))
  const kept = names.filter((name) => inputs.take({ ...toRun(name), fence: 1 }) !== undefined)
  expect(kept).toEqual(['r6', 'r7', 'r8', 'r9'])
})

import { expect, it } from 'vitest'
import { allocateShared } from '../../platform/shared-text.js'
import { NewOutputs } from './new-outputs.js'

const toRun = (run_id: string, output = 'version:1', tenant_id = 'a') => ({ tenant_id, run_id, output })

it('the first reader of a run takes its output, once', () => {
  const outputs = new NewOutputs()
  const text = allocateShared(100_000)
  outputs.add(toRun('r'), { reference: 'version:1', text })
  expect(outputs.take(toRun('r', 'version:1', 'b'))).toBeUndefined()
  expect(outputs.take(toRun('r'))).toBe(text)
  expect(outputs.take(toRun('r'))).toBeUndefined()
})

it('a row that refers to another version is read from the database', () => {
  const outputs = new NewOutputs()
  outputs.add(toRun('r'), { reference: 'version:1', text: '{}' })
  expect(outputs.take(toRun('r', 'version:2'))).toBeUndefined()
  expect(outputs.take(toRun('r', '{"version":1}'))).toBeUndefined()
})

it('outputs that nobody reads keep a bounded amount of memory', () => {
  const outputs = new NewOutputs()
  const names = Array.from({ length: 10 }, (_, index) => `r${String(index)}`)
  for (const name of names)
    outputs.add(toRun(name), { reference: 'version:1', text: allocateShared(4_000_000) })
  outputs.add(toRun('too large'), { reference: 'version:1', text: allocateShared(9_500_000) })
  const kept = [...names, 'too large'].filter((name) => outputs.take(toRun(name)) !== undefined)
  expect(kept).toEqual(['r6', 'r7', 'r8', 'r9'])
})

import { expect, it } from 'vitest'
import { newId } from '../../platform/ids.js'
import { runIdFrom, toCallId } from './tool-call-ids.js'

it('the id of a call says which run waits, differs between calls, and is not too long', () => {
  const run_id = newId()
  const id = toCallId(run_id, 'call_1')
  expect(runIdFrom(id)).toBe(run_id)
  expect(id).not.toBe(toCallId(run_id, 'call_2'))
  expect(id.length).toBeLessThanOrEqual(40)
})

it.each(['', 'call_1', 'call_abc_00000000', 'toolu_01A09q90qw90lq917835lq9'])('%s is none of ours', (id) => {
  expect(runIdFrom(id)).toBeUndefined()
})

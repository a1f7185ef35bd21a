import { expect, it } from 'vitest'
import { newId } from '../../platform/ids.js'
import { runIdFrom, toCallId } from './tool-call-ids.js'

it('a tool call id contains the run id, is unique per call and has at most 40 characters', () => {
  const run_id = newId()
  const id = toCallId(run_id, 'call_1')
  expect(runIdFrom(id)).toBe(run_id)
  expect(id).not.toBe(toCallId(run_id, 'call_2'))
  expect(id.length).toBeLessThanOrEqual(40)
})

it.each(['', 'call_1', 'call_abc_00000000', 'toolu_01A09q90qw90lq917835lq9'])(
  'the foreign tool call id "%s" has no run id',
  (id) => {
    expect(runIdFrom(id)).toBeUndefined()
  },
)

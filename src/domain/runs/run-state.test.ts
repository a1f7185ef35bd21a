import { describe, expect, it } from 'vitest'
import { RUN_STATUSES, UNFINISHED_RUN_STATUSES } from '../../schema/run.js'
import { isFinal, statesBefore } from './run-state.js'

describe('the run state machine', () => {
  it('the state machine has exactly these transitions', () => {
    expect(Object.fromEntries(RUN_STATUSES.map((to) => [to, statesBefore(to)]))).toEqual({
      queued: ['in_progress', 'requires_action'],
      in_progress: ['queued'],
      requires_action: ['in_progress'],
      completed: ['in_progress'],
      failed: ['in_progress', 'requires_action'],
      cancelled: ['queued', 'in_progress', 'requires_action'],
    })
  })

  it('a status is either final or unfinished', () => {
    expect(RUN_STATUSES.filter(isFinal)).toEqual(['completed', 'failed', 'cancelled'])
    expect(RUN_STATUSES.filter((status) => !isFinal(status))).toEqual([...UNFINISHED_RUN_STATUSES])
  })
})

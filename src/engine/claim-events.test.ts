import { expect, it } from 'vitest'
import { runRow, T0 } from '../../test/support/rows.js'
import type { StoredCheckpoint } from '../store/threads/checkpoints.js'
import { toClaimEvents } from './claim-events.js'

const claimedRun = (overrides: Parameters<typeof runRow>[0] = {}) =>
  runRow({ fence: 1, attempt: 1, lease_owner: 'w1', updated_at: T0 + 40, ...overrides })
const checkpointOf = (run_id: string) => ({ row: { run_id, checkpoint_id: 'c1' } }) as StoredCheckpoint
const last = (type: string) => ({ seq: 9, type, at: T0 + 5.5 })
const toTypes = (events: ReturnType<typeof toClaimEvents>) => events.map(({ type }) => type)

it('the first claim records the creation, the time in the queue and the start', () => {
  const run = claimedRun()
  expect(toClaimEvents(run, undefined, null, T0 + 43)).toEqual([
    { type: 'run.queued', at: T0 },
    { type: 'run.claimed', at: T0 + 40, attempt: 1, worker: 'w1', checkpoint_id: null, queue_ms: 40 },
    { type: 'run.started', at: T0 + 43, assistant_id: run.assistant_id },
  ])
})

it('the time in the queue of a delayed run counts from the time at which it could start', () => {
  const [, claimed] = toClaimEvents(claimedRun({ available_at: T0 + 30 }), undefined, null, T0)
  expect(claimed).toMatchObject({ queue_ms: 10 })
})

it('a run continues from a checkpoint of its own, not from one of an earlier run of its thread', () => {
  const run = claimedRun()
  const getCheckpointId = (runId: string) =>
    toClaimEvents(run, undefined, checkpointOf(runId), T0)[1]?.['checkpoint_id']
  expect(getCheckpointId(run.run_id)).toBe('c1')
  expect(getCheckpointId('another run')).toBeNull()
})

it('a claim after a lost worker records the loss, with the time of the last event', () => {
  const run = claimedRun({ fence: 2, attempt: 2, crashes: 1 })
  const [released, claimed, ...rest] = toClaimEvents(run, last('node.started'), null, T0)
  expect(released).toEqual({ type: 'run.released', at: T0 + 5.5, reason: 'worker_lost' })
  expect(claimed).toMatchObject({ type: 'run.claimed', attempt: 2 })
  expect(claimed).not.toHaveProperty('queue_ms')
  expect(rest).toEqual([])
})

it('a claim after an end that was recorded, or without a lost worker, records only itself', () => {
  const lost = claimedRun({ fence: 3, crashes: 1 })
  expect(toTypes(toClaimEvents(lost, last('run.released'), null, T0))).toEqual(['run.claimed'])
  expect(toTypes(toClaimEvents(lost, last('run.requires_action'), null, T0))).toEqual(['run.claimed'])
  const released = claimedRun({ fence: 2, crashes: 0 })
  expect(toTypes(toClaimEvents(released, last('node.started'), null, T0))).toEqual(['run.claimed'])
})

/** Operations on existing runs: rerun, delete, reserve, and bulk operations. */
import { Type } from 'typebox'
import type { RunOperations } from '../../domain/runs/run-operations.js'
import type { RunRemoval } from '../../domain/runs/run-removal.js'
import type { RunReruns } from '../../domain/runs/run-reruns.js'
import type { RunReservations } from '../../domain/runs/run-reservations.js'
import { Uuid } from '../../schema/common.js'
import { Run } from '../../schema/run.js'
import { Operation, RunBulk, RunDeleted, RunRerun, RunReserve } from '../../schema/run-operation.js'
import { route, type Route } from '../http/route.js'

const tag = 'Runs'
const params = Type.Object({ run_id: Uuid })

interface Deps {
  reruns: RunReruns
  removal: RunRemoval
  reservations: RunReservations
  runOperations: RunOperations
}

export const runOperationRoutes = ({ reruns, removal, reservations, runOperations }: Deps): Route[] => [
  route({
    method: 'POST',
    path: '/runs/{run_id}/rerun',
    operationId: 'rerunRun',
    summary: 'Repeat a run that has ended, as a new run',
    tag,
    bodyLimitFactor: 10,
    params,
    body: RunRerun,
    response: Run,
    status: 201,
    errors: ['queue_limit_exceeded', 'overloaded'],
    handle: ({ tenant, caller, params: { run_id }, body, idempotencyStatements }) =>
      reruns.rerun(tenant, run_id, body, caller, idempotencyStatements),
  }),
  route({
    method: 'DELETE',
    path: '/runs/{run_id}',
    operationId: 'deleteRun',
    summary: 'Delete a run that has ended',
    description:
      'Deletes the run with its events. Its messages and checkpoints are the state of its thread and stay; a temporary thread is deleted with them.',
    tag,
    acceptsIdempotencyKey: true,
    params,
    response: RunDeleted,
    handle: ({ tenant, params: { run_id }, idempotencyStatements }) =>
      removal.remove(tenant, run_id, idempotencyStatements({ deleted: true, run_id })),
  }),
  route({
    method: 'POST',
    path: '/runs/{run_id}/reserve',
    operationId: 'reserveRun',
    summary: 'Reserve a run that waits for an action',
    description:
      'Until the reservation ends, others cannot resume the run or reserve it. The holder is the API key, or the subject of the token; `reserved_by` shows its name.',
    tag,
    params,
    body: RunReserve,
    response: Run,
    handle: ({ tenant, principal, params: { run_id }, body }) =>
      reservations.reserve(tenant, run_id, principal, body.seconds),
  }),
  route({
    method: 'DELETE',
    path: '/runs/{run_id}/reserve',
    operationId: 'releaseRun',
    summary: 'End the reservation of a run',
    description: 'Callers end their own reservations; administrators those of others too.',
    tag,
    params,
    response: Run,
    errors: ['resource_conflict'],
    handle: ({ tenant, principal, isAdmin, params: { run_id } }) =>
      reservations.release(tenant, run_id, principal, isAdmin),
  }),
  route({
    method: 'POST',
    path: '/runs/bulk',
    operationId: 'changeRuns',
    summary: 'Cancel, repeat or delete many runs in the background',
    tag,
    body: RunBulk,
    response: Operation,
    status: 202,
    handle: ({ tenant, caller, body, idempotencyStatements }) =>
      runOperations.create(tenant, body, caller, idempotencyStatements),
  }),
  route({
    method: 'GET',
    path: '/operations/{operation_id}',
    operationId: 'getOperation',
    summary: 'Read the progress of a bulk operation',
    tag,
    params: Type.Object({ operation_id: Uuid }),
    response: Operation,
    handle: ({ tenant, params: { operation_id } }) => runOperations.get(tenant, operation_id),
  }),
]

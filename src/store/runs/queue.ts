/**
 * The run queue. One conditional update claims runs with a lease, and every later write of the claimant carries the fence
 * that the claim returned. Times come from the caller: two nodes whose clocks differ may both execute a run, but only the
 * one with the latest fence can write.
 */
import { sql, type ExpressionBuilder } from 'kysely'
import type { OutputText, Text } from '../../platform/shared-text.js'
import type { RunStatus } from '../../schema/run.js'
import type { Database } from '../sql/database.js'
import { memoizeByShape } from '../sql/memoize-by-shape.js'
import { buildClaim, type Claimant, type ClaimParams, type ClaimScope } from './claim-runs.js'
import { hasLargeInput } from './large-input.js'
import { NewInputs } from './new-inputs.js'
import { NewOutputs } from './new-outputs.js'
import { collectAfterUse } from '../../platform/collect-garbage.js'
import { prepareFencedInsert } from './insert-events.js'
import { buildRequeueExpired, type RequeuedRun } from './requeue-expired.js'
import { buildSelectQueuedTenants } from './tenant-turns.js'
import { prepare, requireRow, shareTexts, type Statement } from '../sql/statement.js'
import type { Row, Tables } from '../sql/tables.js'
import { buildLockThread, buildUpdateThreadStatus, selectThreadOfRun } from '../threads/status.js'

type RunRow = Row<'runs'>

export interface Lease {
  tenant_id: string
  run_id: string
  fence: number
}

/** The columns of a run that the end of its execution sets. */
export type RunResult = Pick<
  RunRow,
  | 'status'
  | 'output'
  | 'error'
  | 'required_action'
  | 'usage'
  | 'cost'
  | 'action_expires_at'
  | 'guardrail_outcome'
>

/**
 * What the row of a run has to record of a batch. `progressed`: the resume value is now part of the state, and earlier crashes
 * no longer count. `node_started`: from now on, a crash during this claim counts against the run.
 */
export type RecordedSteps = 'none' | 'node_started' | 'progressed' | 'both'

export interface Release {
  countsAttempt: boolean
  steps?: RecordedSteps
  statements?: Statement[]
}

const status = (value: RunStatus) => sql.lit<RunStatus>(value)

/** True while the claimant holds the lease: no other claim, cancellation or end has happened since. */
const isLeaseHeld = (p: Lease) => (eb: ExpressionBuilder<Tables, 'runs'>) =>
  eb.and([
    eb('runs.tenant_id', '=', p.tenant_id),
    eb('runs.run_id', '=', p.run_id),
    eb('runs.fence', '=', p.fence),
    eb('runs.status', '=', status('in_progress')),
  ])

/** How many runs of a tenant to claim. */
export interface TenantShare {
  tenant_id: string
  slots: number
}

const NO_LEASE = { lease_owner: null, lease_expires_at: null }

export const makeRunQueue = (db: Database, newInputs = new NewInputs(), newOutputs = new NewOutputs()) => {
  const { kysely, forShare, hasConcurrentBatches } = db.dialect

  const claim = memoizeByShape((scope: ClaimScope) =>
    prepare<ClaimParams>()((p) => buildClaim(db.dialect, p, scope)),
  )

  const lockTenant = prepare<{ tenant_id: string }>()((p) =>
    kysely.selectNoFrom(db.dialect.lockName(p.tenant_id).as('locked')),
  )
  const selectQueuedTenants = prepare<{ after: string; limit: number }>()((p) =>
    buildSelectQueuedTenants(kysely, p),
  )

  const checkLease = prepare<Lease>()((p) =>
    kysely.selectFrom('runs').select('run_id').where(isLeaseHeld(p)).modifyEnd(forShare),
  )

  const toFencedInsert = prepareFencedInsert(db.dialect, isLeaseHeld)

  const recordSteps = memoizeByShape((steps: Exclude<RecordedSteps, 'none'>) =>
    prepare<Lease>()((p) =>
      kysely
        .updateTable('runs')
        .set({
          ...(steps !== 'node_started' && { resume: null, tries: sql.lit(0), crashes: sql.lit(0) }),
          ...(steps !== 'progressed' && { node_started_fence: p.fence }),
        })
        .where(isLeaseHeld(p))
        .returning('run_id'),
    ),
  )

  const finish = prepare<Lease & RunResult & { completed_at: number | null; updated_at: number }>()((p) =>
    kysely
      .updateTable('runs')
      .set({
        status: p.status,
        output: p.output,
        error: p.error,
        required_action: p.required_action,
        usage: p.usage,
        cost: p.cost,
        action_expires_at: p.action_expires_at,
        guardrail_outcome: p.guardrail_outcome,
        completed_at: p.completed_at,
        updated_at: p.updated_at,
        resume: null,
        ...NO_LEASE,
      })
      .where(isLeaseHeld(p))
      // Not the whole row: the caller knows it, and its columns would be copied from thread to thread.
      .returning('run_id'),
  )

  const selectInput = prepare<{ tenant_id: string; run_id: string }>()((p) =>
    kysely
      .selectFrom('runs')
      .select('input')
      .where('tenant_id', '=', p.tenant_id)
      .where('run_id', '=', p.run_id),
  )

  /** Reads an input that the claim did not return; see large-input.ts. Null if the run was deleted. */
  const readInput = async ({ tenant_id, run_id }: Omit<Lease, 'fence'>): Promise<Text | null> => {
    const [row] = await db.read(shareTexts(selectInput({ tenant_id, run_id }), ['input']))
    return row?.input ?? null
  }

  /** Only for a batch that checks the lease. */
  const rewriteInput = memoizeByShape((isInputChanged: boolean) =>
    prepare<Pick<RunRow, 'tenant_id' | 'run_id' | 'input' | 'kwargs' | 'preview'>>()((p) =>
      kysely
        .updateTable('runs')
        .set({ ...(isInputChanged && { input: p.input }), kwargs: p.kwargs, preview: p.preview })
        .where('tenant_id', '=', p.tenant_id)
        .where('run_id', '=', p.run_id),
    ),
  )

  type LeaseAt = Lease & { now: number }
  const lockThread = prepare<LeaseAt>()((p) => buildLockThread(kysely, p, selectThreadOfRun(kysely, p)))
  const interruptThread = prepare<LeaseAt>()((p) =>
    buildLockThread(kysely, p, selectThreadOfRun(kysely, p)).set({
      status: sql.lit('interrupted' as const),
    }),
  )
  const updateThreadStatus = memoizeByShape((to: 'idle' | 'error') =>
    prepare<LeaseAt>()((p) => buildUpdateThreadStatus(kysely, p, selectThreadOfRun(kysely, p), to)),
  )

  const heartbeat = prepare<{ owner: string; expires: number }>()((p) =>
    kysely
      .updateTable('runs')
      .set({ lease_expires_at: p.expires })
      .where('status', '=', status('in_progress'))
      .where('lease_owner', '=', p.owner)
      .returning(['tenant_id', 'run_id', 'fence']),
  )

  const expire = prepare<Lease>()((p) =>
    kysely
      .updateTable('runs')
      .set({ lease_expires_at: sql.lit(0) })
      .where(isLeaseHeld(p)),
  )

  /** Puts the run back into the queue. With `countsAttempt`, the attempt counts against the run. */
  const release = memoizeByShape((countsAttempt: boolean) =>
    prepare<Lease & { now: number }>()((p) =>
      kysely
        .updateTable('runs')
        .set((eb) => ({
          status: status('queued'),
          ...(countsAttempt
            ? { tries: eb('tries', '+', sql.lit(1)) }
            : { attempt: eb('attempt', '-', sql.lit(1)) }),
          updated_at: p.now,
          ...NO_LEASE,
        }))
        .where(isLeaseHeld(p))
        .returning('run_id'),
    ),
  )

  const requeueExpired = prepare<{ now: number }>()((p) => buildRequeueExpired(kysely, p))

  const selectExpiredInNode = prepare<{ now: number }>()((p) =>
    kysely
      .selectFrom('runs')
      .selectAll()
      .where('status', '=', status('in_progress'))
      .where('lease_expires_at', '<', p.now)
      .whereRef('node_started_fence', '=', 'fence')
      .limit(sql.lit(100)),
  )

  const selectExpiredActions = prepare<{ now: number }>()((p) =>
    kysely
      .selectFrom('runs')
      .selectAll()
      .where('status', '=', status('requires_action'))
      .where('action_expires_at', '>', sql.lit(0))
      .where('action_expires_at', '<', p.now)
      .limit(sql.lit(100)),
  )

  const expireAll = prepare<object>()(() =>
    kysely
      .updateTable('runs')
      .set({ lease_expires_at: sql.lit(0) })
      .where('status', '=', status('in_progress')),
  )

  const selectNextDelayed = prepare<{ now: number }>()((p) =>
    kysely
      .selectFrom('runs')
      .select(({ fn }) => fn.min<number | null>('available_at').as('available_at'))
      .where('status', '=', status('queued'))
      .where('available_at', '>', sql.lit(0))
      .where('available_at', '>', p.now),
  )

  return {
    /** Claims the oldest runs of all tenants. */
    async claim(claimant: Claimant, limit: number): Promise<RunRow[]> {
      const params = { ...claimant, limit, tenant_id: '', max_running: 0 }
      return (await db.write([claim('any tenant')(params)]))?.[0] ?? []
    },

    /**
     * Claims the oldest runs of each tenant. `maxRunning` limits how many runs of a tenant are in progress on all nodes;
     * 0 means no limit.
     */
    async claimOfTenants(
      claimant: Claimant,
      shares: readonly TenantShare[],
      maxRunning: number,
    ): Promise<RunRow[]> {
      // All nodes lock the tenants in the same order, so that they cannot deadlock.
      const ordered = shares.toSorted((a, b) => (a.tenant_id < b.tenant_id ? -1 : 1))
      const claimOne = claim(maxRunning === 0 ? 'one tenant' : 'one limited tenant')
      const claims = ordered.map(({ tenant_id, slots }) =>
        claimOne({ ...claimant, tenant_id, limit: slots, max_running: maxRunning }),
      )
      // Without the lock, two nodes that claim at the same moment would not see each other's claims.
      const locks = maxRunning === 0 ? [] : ordered.map(lockTenant)
      const results = (await db.write([...locks, ...claims])) ?? []
      return results.slice(locks.length).flat() as RunRow[]
    },

    /** Lists tenants with queued runs in the order of their turns, starting after the tenant that had the last one. */
    async listQueuedTenants(after: string, limit: number): Promise<string[]> {
      return (await db.read(selectQueuedTenants({ after, limit }))).map(({ tenant_id }) => tenant_id)
    },

    /**
     * Returns false, and stores nothing, if the claimant no longer holds the lease. `steps` are the steps of the run that its
     * row has to record.
     */
    async writeFenced(lease: Lease, steps: RecordedSteps, statements: Statement[]): Promise<boolean> {
      const insert = steps === 'none' ? toFencedInsert(lease, statements) : undefined
      if (insert !== undefined) return (await db.write([insert])) !== undefined
      const leaseCheck = steps === 'none' ? checkLease(lease) : recordSteps(steps)(lease)
      return (await db.write([requireRow(leaseCheck), ...statements])) !== undefined
    },

    /** A large input that was not replaced stays as it is. */
    rewriteInputStatement: (run: Parameters<ReturnType<typeof rewriteInput>>[0]): Statement =>
      rewriteInput(!hasLargeInput(run))(run),

    readInput,

    /** Like readInput, for the execution of the run. */
    async takeInput(run: Lease): Promise<Text | null> {
      const input = newInputs.take(run)
      if (input === undefined) return readInput(run)
      collectAfterUse(input.byteLength)
      return input
    },

    /** Ends the execution and stores its remaining statements. Returns false if the claimant no longer holds the lease. */
    async finish(
      lease: Lease,
      result: RunResult,
      now: number,
      statements: Statement[],
      {
        outputText = null,
        leavesThreadInterrupted = false,
      }: {
        /** The output, if the result only refers to it. */
        outputText?: OutputText | null
        /** The run has ended, but its thread waits for a resume value. */
        leavesThreadInterrupted?: boolean | undefined
      } = {},
    ): Promise<boolean> {
      const leaseAt = { ...lease, now }
      const requiresAction = result.status === 'requires_action'
      const threadStatement =
        requiresAction || leavesThreadInterrupted
          ? interruptThread(leaseAt)
          : updateThreadStatus(result.status === 'failed' ? 'error' : 'idle')(leaseAt)
      const finishStatement = requireRow(
        finish({ ...lease, ...result, completed_at: requiresAction ? null : now, updated_at: now }),
      )
      const written = await db.write([
        ...(hasConcurrentBatches ? [lockThread(leaseAt)] : []),
        finishStatement,
        ...statements,
        threadStatement,
      ])
      if (written === undefined) return false
      const { output: reference } = result
      if (reference !== null && outputText !== null && outputText !== reference)
        newOutputs.add(lease, { reference, text: outputText })
      return true
    },

    /** Renews the leases of this owner and returns its runs. */
    async heartbeat(owner: string, expires: number): Promise<Lease[]> {
      return (await db.write([heartbeat({ owner, expires })]))?.[0] ?? []
    },

    /** Makes a lease expire now, so that the next sweep puts the run back into the queue. */
    async expire(lease: Lease): Promise<void> {
      await db.write([expire(lease)])
    },

    /** Stores the remaining statements of the execution, and puts the run back into the queue. */
    async release(
      lease: Lease,
      now: number,
      { countsAttempt, steps = 'none', statements = [] }: Release,
    ): Promise<boolean> {
      const released = requireRow(release(countsAttempt)({ ...lease, now }))
      const recorded = steps === 'none' ? [] : [requireRow(recordSteps(steps)(lease))]
      return (await db.write([...recorded, released, ...statements])) !== undefined
    },

    /** Puts runs with an expired lease back into the queue. */
    async requeueExpired(now: number): Promise<RequeuedRun[]> {
      return (await db.write([requeueExpired({ now })]))?.[0] ?? []
    },

    /** Runs with an expired lease of which a node had started. */
    listExpiredInNode: (now: number) => db.read(selectExpiredInNode({ now })),
    listExpiredActions: (now: number) => db.read(selectExpiredActions({ now })),

    /** Expires all leases. Only for the start of a single node, when no other node can hold one. */
    async expireAll(): Promise<void> {
      await db.write([expireAll({})])
    },

    /** Returns the time at which the next delayed run can start. */
    async getNextDelayed(now: number): Promise<number | null> {
      return (await db.read(selectNextDelayed({ now })))[0]?.available_at ?? null
    },
  }
}

export type RunQueue = ReturnType<typeof makeRunQueue>

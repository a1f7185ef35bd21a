/**
 * Executes bulk operations on runs. Every node that executes runs polls for open operations and claims a few runs of each at a time, so
 * several nodes share an operation, and a large one does not delay others. The runner holds no state: after a crash, the lease of the
 * claimed runs expires, and any node continues. Each change of a run marks its item as done in the same batch.
 */
import { CoalescedTask } from '../platform/coalesced-task.js'
import type { RunCancellation } from '../domain/runs/run-cancellation.js'
import { OPERATIONS_QUEUED, toItemError } from '../domain/runs/run-operations.js'
import type { RunRemoval } from '../domain/runs/run-removal.js'
import type { RunReruns } from '../domain/runs/run-reruns.js'
import { AppError, CODES, notFound } from '../errors.js'
import type { Bus } from '../events/bus.js'
import type { Clock } from '../platform/clock.js'
import type { Logger } from '../platform/log.js'
import type { OperationItem, OperationRow, RunOperationStore } from '../store/runs/operations.js'
import type { RunStore } from '../store/runs/runs.js'

interface OperationRunnerDeps {
  operations: RunOperationStore
  runs: RunStore
  cancellation: RunCancellation
  reruns: RunReruns
  removal: RunRemoval
  bus: Bus
  clock: Clock
  log: Logger
  /** True if other nodes use the same database and may hold leases. */
  supportsMultipleNodes: boolean
}

const POLL_MS = 2_000
const LEASE_MS = 10_000
/** When the queue of the tenant is full, a run is tried again after this time. */
const RETRY_MS = 2_000
const ITEMS_PER_CLAIM = 20
const MAX_OPERATIONS = 8
const RETENTION_MS = 7 * 24 * 60 * 60 * 1000
const REMOVAL_INTERVAL_MS = 60 * 60 * 1000

export class OperationRunner {
  #timer: NodeJS.Timeout | undefined
  #unsubscribe: (() => void) | undefined
  readonly #polling = new CoalescedTask(() => this.#poll())
  #isStopping = false
  #removedAt = -Infinity

  constructor(private readonly deps: OperationRunnerDeps) {}

  async start(): Promise<void> {
    if (!this.deps.supportsMultipleNodes) await this.deps.operations.expireLeases()
    this.#unsubscribe = this.deps.bus.subscribe(OPERATIONS_QUEUED, () => {
      this.poll()
    })
    this.#timer ??= setInterval(() => {
      this.poll()
    }, POLL_MS)
    this.poll()
  }

  /** Waits for the runs that are being changed. Other nodes, or the next start, continue with the rest. */
  async stop(): Promise<void> {
    this.#isStopping = true
    clearInterval(this.#timer)
    this.#unsubscribe?.()
    await this.#polling.stop()
  }

  /** A call during a poll repeats it afterwards. */
  poll(): void {
    this.#polling.request()
  }

  async #poll(): Promise<void> {
    const { operations, log } = this.deps
    try {
      await this.#removeOld()
      for (let hasClaimed = true; hasClaimed && !this.#isStopping;) {
        const open = await operations.listOpen(MAX_OPERATIONS)
        hasClaimed = (await Promise.all(open.map((operation) => this.#continue(operation)))).includes(true)
      }
    } catch (error) {
      log.warn({ err: error }, 'executing bulk operations failed')
    }
  }

  /** Processes the next runs of the operation. Returns false if there is none at the moment. */
  async #continue(operation: OperationRow): Promise<boolean> {
    const { operations, clock } = this.deps
    const now = clock.now()
    const claim = { now, expires: now + LEASE_MS, limit: ITEMS_PER_CLAIM }
    const items = await operations.claimItems(operation, claim)
    await Promise.all(items.map((item) => this.#process(operation, item)))
    if (items.length < ITEMS_PER_CLAIM) await operations.completeIfProcessed(operation, clock.now())
    return items.length > 0
  }

  async #process(operation: OperationRow, item: OperationItem): Promise<void> {
    const { operations, clock, log } = this.deps
    try {
      await this.#changeRun(operation, item)
    } catch (error) {
      if (error instanceof AppError && isTemporary(error)) {
        await operations.postponeItem(item, clock.now() + RETRY_MS)
        return
      }
      const { tenant_id, operation_id, run_id } = item
      if (!(error instanceof AppError))
        log.error({ err: error, tenant_id, operation_id, run_id }, 'a run of a bulk operation failed')
      const reported =
        error instanceof AppError ? error : new AppError('internal_error', 'An unexpected error occurred')
      // Has no effect if another node has processed the run meanwhile.
      await operations.failItem(item, toItemError(reported))
    }
  }

  async #changeRun({ action, created_by }: OperationRow, item: OperationItem): Promise<void> {
    const { operations, runs, cancellation, reruns, removal } = this.deps
    const { tenant_id, run_id } = item
    const statements = [operations.finishItemStatement(item)]
    switch (action) {
      case 'cancel':
        await cancellation.cancelRun(tenant_id, run_id, () => statements)
        // A run that was cancelled already is not written again.
        return operations.finishItem(item)
      case 'delete':
        await removal.remove(tenant_id, run_id, statements)
        return
      case 'rerun': {
        const run = await runs.get({ tenant_id, run_id })
        if (run === undefined) throw notFound('Run', run_id)
        await reruns.repeat(run, created_by, statements)
      }
    }
  }

  async #removeOld(): Promise<void> {
    const { operations, clock } = this.deps
    const now = clock.now()
    if (now - this.#removedAt < REMOVAL_INTERVAL_MS) return
    this.#removedAt = now
    await operations.removeEnded(now - RETENTION_MS)
  }
}

/** The queue is full, or the database is not available: the same change may succeed later. */
const isTemporary = ({ code }: AppError): boolean =>
  code === 'queue_limit_exceeded' || CODES[code].status === 503

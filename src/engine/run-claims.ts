/**
 * Claims runs so that no tenant delays another. While a claim takes all runs that wait, their order does not matter, and
 * one statement claims the oldest runs of all tenants. Once runs have to wait for a slot, tenants are served in turn: the
 * tenant with the fewest runs in progress on this node gets the next slot, so a run of a tenant without any waits for one
 * slot, however many runs of other tenants are queued. The order within a tenant stays the same.
 */
import type { Clock } from '../platform/clock.js'
import type { Claimant } from '../store/runs/claim-runs.js'
import type { RunQueue, TenantShare } from '../store/runs/queue.js'
import type { Row } from '../store/sql/tables.js'
import { shareSlots } from './share-slots.js'

type RunRow = Row<'runs'>

export interface Slots {
  free: number
  /** Counts the runs that this node executes, by tenant. */
  countRunning(): ReadonlyMap<string, number>
}

interface Deps {
  queue: RunQueue
  clock: Clock
  owner: string
  leaseMs: number
  /** Limit of the runs of one tenant that are in progress on all nodes; 0 means no limit. */
  maxRunningPerTenant: number
}

/** Larger claims only make the statement slower. */
const MAX_CLAIMS_PER_STATEMENT = 32
/** Bounds the cost of a turn. If more tenants wait, the others follow in later turns. */
const MAX_TENANTS_PER_TURN = 64
/**
 * The claim loop skips a tenant for this long after it could claim none of the tenant's runs. Without the skip, a tenant whose queued
 * runs are all blocked would be assigned every free slot. The skip expires because the loop does not return under load, and must
 * still find new runs of the tenant.
 */
const DRAINED_MS = 50

export class RunClaims {
  /** True if the last claim may have left runs in the queue. */
  #isBacklogged: boolean
  #lastTenant = ''

  constructor(private readonly deps: Deps) {
    this.#isBacklogged = deps.maxRunningPerTenant > 0
  }

  /** Yields claimed runs until the slots are full or no run can be claimed. `getSlots` is called before each claim. */
  async *claimUntilFull(getSlots: () => Slots): AsyncGenerator<RunRow[]> {
    /** Tenants of which no more runs can be claimed at the moment, with the time until which they are passed over. */
    const drained = new Map<string, number>()
    for (;;) {
      const slots = getSlots()
      const free = Math.min(MAX_CLAIMS_PER_STATEMENT, slots.free)
      if (free <= 0) return
      const claimed = this.#isBacklogged
        ? await this.#claimInTurn({ ...slots, free }, drained)
        : await this.deps.queue.claim(this.#toClaimant(), free)
      if (claimed === undefined) {
        if (this.deps.maxRunningPerTenant > 0) return
        this.#isBacklogged = false
        continue
      }
      yield claimed
      if (!this.#isBacklogged && claimed.length < free) return
      this.#isBacklogged = true
    }
  }

  /** Returns undefined if there is no tenant left to try. */
  async #claimInTurn(slots: Slots, drained: Map<string, number>): Promise<RunRow[] | undefined> {
    const { queue, maxRunningPerTenant } = this.deps
    const running = slots.countRunning()
    const now = this.deps.clock.now()
    for (const [tenant, until] of drained) if (until <= now) drained.delete(tenant)
    // Tenants that get no slot must not take the place of others in the list.
    const skipped = drained.size + (maxRunningPerTenant > 0 ? running.size : 0)
    const listed = await queue.listQueuedTenants(this.#lastTenant, MAX_TENANTS_PER_TURN + skipped)
    const tenants = listed.filter((tenant) => !drained.has(tenant))
    const shares = shareSlots(slots.free, tenants, running, maxRunningPerTenant || Infinity)
    const lastShare = shares.at(-1)
    if (lastShare === undefined) return undefined
    const claimed = await queue.claimOfTenants(this.#toClaimant(), shares, maxRunningPerTenant)
    this.#lastTenant = lastShare.tenant_id
    for (const { tenant_id } of findShortShares(shares, claimed)) drained.set(tenant_id, now + DRAINED_MS)
    return claimed
  }

  #toClaimant(): Claimant {
    const { clock, owner, leaseMs } = this.deps
    const now = clock.now()
    return { owner, now, expires: now + leaseMs }
  }
}

/** The shares of tenants that had fewer claimable runs than slots. */
const findShortShares = (shares: readonly TenantShare[], claimed: readonly RunRow[]): TenantShare[] => {
  const counts = new Map<string, number>()
  for (const { tenant_id } of claimed) counts.set(tenant_id, (counts.get(tenant_id) ?? 0) + 1)
  return shares.filter(({ tenant_id, slots }) => (counts.get(tenant_id) ?? 0) < slots)
}

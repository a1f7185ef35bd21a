/**
 * Renews the claims of the requests that this process is handling, so that the claim of a process that died expires soon:
 * another request with the key can take it over after ten seconds. Most requests end before the first renewal.
 */
import type { Clock } from '../../platform/clock.js'
import type { Logger } from '../../platform/log.js'
import type { IdempotencyClaim, IdempotencyStore } from '../../store/access/idempotency-keys.js'

export const CLAIM_LEASE_MS = 10_000
const RENEW_MS = 3_000

export class ClaimLeases {
  readonly #claims = new Map<string, { claim: IdempotencyClaim; claimedAt: number }>()
  readonly #timer: NodeJS.Timeout

  constructor(
    private readonly store: IdempotencyStore,
    private readonly clock: Clock,
    private readonly log: Logger,
  ) {
    this.#timer = setInterval(() => void this.renew(), RENEW_MS).unref()
  }

  add(claim: IdempotencyClaim): void {
    this.#claims.set(claim.claim_id, { claim, claimedAt: this.clock.now() })
  }

  remove({ claim_id }: IdempotencyClaim): void {
    this.#claims.delete(claim_id)
  }

  async renew(): Promise<void> {
    const now = this.clock.now()
    const due = [...this.#claims.values()].filter(({ claimedAt }) => claimedAt <= now - RENEW_MS)
    if (due.length === 0) return
    try {
      await this.store.renew(
        due.map(({ claim }) => claim),
        now,
      )
    } catch (error) {
      this.log.warn({ err: error }, 'claims of idempotency keys could not be renewed')
    }
  }

  close(): void {
    clearInterval(this.#timer)
  }
}

/**
 * Seconds until a retry makes sense. A claim that was renewed in time belongs to a request that is still running and may
 * end at any moment; otherwise its process is probably gone, and the claim can be taken over when it expires.
 */
export const getClaimRetryAfter = (claimedAt: number, now: number): number =>
  now - claimedAt <= RENEW_MS ? 1 : Math.max(1, Math.ceil((claimedAt + CLAIM_LEASE_MS - now) / 1000))

/**
 * Reports whether the database accepts writes. A probe commits a change, which costs a disk sync, so concurrent requests
 * share one probe and its result is valid for a second.
 *
 * A probe is small and can succeed on a disk that is full for everyone else: PostgreSQL reuses free space inside of its
 * files. Therefore a write of a client that failed for such a reason counts for a few seconds as well.
 */
import type { Clock } from '../../platform/clock.js'
import { AppError } from '../../errors.js'
import type { DatabaseState } from '../../schema/system.js'
import type { Outage } from './outage.js'

const RESULT_VALID_MS = 1_000
const PROBE_TIMEOUT_MS = 2_000
const FAILED_WRITE_VALID_MS = 3_000

export class DatabaseHealth {
  #result: { state: DatabaseState; at: number } | undefined
  #probing: Promise<DatabaseState> | undefined
  #failedWrite: { outage: Outage; at: number } | undefined

  constructor(
    private readonly probe: () => Promise<void>,
    private readonly clock: Clock,
  ) {}

  /** Called with the outage that made a write fail. */
  recordFailedWrite(outage: Outage): void {
    this.#failedWrite = { outage, at: this.clock.now() }
  }

  async check(): Promise<DatabaseState> {
    const now = this.clock.now()
    if (this.#failedWrite !== undefined && now - this.#failedWrite.at < FAILED_WRITE_VALID_MS)
      return this.#failedWrite.outage
    if (this.#result !== undefined && now - this.#result.at < RESULT_VALID_MS) return this.#result.state
    this.#probing ??= this.#runProbe().finally(() => {
      this.#probing = undefined
    })
    return this.#probing
  }

  async #runProbe(): Promise<DatabaseState> {
    let timer: NodeJS.Timeout | undefined
    const timeout = new Promise<DatabaseState>((resolve) => {
      timer = setTimeout(resolve, PROBE_TIMEOUT_MS, 'busy')
    })
    const probed = this.probe().then(
      (): DatabaseState => 'ok',
      (error: unknown) => toState(error),
    )
    const state = await Promise.race([probed, timeout])
    clearTimeout(timer)
    this.#result = { state, at: this.clock.now() }
    return state
  }
}

const toState = (error: unknown): DatabaseState =>
  ((error instanceof AppError ? error.details?.['reason'] : undefined) as Outage | undefined) ?? 'unavailable'

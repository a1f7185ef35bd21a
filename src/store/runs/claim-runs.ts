/** The statement that claims queued runs. */
import { sql } from 'kysely'
import type { RunStatus } from '../../schema/run.js'
import type { Dialect } from '../sql/dialect.js'
import { bindLimit } from '../sql/statement.js'
import { getColumnNames } from '../sql/tables.js'
import { UNFINISHED_STATUSES } from '../threads/status.js'
import { buildClaimedInput } from './large-input.js'
import { buildNextOrdinal } from './ordinals.js'
import { limitToStartable } from './tenant-turns.js'

export interface Claimant {
  owner: string
  now: number
  /** The time at which the lease ends. */
  expires: number
}

export type ClaimScope = 'any tenant' | 'one tenant' | 'one limited tenant'
export type ClaimParams = Claimant & { limit: number; tenant_id: string; max_running: number }

const status = (value: RunStatus) => sql.lit<RunStatus>(value)

/**
 * Claims the oldest runs first, of all tenants or of one. A run waits while another run of its thread is in progress,
 * waits for input or is ahead of it.
 *
 * PostgreSQL plans the statement once for all tenants and limits, and must not choose a plan that reads the whole queue:
 * a range of tenants instead of one tenant needs the index that starts with the tenant, and a scalar subquery cannot
 * become a join (100 ms with 40,000 queued runs, November 2026).
 */
export const buildClaim = (dialect: Dialect, p: ClaimParams, scope: ClaimScope) =>
  dialect.kysely
    .updateTable('runs')
    .set((runs) => {
      const { eb, fn } = runs
      return {
        ordinal: buildNextOrdinal(dialect, runs),
        status: status('in_progress'),
        attempt: eb('attempt', '+', sql.lit(1)),
        fence: eb('fence', '+', sql.lit(1)),
        lease_owner: p.owner,
        lease_expires_at: p.expires,
        started_at: fn.coalesce('started_at', sql<number>`cast(${p.now} as bigint)`),
        updated_at: p.now,
      }
    })
    .where(({ eb, refTuple, selectFrom }) =>
      eb(
        refTuple('tenant_id', 'run_id'),
        'in',
        selectFrom('runs as r')
          .select(['r.tenant_id', 'r.run_id'])
          .where('r.status', '=', status('queued'))
          .$if(scope !== 'any tenant', (query) =>
            query
              .where('r.tenant_id', '>=', p.tenant_id)
              .where('r.tenant_id', '<=', p.tenant_id)
              .orderBy('r.tenant_id'),
          )
          .where('r.available_at', '<=', p.now)
          .where(({ eb: isClaimable, selectFrom: from }) =>
            isClaimable(
              from('runs as o')
                .select('o.run_id')
                .whereRef('o.tenant_id', '=', 'r.tenant_id')
                .whereRef('o.thread_id', '=', 'r.thread_id')
                .where('o.status', 'in', UNFINISHED_STATUSES)
                .where((other) =>
                  other.or([
                    other('o.status', '<>', status('queued')),
                    other.and([
                      other('o.run_id', '<', other.ref('r.run_id')),
                      other('o.available_at', '<=', p.now),
                    ]),
                  ]),
                )
                .limit(sql.lit(1)),
              'is',
              null,
            ),
          )
          .orderBy('r.run_id')
          .limit(scope === 'one limited tenant' ? limitToStartable(p) : bindLimit(p.limit))
          .modifyEnd(dialect.forUpdateSkipLocked)
          .$asTuple('tenant_id', 'run_id'),
      ),
    )
    .returning(getColumnNames('runs').filter((name) => name !== 'input'))
    .returning(buildClaimedInput)

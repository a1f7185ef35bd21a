/**
 * Idempotency keys. A request first claims its key. The batch that does the work also stores the response
 * (`finishStatement`), so the work is never done without a stored response. The claim of a process that died is no longer
 * renewed and can be taken over. The previous claimant can no longer write then, because its whole batch depends on its claim.
 */
import { AppError } from '../../errors.js'
import type { Database } from '../sql/database.js'
import { pick, prepare, requireRow, type Statement } from '../sql/statement.js'
import { getColumnNames, type Row } from '../sql/tables.js'

type IdempotencyRow = Row<'idempotency_keys'>
export type IdempotencyClaim = Pick<IdempotencyRow, 'tenant_id' | 'route' | 'idempotency_key' | 'claim_id'>

const toPath = ({ tenant_id, route, idempotency_key }: IdempotencyClaim): string =>
  `${tenant_id} ${route} ${idempotency_key}`

export const makeIdempotencyStore = (db: Database) => {
  const { kysely } = db.dialect

  const claim = prepare<IdempotencyRow & { stale_before: number }>()((p) =>
    kysely
      .insertInto('idempotency_keys')
      .values(pick(p, getColumnNames('idempotency_keys')))
      .onConflict((conflict) =>
        conflict
          .columns(['tenant_id', 'route', 'idempotency_key'])
          .doUpdateSet(
            pick(p, ['request_hash', 'claim_id', 'claimed_at', 'expires_at', 'status', 'response']),
          )
          .where(({ or, and, eb }) =>
            or([
              eb('idempotency_keys.expires_at', '<=', p.claimed_at),
              and([
                eb('idempotency_keys.status', 'is', null),
                eb('idempotency_keys.claimed_at', '<', p.stale_before),
                // A different body is a different request, even if the first one failed.
                eb('idempotency_keys.request_hash', '=', p.request_hash),
              ]),
            ]),
          ),
      )
      .returning('claim_id'),
  )

  const select = prepare<IdempotencyClaim>()((p) =>
    kysely
      .selectFrom('idempotency_keys')
      .selectAll()
      .where('tenant_id', '=', p.tenant_id)
      .where('route', '=', p.route)
      .where('idempotency_key', '=', p.idempotency_key),
  )

  const finish = prepare<IdempotencyClaim & { status: number; response: string }>()((p) =>
    kysely
      .updateTable('idempotency_keys')
      .set(pick(p, ['status', 'response']))
      .where('tenant_id', '=', p.tenant_id)
      .where('route', '=', p.route)
      .where('idempotency_key', '=', p.idempotency_key)
      .where('claim_id', '=', p.claim_id)
      .where('status', 'is', null)
      .returning('claim_id'),
  )

  const release = prepare<IdempotencyClaim>()((p) =>
    kysely
      .deleteFrom('idempotency_keys')
      .where('tenant_id', '=', p.tenant_id)
      .where('route', '=', p.route)
      .where('idempotency_key', '=', p.idempotency_key)
      .where('claim_id', '=', p.claim_id)
      .where('status', 'is', null),
  )

  const renew = prepare<IdempotencyClaim & { claimed_at: number }>()((p) =>
    kysely
      .updateTable('idempotency_keys')
      .set({ claimed_at: p.claimed_at })
      .where('tenant_id', '=', p.tenant_id)
      .where('route', '=', p.route)
      .where('idempotency_key', '=', p.idempotency_key)
      .where('claim_id', '=', p.claim_id)
      .where('status', 'is', null),
  )

  const removeExpired = prepare<{ now: number }>()((p) =>
    kysely.deleteFrom('idempotency_keys').where('expires_at', '<=', p.now),
  )

  const removeUnfinished = prepare<object>()(() =>
    kysely.deleteFrom('idempotency_keys').where('status', 'is', null),
  )

  return {
    /** Returns true if this request now holds the key. */
    async claim(row: IdempotencyRow, staleBefore: number): Promise<boolean> {
      return (await db.write([requireRow(claim({ ...row, stale_before: staleBefore }))])) !== undefined
    },

    async get(key: IdempotencyClaim): Promise<IdempotencyRow | undefined> {
      return (await db.read(select(key)))[0]
    },

    /** Stores the response; belongs to the batch that does the work. */
    finishStatement: (key: IdempotencyClaim, status: number, response: string): Statement =>
      requireRow(
        finish({ ...key, status, response }),
        new AppError('resource_conflict', 'Another request has taken over this Idempotency-Key'),
      ),

    /** Stores the response of a request whose batch has not done so. */
    async finish(key: IdempotencyClaim, status: number, response: string): Promise<void> {
      await db.write([finish({ ...key, status, response })])
    },

    /** Extends the claims of requests that are still running. */
    async renew(claims: readonly IdempotencyClaim[], now: number): Promise<void> {
      // In the order of the keys, so that two nodes cannot deadlock.
      const inOrder = claims.toSorted((a, b) => (toPath(a) < toPath(b) ? -1 : 1))
      await db.write(inOrder.map((claim) => renew({ ...claim, claimed_at: now })))
    },

    async release(key: IdempotencyClaim): Promise<void> {
      await db.write([release(key)])
    },

    async removeExpired(now: number): Promise<void> {
      await db.write([removeExpired({ now })])
    },

    /** Only for the start of a single node on an embedded database, when no other process can hold a claim. */
    async removeUnfinished(): Promise<void> {
      await db.write([removeUnfinished({})])
    },
  }
}

export type IdempotencyStore = ReturnType<typeof makeIdempotencyStore>

import { sql } from 'kysely'
import type { Database } from '../sql/database.js'
import { prepare, requireRow } from '../sql/statement.js'

interface BucketKey {
  tenant_id: string
  bucket: string
}

interface TakeParams extends BucketKey {
  capacity: number
  per_ms: number
  now: number
}

/** Token buckets that all nodes of a cluster share. One statement refills a bucket, checks it and takes a token. */
export const makeRateBucketStore = (db: Database) => {
  const { kysely } = db.dialect

  const take = prepare<TakeParams>()((p) => {
    const capacity = sql`cast(${p.capacity} as double precision)`
    const now = sql`cast(${p.now} as bigint)`
    // Another node's clock may be ahead; the bucket must not lose tokens because of that.
    const elapsed = sql`(case when ${now} > rate_buckets.updated_at then ${now} - rate_buckets.updated_at else 0 end)`
    const uncapped = sql`(rate_buckets.tokens + ${elapsed} * cast(${p.per_ms} as double precision))`
    const refilled = sql<number>`(case when ${uncapped} > ${capacity} then ${capacity} else ${uncapped} end)`
    return kysely
      .insertInto('rate_buckets')
      .values({ tenant_id: p.tenant_id, bucket: p.bucket, tokens: sql`${capacity} - 1`, updated_at: p.now })
      .onConflict((conflict) =>
        conflict
          .columns(['tenant_id', 'bucket'])
          .doUpdateSet({
            tokens: sql`${refilled} - 1`,
            updated_at: sql`rate_buckets.updated_at + ${elapsed}`,
          })
          .where(sql<boolean>`${refilled} >= 1`),
      )
      .returning('tokens')
  })

  const select = prepare<BucketKey>()((p) =>
    kysely
      .selectFrom('rate_buckets')
      .select(['tokens', 'updated_at'])
      .where('tenant_id', '=', p.tenant_id)
      .where('bucket', '=', p.bucket),
  )

  return {
    /** Takes a token and returns the number that is left. Returns undefined if the bucket is empty. */
    async take(params: TakeParams): Promise<number | undefined> {
      return (await db.write([requireRow(take(params))]))?.[0][0]?.tokens
    },

    async get(key: BucketKey): Promise<{ tokens: number; updated_at: number } | undefined> {
      return (await db.read(select(key)))[0]
    },
  }
}

export type RateBucketStore = ReturnType<typeof makeRateBucketStore>

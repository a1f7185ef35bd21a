import { sql } from 'kysely'
import type { Database } from '../sql/database.js'
import { prepare, required } from '../sql/statement.js'

interface Key {
  tenant_id: string
  bucket: string
}

interface Take extends Key {
  capacity: number
  per_ms: number
  now: number
}

/** Token buckets that the nodes of a cluster share. Refilling, checking and taking are one statement. */
export const makeRateBucketStore = (db: Database) => {
  const { build } = db.dialect

  const take = prepare<Take>()((p) => {
    const capacity = sql`cast(${p.capacity} as double precision)`
    const now = sql`cast(${p.now} as bigint)`
    // Another node's clock may be ahead of ours; a bucket loses nothing by that.
    const elapsed = sql`(case when ${now} > rate_buckets.updated_at then ${now} - rate_buckets.updated_at else 0 end)`
    const grown = sql`(rate_buckets.tokens + ${elapsed} * cast(${p.per_ms} as double precision))`
    const refilled = sql<number>`(case when ${grown} > ${capacity} then ${capacity} else ${grown} end)`
    return build
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

  const select = prepare<Key>()((p) =>
    build
      .selectFrom('rate_buckets')
      .select(['tokens', 'updated_at'])
      .where('tenant_id', '=', p.tenant_id)
      .where('bucket', '=', p.bucket),
  )

  return {
    /** The tokens left after taking one. Undefined: there was none to take. */
    async take(params: Take): Promise<number | undefined> {
      return (await db.write([required(take(params))]))?.[0][0]?.tokens
    },

    async get(key: Key): Promise<{ tokens: number; updated_at: number } | undefined> {
      return (await db.read(select(key)))[0]
    },
  }
}

export type RateBucketStore = ReturnType<typeof makeRateBucketStore>

/** The rows of the long-term store; a part of tables.ts. */
import { integer, orNull, payload, real, text } from '../column.js'

export const ITEM_TABLES = {
  store_items: {
    tenant_id: text,
    /** Its labels, each followed by a dot. */
    namespace: text,
    key: text,
    value: payload,
    /** What a query looks at: null all of it, `false` nothing, else a JSON array of paths. */
    indexed: orNull(payload),
    created_at: integer,
    updated_at: integer,
    expires_at: orNull(integer),
    ttl_minutes: orNull(real),
  },
}

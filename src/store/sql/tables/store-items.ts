/** The rows of the long-term store; a part of tables.ts. */
import { integer, nullable, jsonText, real, text } from '../column.js'

export const STORE_ITEM_TABLES = {
  store_items: {
    tenant_id: text,
    /** Its labels, each followed by a dot. */
    namespace: text,
    key: text,
    value: jsonText,
    /** What a query looks at: null all of it, `false` nothing, else a JSON array of paths. */
    indexed: nullable(jsonText),
    created_at: integer,
    updated_at: integer,
    expires_at: nullable(integer),
    ttl_minutes: nullable(real),
  },
}

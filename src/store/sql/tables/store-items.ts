/** The table of LangGraph store items; a part of tables.ts. */
import { integer, nullable, jsonText, real, text } from '../column.js'

export const STORE_ITEM_TABLES = {
  store_items: {
    tenant_id: text,
    /** The labels of the namespace, each followed by a dot. */
    namespace: text,
    key: text,
    value: jsonText,
    /**
     * The paths that a text query searches, as a JSON array. Null: the whole value. `false`: the item is not searched.
     */
    indexed: nullable(jsonText),
    created_at: integer,
    updated_at: integer,
    expires_at: nullable(integer),
    ttl_minutes: nullable(real),
  },
}

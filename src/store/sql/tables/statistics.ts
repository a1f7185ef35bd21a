/** The tables of statistics, nodes and saved views; a part of tables.ts. */
import type { Role } from '../../../schema/node.js'
import { column, integer, jsonText, nullable, text } from '../column.js'

export const STATISTICS_TABLES = {
  stat_entries: {
    tenant_id: text,
    entry_id: text,
    /** '' for deliveries of webhooks. */
    assistant_id: text,
    ended_at: integer,
    /** See domain/statistics/entry.ts. */
    data: jsonText,
    nodes: nullable(jsonText),
  },

  stat_buckets: {
    tenant_id: text,
    /** '' for the figures of the whole tenant. */
    assistant_id: text,
    /** The length in seconds: 60 or 3600. */
    resolution: integer,
    bucket_at: integer,
    /** Incremented by every change; every update compares-and-sets it. */
    revision: integer,
    /** See domain/statistics/bucket.ts. */
    data: jsonText,
    nodes: nullable(jsonText),
  },

  nodes: {
    node_id: text,
    version: text,
    role: column<Role>('text'),
    started_at: integer,
    heartbeat_at: integer,
    executing: integer,
    threads: integer,
    draining: integer,
    drain_requested_at: nullable(integer),
  },

  views: {
    tenant_id: text,
    view_id: text,
    name: text,
    screen: text,
    query: text,
    shared: integer,
    created_by: text,
    /** Null: created by an older version, which stored only the name. */
    created_by_id: nullable(text),
    created_at: integer,
    updated_at: integer,
  },
}

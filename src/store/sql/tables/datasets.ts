/** The tables of datasets and examples; a part of tables.ts. */
import { integer, nullable, jsonText, searchableJson, text } from '../column.js'

export const DATASET_TABLES = {
  datasets: {
    tenant_id: text,
    dataset_id: text,
    name: text,
    description: nullable(text),
    metadata: searchableJson,
    /** Incremented by every change to the examples. */
    version: integer,
    /** The number of examples in this version. */
    examples: integer,
    held_out_split: nullable(text),
    /** Incremented by every other change, which compares-and-sets it. */
    revision: integer,
    created_at: integer,
    updated_at: integer,
  },

  dataset_versions: {
    tenant_id: text,
    dataset_id: text,
    version: integer,
    examples: integer,
    added: integer,
    changed: integer,
    removed: integer,
    created_at: integer,
  },

  examples: {
    tenant_id: text,
    dataset_id: text,
    example_id: text,
    since_version: integer,
    /** The first version that no longer contains this row. Null: the row is current. */
    until_version: nullable(integer),
    input: jsonText,
    expected_output: nullable(jsonText),
    /** A JSON array with each tag on its own line; see `serializeTags` in datasets/examples.ts. */
    tags: jsonText,
    split: nullable(text),
    metadata: searchableJson,
    source_run_id: nullable(text),
    created_at: integer,
    updated_at: integer,
  },
}

/** The rows of datasets; a part of tables.ts. */
import { integer, nullable, jsonText, searchableJson, text } from '../column.js'

export const DATASET_TABLES = {
  datasets: {
    tenant_id: text,
    dataset_id: text,
    name: text,
    description: nullable(text),
    metadata: searchableJson,
    /** Grows by one with every change to the examples. */
    version: integer,
    /** How many there are at this version. */
    examples: integer,
    held_out_split: nullable(text),
    /** Grows with every change to the rest: the compare-and-set of those. */
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
    /** The first version that no longer has it so; null: it is so now. */
    until_version: nullable(integer),
    input: jsonText,
    expected_output: nullable(jsonText),
    /** A JSON array, each tag on a line of its own; see `tagsText` in examples.ts. */
    tags: jsonText,
    split: nullable(text),
    metadata: searchableJson,
    source_run_id: nullable(text),
    created_at: integer,
    updated_at: integer,
  },
}

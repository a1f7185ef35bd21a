/** Maps rows of datasets and examples to API records, and requests to rows. */
import { newId } from '../../platform/ids.js'
import type { JsonObject } from '../../schema/common.js'
import type { Dataset, DatasetVersion, Example, ExampleCreate } from '../../schema/dataset.js'
import type { DatasetRow, DatasetVersionRow } from '../../store/datasets/datasets.js'
import { serializeTags, type ExampleRow } from '../../store/datasets/examples.js'
import { toIso } from '../row-mappers.js'

export const toDataset = (row: DatasetRow): Dataset => ({
  id: row.dataset_id,
  dataset_id: row.dataset_id,
  name: row.name,
  description: row.description,
  metadata: JSON.parse(row.metadata) as JsonObject,
  held_out_split: row.held_out_split,
  version: row.version,
  examples: row.examples,
  created_at: toIso(row.created_at),
  updated_at: toIso(row.updated_at),
})

export const toDatasetVersion = (row: DatasetVersionRow): DatasetVersion => ({
  dataset_id: row.dataset_id,
  version: row.version,
  examples: row.examples,
  added: row.added,
  changed: row.changed,
  removed: row.removed,
  created_at: toIso(row.created_at),
})

/** The columns of an example that its author sets. */
export type ExampleContent = Pick<ExampleRow, 'input' | 'expected_output' | 'tags' | 'split' | 'metadata'>

export const toContentColumns = (request: ExampleCreate): ExampleContent => ({
  input: JSON.stringify(request.input),
  expected_output: request.expected_output == null ? null : JSON.stringify(request.expected_output),
  tags: serializeTags(request.tags ?? []),
  split: request.split ?? null,
  metadata: JSON.stringify(request.metadata ?? {}),
})

/** Parses the stored columns back to the form of a request. */
export const parseContent = (row: ExampleContent) => ({
  input: JSON.parse(row.input) as JsonObject,
  expected_output: row.expected_output === null ? null : (JSON.parse(row.expected_output) as JsonObject),
  tags: JSON.parse(row.tags) as string[],
  split: row.split,
  metadata: JSON.parse(row.metadata) as JsonObject,
})

export const newExampleRow = (
  { tenant_id, dataset_id, version }: DatasetRow,
  content: ExampleContent,
  source_run_id: string | null,
  now: number,
): ExampleRow => ({
  tenant_id,
  dataset_id,
  example_id: newId(),
  since_version: version + 1,
  until_version: null,
  ...content,
  source_run_id,
  created_at: now,
  updated_at: now,
})

export const toExample = (row: ExampleRow): Example => ({
  id: row.example_id,
  example_id: row.example_id,
  dataset_id: row.dataset_id,
  ...parseContent(row),
  source_run_id: row.source_run_id,
  version: row.since_version,
  created_at: toIso(row.created_at),
  updated_at: toIso(row.updated_at),
})

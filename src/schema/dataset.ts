/** Datasets: versioned collections of examples for evaluations. */
import { Type, type Static } from 'typebox'
import { JsonObject, Metadata, Nullable, OneOf, Page, pageQuery, Text, Timestamp, Uuid } from './common.js'

export const MAX_EXAMPLES = 10_000

const EXAMPLE_ID = '0198c9a2-b7e1-7f02-8a35-5d1c9e4b6f70'

const split = Text({ minLength: 1, maxLength: 100, description: 'The name of a part of the dataset.' })

const datasetFields = {
  name: Text({ minLength: 1, maxLength: 256, description: 'The name; unique within the tenant.' }),
  description: Nullable(Text({ maxLength: 10_000, description: 'The purpose of the dataset.' })),
  metadata: Metadata,
  held_out_split: Nullable(
    Text({
      minLength: 1,
      maxLength: 100,
      description:
        'Examples of this split are visible only to callers with the scope `admin`; evaluations still use them. Once set, ' +
        'it can be changed only with the scope `admin`.',
    }),
  ),
}

export const DatasetCreate = Type.Object(
  {
    name: datasetFields.name,
    description: Type.Optional(datasetFields.description),
    metadata: Type.Optional(Metadata),
    held_out_split: Type.Optional(datasetFields.held_out_split),
  },
  {
    title: 'DatasetCreate',
    examples: [{ name: 'support-questions', description: 'What customers ask most.' }],
  },
)
export type DatasetCreate = Static<typeof DatasetCreate>

export const DatasetUpdate = Type.Object(Type.Partial(DatasetCreate).properties, {
  title: 'DatasetUpdate',
  description: 'Fields to change. `metadata` is merged, other fields are replaced. No version is created.',
  examples: [{ held_out_split: 'test' }],
})
export type DatasetUpdate = Static<typeof DatasetUpdate>

const version = Type.Integer({ description: 'Increases by one with every change to the examples.' })
const exampleCount = Type.Integer({ description: 'The number of examples, including held-out ones.' })

export const Dataset = Type.Object(
  {
    id: Uuid,
    dataset_id: Uuid,
    ...datasetFields,
    version,
    examples: exampleCount,
    created_at: Timestamp,
    updated_at: Timestamp,
  },
  { title: 'Dataset', description: 'A versioned collection of examples.' },
)
export type Dataset = Static<typeof Dataset>
export const DatasetPage = Page(Dataset, 'DatasetPage')

export const DatasetDeleted = Type.Object(
  { deleted: Type.Literal(true), dataset_id: Uuid },
  { title: 'DatasetDeleted' },
)

export const DatasetVersion = Type.Object(
  {
    dataset_id: Uuid,
    version,
    examples: exampleCount,
    added: Type.Integer({ description: 'Examples added since the previous version.' }),
    changed: Type.Integer({ description: 'Examples changed since the previous version.' }),
    removed: Type.Integer({ description: 'Examples removed since the previous version.' }),
    created_at: Timestamp,
  },
  { title: 'DatasetVersion', description: 'The changes that one request made to the examples of a dataset.' },
)
export type DatasetVersion = Static<typeof DatasetVersion>
export const DatasetVersionPage = Page(DatasetVersion, 'DatasetVersionPage')

const exampleFields = {
  input: Type.Record(Type.String(), Type.Unknown(), { description: 'The input of the run.' }),
  expected_output: Nullable(
    Type.Record(Type.String(), Type.Unknown(), { description: 'The output that the run should produce.' }),
  ),
  tags: Type.Array(Text({ minLength: 1, maxLength: 100, description: 'A tag to filter examples by.' }), {
    maxItems: 100,
    uniqueItems: true,
  }),
  split: Nullable(split),
  metadata: Metadata,
}

export const ExampleCreate = Type.Object(
  {
    input: exampleFields.input,
    expected_output: Type.Optional(exampleFields.expected_output),
    tags: Type.Optional(exampleFields.tags),
    split: Type.Optional(exampleFields.split),
    metadata: Type.Optional(Metadata),
  },
  { title: 'ExampleCreate', additionalProperties: false },
)
export type ExampleCreate = Static<typeof ExampleCreate>

export const ExamplesCreate = Type.Object(
  { examples: Type.Array(ExampleCreate, { minItems: 1, maxItems: MAX_EXAMPLES }) },
  {
    title: 'ExamplesCreate',
    description: 'Examples to add. Either all are added, as one version, or none.',
    examples: [
      {
        examples: [
          {
            input: { message: 'Where is my order?' },
            expected_output: { contains: 'tracking', action: 'lookup_order' },
            tags: ['orders'],
          },
        ],
      },
    ],
  },
)
export type ExamplesCreate = Static<typeof ExamplesCreate>

export const ExampleUpdate = Type.Object(Type.Partial(ExampleCreate).properties, {
  title: 'ExampleUpdate',
  description: 'Fields to change. `metadata` is merged, other fields are replaced.',
  examples: [{ tags: ['orders', 'hard'] }],
})
export type ExampleUpdate = Static<typeof ExampleUpdate>

export const ExampleFromRun = Type.Object(
  {
    run_id: Uuid,
    expected_output: Type.Optional(exampleFields.expected_output),
    tags: Type.Optional(exampleFields.tags),
    split: Type.Optional(exampleFields.split),
  },
  {
    title: 'ExampleFromRun',
    description: 'Default `expected_output`: the output of the run.',
    examples: [{ run_id: EXAMPLE_ID, tags: ['from production'] }],
  },
)
export type ExampleFromRun = Static<typeof ExampleFromRun>

export const ExampleFromFeedback = Type.Object(
  {
    feedback_id: Uuid,
    tags: Type.Optional(exampleFields.tags),
    split: Type.Optional(exampleFields.split),
  },
  {
    title: 'ExampleFromFeedback',
    examples: [{ feedback_id: EXAMPLE_ID, tags: ['corrected'] }],
  },
)
export type ExampleFromFeedback = Static<typeof ExampleFromFeedback>

export const Example = Type.Object(
  {
    id: Uuid,
    example_id: Uuid,
    dataset_id: Uuid,
    input: JsonObject,
    expected_output: Nullable(JsonObject),
    tags: Type.Array(Type.String()),
    split: Nullable(Type.String()),
    metadata: Metadata,
    source_run_id: Nullable(Type.String({ description: 'The run from which the example was created.' })),
    version: Type.Integer({ description: 'The version of the dataset that last changed the example.' }),
    created_at: Timestamp,
    updated_at: Timestamp,
  },
  { title: 'Example', description: 'An input and the expected output.' },
)
export type Example = Static<typeof Example>

export const ExamplePage = Type.Object(
  {
    ...Page(Example, '').properties,
    data: Type.Array(Example, { description: 'The items, in the order in which they were added.' }),
  },
  { title: 'ExamplePage' },
)

export const ExamplesAdded = Type.Object(
  {
    dataset_id: Uuid,
    version,
    added: Type.Integer({ description: 'The number of added examples.' }),
    examples: Type.Array(Example, { description: 'The added examples in the order of the request.' }),
  },
  { title: 'ExamplesAdded' },
)
export type ExamplesAdded = Static<typeof ExamplesAdded>

export const ExamplesImported = Type.Object(
  { dataset_id: Uuid, version, added: Type.Integer({ description: 'The number of added examples.' }) },
  { title: 'ExamplesImported' },
)
export type ExamplesImported = Static<typeof ExamplesImported>

export const ExampleDeleted = Type.Object(
  { deleted: Type.Literal(true), example_id: Uuid, version },
  { title: 'ExampleDeleted' },
)
export type ExampleDeleted = Static<typeof ExampleDeleted>

const versionQuery = {
  version: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: Number.MAX_SAFE_INTEGER,
      description: 'The version of the dataset to read. Default: the current version.',
    }),
  ),
}
export const ExampleVersionQuery = Type.Object(versionQuery)
export const ExampleQuery = Type.Object({
  ...pageQuery,
  ...versionQuery,
  tag: Type.Optional(Text({ minLength: 1, maxLength: 100, description: 'Only examples with this tag.' })),
  split: Type.Optional(Text({ minLength: 1, maxLength: 100, description: 'Only examples of this split.' })),
})
export type ExampleQuery = Static<typeof ExampleQuery>

export const EXPORT_FORMATS = ['jsonl', 'csv'] as const
export type ExportFormat = (typeof EXPORT_FORMATS)[number]
export const ExportQuery = Type.Object(
  { format: OneOf(EXPORT_FORMATS, 'The file format.'), ...versionQuery },
  { additionalProperties: false },
)
export type ExportQuery = Static<typeof ExportQuery>

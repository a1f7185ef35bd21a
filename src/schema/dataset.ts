/** Datasets: what assistants are held against. */
import { Type, type Static } from 'typebox'
import { JsonObject, Metadata, Nullable, OneOf, Page, pageQuery, Text, Timestamp, Uuid } from './common.js'

export const MAX_EXAMPLES = 10_000

const EXAMPLE_ID = '0198c9a2-b7e1-7f02-8a35-5d1c9e4b6f70'

const split = Text({ minLength: 1, maxLength: 100, description: 'A part of the dataset, by name.' })

const datasetFields = {
  name: Text({ minLength: 1, maxLength: 256, description: 'No other dataset has it.' }),
  description: Nullable(Text({ maxLength: 10_000, description: 'What it is for.' })),
  metadata: Metadata,
  held_out_split: Nullable(
    Text({
      minLength: 1,
      maxLength: 100,
      description:
        'Examples of this split are shown to callers with the scope `admin` only; evaluations use them. Once it is set, ' +
        'only they can change it.',
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
  description: 'What to change. `metadata` is merged, the rest replaced. It makes no version.',
  examples: [{ held_out_split: 'test' }],
})
export type DatasetUpdate = Static<typeof DatasetUpdate>

const version = Type.Integer({ description: 'Grows by one with every change to the examples.' })
const exampleCount = Type.Integer({ description: 'How many examples there are, those held out included.' })

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
  { title: 'Dataset', description: 'Examples, in versions.' },
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
    added: Type.Integer({ description: 'Examples that the version before did not have.' }),
    changed: Type.Integer({ description: 'Examples that it had otherwise.' }),
    removed: Type.Integer({ description: 'Examples that only it had.' }),
    created_at: Timestamp,
  },
  { title: 'DatasetVersion', description: 'What one request changed in the examples of a dataset.' },
)
export type DatasetVersion = Static<typeof DatasetVersion>
export const DatasetVersionPage = Page(DatasetVersion, 'DatasetVersionPage')

const exampleFields = {
  input: Type.Record(Type.String(), Type.Unknown(), { description: 'What a run of it is started with.' }),
  expected_output: Nullable(
    Type.Record(Type.String(), Type.Unknown(), { description: 'What the run is to come to.' }),
  ),
  tags: Type.Array(Text({ minLength: 1, maxLength: 100, description: 'A word to find it by.' }), {
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
    description: 'Examples to add, all or none. They make one version.',
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
  description: 'What to change. `metadata` is merged, the rest replaced.',
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
    description: 'Without `expected_output`, what the run came to is expected.',
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
    source_run_id: Nullable(Type.String({ description: 'The run that it was made from.' })),
    version: Type.Integer({ description: 'The version of the dataset since which it is so.' }),
    created_at: Timestamp,
    updated_at: Timestamp,
  },
  { title: 'Example', description: 'An input, and what is to come of it.' },
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
    added: Type.Integer({ description: 'How many.' }),
    examples: Type.Array(Example, { description: 'In the order in which they were sent.' }),
  },
  { title: 'ExamplesAdded' },
)
export type ExamplesAdded = Static<typeof ExamplesAdded>

export const ExamplesImported = Type.Object(
  { dataset_id: Uuid, version, added: Type.Integer({ description: 'How many.' }) },
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
      description: 'The dataset as it was at this version; as it is now unless given.',
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
export const ExportQuery = Type.Object({ format: OneOf(EXPORT_FORMATS, 'What to write.'), ...versionQuery })
export type ExportQuery = Static<typeof ExportQuery>

import { Type } from 'typebox'
import type { Datasets } from '../../domain/datasets/datasets.js'
import type { Examples } from '../../domain/datasets/examples.js'
import { PageQuery, Uuid } from '../../schema/common.js'
import {
  Dataset,
  DatasetCreate,
  DatasetDeleted,
  DatasetPage,
  DatasetUpdate,
  DatasetVersionPage,
  Example,
  ExampleVersionQuery,
  ExampleDeleted,
  ExampleFromFeedback,
  ExampleFromRun,
  ExamplePage,
  ExampleQuery,
  ExamplesAdded,
  ExamplesCreate,
  ExampleUpdate,
} from '../../schema/dataset.js'
import { route, type Route } from '../http/route.js'

const tag = 'Datasets'
const alsoUnprefixed = true
const params = Type.Object({ dataset_id: Uuid })
const exampleParams = Type.Object({ dataset_id: Uuid, example_id: Uuid })
/** Same as for runs, because examples contain inputs of runs. */
const bodyLimitFactor = 10

export const datasetRoutes = ({
  datasets,
  examples,
}: {
  datasets: Datasets
  examples: Examples
}): Route[] => [...resourceRoutes(datasets), ...exampleRoutes(examples)]

const resourceRoutes = (datasets: Datasets): Route[] => [
  route({
    method: 'POST',
    path: '/datasets',
    operationId: 'createDataset',
    summary: 'Create a dataset',
    tag,
    alsoUnprefixed,
    body: DatasetCreate,
    response: Dataset,
    status: 201,
    handle: ({ tenant, body, idempotencyStatements }) => datasets.create(tenant, body, idempotencyStatements),
  }),
  route({
    method: 'GET',
    path: '/datasets',
    operationId: 'listDatasets',
    summary: 'List datasets, newest first',
    tag,
    alsoUnprefixed,
    query: PageQuery,
    response: DatasetPage,
    handle: ({ tenant, query }) => datasets.list(tenant, query),
  }),
  route({
    method: 'GET',
    path: '/datasets/{dataset_id}',
    operationId: 'getDataset',
    summary: 'Read a dataset',
    tag,
    alsoUnprefixed,
    params,
    response: Dataset,
    handle: ({ tenant, params: { dataset_id } }) => datasets.get(tenant, dataset_id),
  }),
  route({
    method: 'PATCH',
    path: '/datasets/{dataset_id}',
    operationId: 'updateDataset',
    summary: 'Update a dataset, but not its examples',
    tag,
    alsoUnprefixed,
    params,
    body: DatasetUpdate,
    response: Dataset,
    errors: ['resource_conflict'],
    handle: ({ tenant, isAdmin, params: { dataset_id }, body }) =>
      datasets.update(tenant, dataset_id, body, isAdmin),
  }),
  route({
    method: 'DELETE',
    path: '/datasets/{dataset_id}',
    operationId: 'deleteDataset',
    summary: 'Delete a dataset',
    description: 'Deletes its examples in all versions.',
    tag,
    alsoUnprefixed,
    params,
    response: DatasetDeleted,
    handle: ({ tenant, params: { dataset_id } }) => datasets.remove(tenant, dataset_id),
  }),
  route({
    method: 'GET',
    path: '/datasets/{dataset_id}/versions',
    operationId: 'listDatasetVersions',
    summary: 'List the versions of a dataset, newest first',
    tag,
    alsoUnprefixed,
    params,
    query: PageQuery,
    response: DatasetVersionPage,
    handle: ({ tenant, params: { dataset_id }, query }) => datasets.listVersions(tenant, dataset_id, query),
  }),
]

const exampleRoutes = (examples: Examples): Route[] => [
  route({
    method: 'POST',
    path: '/datasets/{dataset_id}/examples',
    operationId: 'addExamples',
    summary: 'Add examples to a dataset',
    tag,
    alsoUnprefixed,
    bodyLimitFactor,
    params,
    body: ExamplesCreate,
    response: ExamplesAdded,
    status: 201,
    handle: ({ tenant, params: { dataset_id }, body, idempotencyStatements }) =>
      examples.add(tenant, dataset_id, body.examples, idempotencyStatements),
  }),
  route({
    method: 'POST',
    path: '/datasets/{dataset_id}/examples/from_run',
    operationId: 'addExampleFromRun',
    summary: 'Add the input and output of a run as an example',
    tag,
    alsoUnprefixed,
    bodyLimitFactor,
    params,
    body: ExampleFromRun,
    response: ExamplesAdded,
    status: 201,
    errors: ['unprocessable_entity'],
    handle: ({ tenant, params: { dataset_id }, body, idempotencyStatements }) =>
      examples.addFromRun(tenant, dataset_id, body, idempotencyStatements),
  }),
  route({
    method: 'POST',
    path: '/datasets/{dataset_id}/examples/from_feedback',
    operationId: 'addExampleFromFeedback',
    summary: 'Add corrected feedback as an example',
    description: 'Uses the input of the run as `input` and the `corrected_output` as `expected_output`.',
    tag,
    alsoUnprefixed,
    params,
    body: ExampleFromFeedback,
    response: ExamplesAdded,
    status: 201,
    errors: ['unprocessable_entity'],
    handle: ({ tenant, params: { dataset_id }, body, idempotencyStatements }) =>
      examples.addFromFeedback(tenant, dataset_id, body, idempotencyStatements),
  }),
  route({
    method: 'GET',
    path: '/datasets/{dataset_id}/examples',
    operationId: 'listExamples',
    summary: 'List the examples of a dataset, in the order in which they were added',
    description: 'All pages show the version of the first page, even if the dataset changes meanwhile.',
    tag,
    alsoUnprefixed,
    params,
    query: ExampleQuery,
    response: ExamplePage,
    handle: ({ tenant, isAdmin, params: { dataset_id }, query }) =>
      examples.list(tenant, dataset_id, query, isAdmin),
  }),
  route({
    method: 'GET',
    path: '/datasets/{dataset_id}/examples/{example_id}',
    operationId: 'getExample',
    summary: 'Read an example',
    tag,
    alsoUnprefixed,
    params: exampleParams,
    query: ExampleVersionQuery,
    response: Example,
    handle: ({ tenant, isAdmin, params: { dataset_id, example_id }, query }) =>
      examples.get(tenant, dataset_id, example_id, query.version, isAdmin),
  }),
  route({
    method: 'PATCH',
    path: '/datasets/{dataset_id}/examples/{example_id}',
    operationId: 'updateExample',
    summary: 'Update an example',
    description: 'Older versions of the dataset keep the previous content.',
    tag,
    alsoUnprefixed,
    bodyLimitFactor,
    params: exampleParams,
    body: ExampleUpdate,
    response: Example,
    errors: ['resource_conflict'],
    handle: ({ tenant, isAdmin, params: { dataset_id, example_id }, body }) =>
      examples.update(tenant, dataset_id, example_id, body, isAdmin),
  }),
  route({
    method: 'DELETE',
    path: '/datasets/{dataset_id}/examples/{example_id}',
    operationId: 'deleteExample',
    summary: 'Delete an example',
    description: 'Older versions of the dataset keep the example.',
    tag,
    alsoUnprefixed,
    params: exampleParams,
    response: ExampleDeleted,
    errors: ['resource_conflict'],
    handle: ({ tenant, isAdmin, params: { dataset_id, example_id } }) =>
      examples.remove(tenant, dataset_id, example_id, isAdmin),
  }),
]

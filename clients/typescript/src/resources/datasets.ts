import type { Query, Schemas } from '../api-types.js'
import type { Http, RequestOptions } from '../http.js'
import { listPages } from '../pagination.js'

export type FileFormat = 'jsonl' | 'csv'

export const makeDatasets = (http: Http) => ({
  /** Creates a dataset. */
  create: (body: Schemas['DatasetCreate'], options?: RequestOptions) =>
    http.send('post', '/api/v1/datasets', { body }, options),

  /** Lists datasets, newest first. */
  list: (query?: Query<'get', '/api/v1/datasets'>, options?: RequestOptions) =>
    listPages(http, '/api/v1/datasets', { query }, options),

  /** Reads a dataset. */
  get: (datasetId: string, options?: RequestOptions) =>
    http.send('get', '/api/v1/datasets/{dataset_id}', { path: { dataset_id: datasetId } }, options),

  /** Updates a dataset, but not its examples. */
  update: (datasetId: string, body: Schemas['DatasetUpdate'], options?: RequestOptions) =>
    http.send('patch', '/api/v1/datasets/{dataset_id}', { path: { dataset_id: datasetId }, body }, options),

  /** Deletes a dataset. */
  delete: (datasetId: string, options?: RequestOptions) =>
    http.send('delete', '/api/v1/datasets/{dataset_id}', { path: { dataset_id: datasetId } }, options),

  /** Lists the versions of a dataset, newest first. */
  listVersions: (
    datasetId: string,
    query?: Query<'get', '/api/v1/datasets/{dataset_id}/versions'>,
    options?: RequestOptions,
  ) =>
    listPages(
      http,
      '/api/v1/datasets/{dataset_id}/versions',
      { path: { dataset_id: datasetId }, query },
      options,
    ),

  /** Adds examples to a dataset. */
  addExamples: (datasetId: string, body: Schemas['ExamplesCreate'], options?: RequestOptions) =>
    http.send(
      'post',
      '/api/v1/datasets/{dataset_id}/examples',
      { path: { dataset_id: datasetId }, body },
      options,
    ),

  /** Adds the input and output of a run as an example. */
  addExampleFromRun: (datasetId: string, body: Schemas['ExampleFromRun'], options?: RequestOptions) =>
    http.send(
      'post',
      '/api/v1/datasets/{dataset_id}/examples/from_run',
      { path: { dataset_id: datasetId }, body },
      options,
    ),

  /** Adds corrected feedback as an example. */
  addExampleFromFeedback: (
    datasetId: string,
    body: Schemas['ExampleFromFeedback'],
    options?: RequestOptions,
  ) =>
    http.send(
      'post',
      '/api/v1/datasets/{dataset_id}/examples/from_feedback',
      { path: { dataset_id: datasetId }, body },
      options,
    ),

  /** Lists the examples of a dataset, in the order in which they were added. */
  listExamples: (
    datasetId: string,
    query?: Query<'get', '/api/v1/datasets/{dataset_id}/examples'>,
    options?: RequestOptions,
  ) =>
    listPages(
      http,
      '/api/v1/datasets/{dataset_id}/examples',
      { path: { dataset_id: datasetId }, query },
      options,
    ),

  /** Reads an example. */
  getExample: (
    datasetId: string,
    exampleId: string,
    query?: Query<'get', '/api/v1/datasets/{dataset_id}/examples/{example_id}'>,
    options?: RequestOptions,
  ) =>
    http.send(
      'get',
      '/api/v1/datasets/{dataset_id}/examples/{example_id}',
      { path: { dataset_id: datasetId, example_id: exampleId }, query },
      options,
    ),

  /** Updates an example. */
  updateExample: (
    datasetId: string,
    exampleId: string,
    body: Schemas['ExampleUpdate'],
    options?: RequestOptions,
  ) =>
    http.send(
      'patch',
      '/api/v1/datasets/{dataset_id}/examples/{example_id}',
      { path: { dataset_id: datasetId, example_id: exampleId }, body },
      options,
    ),

  /** Deletes an example. */
  deleteExample: (datasetId: string, exampleId: string, options?: RequestOptions) =>
    http.send(
      'delete',
      '/api/v1/datasets/{dataset_id}/examples/{example_id}',
      { path: { dataset_id: datasetId, example_id: exampleId } },
      options,
    ),

  /** Adds all examples of a file or none. JSON Lines has one example per line; docs/evaluations.md lists the columns of CSV. */
  importFile: async (
    datasetId: string,
    file: { format: FileFormat; content: string | Blob },
    options?: RequestOptions,
  ): Promise<Schemas['ExamplesImported']> => {
    const contentType = file.format === 'csv' ? 'text/csv' : 'application/x-ndjson'
    const parts = { path: { dataset_id: datasetId }, body: file.content, contentType }
    const text = await http.requestText('post', '/api/v1/datasets/{dataset_id}/import', parts, options)
    return JSON.parse(text) as Schemas['ExamplesImported']
  },

  /** Returns the examples of a dataset as text that `importFile` accepts. */
  exportFile: (
    datasetId: string,
    query: Query<'get', '/api/v1/datasets/{dataset_id}/export'>,
    options?: RequestOptions,
  ): Promise<string> =>
    http.requestText(
      'get',
      '/api/v1/datasets/{dataset_id}/export',
      { path: { dataset_id: datasetId }, query },
      options,
    ),
})

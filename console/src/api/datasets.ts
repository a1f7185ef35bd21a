import {
  infiniteQueryOptions,
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { parseExact } from '../model/exact-json.ts'
import { api, unwrap } from './client.ts'
import { toApiError } from './errors.ts'
import type { components } from './schema.d.ts'
import type { Dataset, Example, Page } from './types.ts'

type Schemas = components['schemas']

export const datasetsKey = ['datasets'] as const
const PAGE_SIZE = 100
const MAX_PAGES = 10

/** All datasets, newest first, up to a thousand. */
export const datasetsQuery = queryOptions({
  queryKey: datasetsKey,
  queryFn: async ({ signal }) => {
    const datasets: Dataset[] = []
    let cursor: string | undefined
    for (let page = 0; page < MAX_PAGES; page += 1) {
      const query = { limit: PAGE_SIZE, ...(cursor !== undefined && { cursor }) }
      const result = await unwrap(api.GET('/api/v1/datasets', { params: { query }, signal }))
      datasets.push(...result.data)
      if (result.next_cursor === null) break
      cursor = result.next_cursor
    }
    return datasets
  },
})

const onDataset = (id: string) => ({ params: { path: { dataset_id: id } } })

export const datasetQuery = (id: string) =>
  queryOptions({
    queryKey: [...datasetsKey, id],
    queryFn: ({ signal }) => unwrap(api.GET('/api/v1/datasets/{dataset_id}', { ...onDataset(id), signal })),
  })

export interface ExampleFilter {
  version?: number
  tag?: string
  split?: string
}

export const examplesQuery = (id: string, filter: ExampleFilter) =>
  infiniteQueryOptions({
    queryKey: [...datasetsKey, id, 'examples', filter],
    queryFn: ({ pageParam, signal }) => {
      const query = { ...filter, limit: PAGE_SIZE, ...(pageParam !== '' && { cursor: pageParam }) }
      const params = { path: { dataset_id: id }, query }
      return unwrap(api.GET('/api/v1/datasets/{dataset_id}/examples', { params, signal }))
    },
    initialPageParam: '',
    getNextPageParam: (page: Page<Example>) => page.next_cursor ?? undefined,
    refetchOnWindowFocus: false,
  })

export const exampleQuery = (id: string, exampleId: string, version?: number) =>
  queryOptions({
    queryKey: [...datasetsKey, id, 'example', exampleId, version ?? 0],
    queryFn: ({ signal }) => {
      const path = { dataset_id: id, example_id: exampleId }
      const query = version === undefined ? {} : { version }
      return unwrap(
        api.GET('/api/v1/datasets/{dataset_id}/examples/{example_id}', { params: { path, query }, signal }),
      )
    },
  })

/** The versions of a dataset, newest first, up to a hundred. */
export const datasetVersionsQuery = (id: string) =>
  queryOptions({
    queryKey: [...datasetsKey, id, 'versions'],
    queryFn: async ({ signal }) => {
      const params = { path: { dataset_id: id }, query: { limit: PAGE_SIZE } }
      return (await unwrap(api.GET('/api/v1/datasets/{dataset_id}/versions', { params, signal }))).data
    },
  })

export const createDataset = (body: Schemas['DatasetCreate']): Promise<Dataset> =>
  unwrap(api.POST('/api/v1/datasets', { body }))

export const updateDataset = (id: string, body: Schemas['DatasetUpdate']): Promise<Dataset> =>
  unwrap(api.PATCH('/api/v1/datasets/{dataset_id}', { ...onDataset(id), body }))

export const deleteDataset = (id: string): Promise<unknown> =>
  unwrap(api.DELETE('/api/v1/datasets/{dataset_id}', onDataset(id)))

export type ExampleContent = Schemas['ExamplesCreate']['examples'][number]

export const addExample = (id: string, example: ExampleContent): Promise<unknown> =>
  unwrap(
    api.POST('/api/v1/datasets/{dataset_id}/examples', { ...onDataset(id), body: { examples: [example] } }),
  )

const onExample = (id: string, exampleId: string) => ({
  params: { path: { dataset_id: id, example_id: exampleId } },
})

export const updateExample = (id: string, exampleId: string, body: ExampleContent): Promise<Example> =>
  unwrap(
    api.PATCH('/api/v1/datasets/{dataset_id}/examples/{example_id}', { ...onExample(id, exampleId), body }),
  )

export const deleteExample = (id: string, exampleId: string): Promise<unknown> =>
  unwrap(api.DELETE('/api/v1/datasets/{dataset_id}/examples/{example_id}', onExample(id, exampleId)))

export interface ImportProgress {
  sent: number
  total: number
}

/** Uploads a file. `fetch` reports no progress of a request, so this is an XMLHttpRequest. */
export const importExamples = (
  id: string,
  file: Blob,
  type: 'application/x-ndjson' | 'text/csv',
  { onProgress, signal }: { onProgress: (progress: ImportProgress) => void; signal: AbortSignal },
): Promise<Schemas['ExamplesImported']> =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', `/api/v1/datasets/${encodeURIComponent(id)}/import`)
    request.setRequestHeader('content-type', type)
    request.setRequestHeader('x-heddle-console', '1')
    request.upload.onprogress = ({ loaded, total }) => onProgress({ sent: loaded, total })
    request.onerror = () => reject(new TypeError('The connection was lost'))
    request.onabort = () => reject(new DOMException('The import was cancelled', 'AbortError'))
    request.onload = () => {
      const { status, responseText } = request
      const isJson = request.getResponseHeader('content-type')?.includes('json') === true
      const body = isJson ? parseExact(responseText) : responseText
      if (status >= 200 && status < 300) resolve(body as Schemas['ExamplesImported'])
      else reject(toApiError(new Response(null, { status }), body))
    }
    signal.addEventListener('abort', () => request.abort(), { once: true })
    request.send(file)
  })

export interface NewExample {
  /** An existing dataset, or the name of a new one. */
  target: { datasetId: string } | { name: string }
  tags: string[]
  split: string | null
}

/** Adds the input and the output of a run to a dataset, which is created if it is new. */
const addFromRun = async (runId: string, { target, tags, split }: NewExample): Promise<Dataset> => {
  const dataset =
    'name' in target
      ? await createDataset({ name: target.name })
      : await unwrap(api.GET('/api/v1/datasets/{dataset_id}', onDataset(target.datasetId)))
  const body = { run_id: runId, tags, split }
  await unwrap(
    api.POST('/api/v1/datasets/{dataset_id}/examples/from_run', { ...onDataset(dataset.dataset_id), body }),
  )
  return dataset
}

/** The properties of the dialog that adds a run to a dataset. */
export const useAddToDataset = (runId: string, onAdded: (dataset: Dataset) => void) => {
  const client = useQueryClient()
  const { data: datasets, error: listError } = useQuery(datasetsQuery)
  const add = useMutation({
    mutationFn: (example: NewExample) => addFromRun(runId, example),
    onSuccess: async (dataset) => {
      await client.invalidateQueries({ queryKey: datasetsKey })
      onAdded(dataset)
    },
  })
  return { datasets, error: add.error ?? listError, busy: add.isPending, onAdd: add.mutate }
}

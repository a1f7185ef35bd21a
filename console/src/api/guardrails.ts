import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api, unwrap } from './client.ts'
import type { components, paths } from './schema.d.ts'
import type { Page } from './types.ts'

type Schemas = components['schemas']
export type Guardrail = Schemas['Guardrail']
export type GuardrailCreate = Schemas['GuardrailCreate']
export type GuardrailDecision = Schemas['GuardrailDecision']
export type GuardrailFigures = Schemas['GuardrailFigures']
export type GuardrailMetrics = Schemas['GuardrailMetrics']
export type GuardrailTypeInfo = Schemas['GuardrailType']
export type GuardrailVerdict = Schemas['GuardrailVerdict']
export type GuardrailCheck = Schemas['GuardrailCheck']
export type Policy = Schemas['Policy']
export type Profile = Schemas['RiskProfile']
export type ReviewVerdict = Schemas['GuardrailReview']['verdict']
export type AuditQuery = Omit<
  NonNullable<paths['/api/v1/governance/audit']['get']['parameters']['query']>,
  'limit' | 'cursor'
>

export const guardrailsKey = ['guardrails'] as const

const MAX_PAGES = 10
const PAGE_SIZE = 100
/** Screens that are left open ask rarely, so that they stay within the limit of requests. */
const REFRESH_MS = 30_000

const readAll = async <Item>(read: (cursor?: string) => Promise<Page<Item>>): Promise<Item[]> => {
  const items: Item[] = []
  let cursor: string | undefined
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const result = await read(cursor)
    items.push(...result.data)
    if (result.next_cursor === null) break
    cursor = result.next_cursor
  }
  return items
}

const pageOf = (source: 'api' | 'file', cursor: string | undefined) => ({
  params: { query: { source, limit: PAGE_SIZE, ...(cursor !== undefined && { cursor }) } },
})

/** All guardrails with a name: first those of the file, then those of the API, newest first. */
export const guardrailListQuery = queryOptions({
  queryKey: [...guardrailsKey, 'list'],
  queryFn: async ({ signal }) => {
    const [file, own] = await Promise.all(
      (['file', 'api'] as const).map((source) =>
        readAll((cursor) =>
          unwrap(api.GET('/api/v1/governance/guardrails', { ...pageOf(source, cursor), signal })),
        ),
      ),
    )
    return [...(file ?? []), ...(own ?? [])]
  },
  staleTime: REFRESH_MS,
})

export const policyListQuery = queryOptions({
  queryKey: [...guardrailsKey, 'policies'],
  queryFn: async ({ signal }) => {
    const [file, own] = await Promise.all(
      (['file', 'api'] as const).map((source) =>
        readAll((cursor) =>
          unwrap(api.GET('/api/v1/governance/policies', { ...pageOf(source, cursor), signal })),
        ),
      ),
    )
    return [...(file ?? []), ...(own ?? [])]
  },
  staleTime: REFRESH_MS,
})

export const profileListQuery = queryOptions({
  queryKey: [...guardrailsKey, 'profiles'],
  queryFn: async ({ signal }) => (await unwrap(api.GET('/api/v1/governance/profiles', { signal }))).data,
  staleTime: 5 * 60_000,
})

export const guardrailTypesQuery = queryOptions({
  queryKey: [...guardrailsKey, 'types'],
  queryFn: ({ signal }) => unwrap(api.GET('/api/v1/governance/guardrail_types', { signal })),
  staleTime: Number.POSITIVE_INFINITY,
})

const metricsKey = [...guardrailsKey, 'metrics'] as const

export const guardrailMetricsQuery = (from: string, to: string | undefined) =>
  queryOptions({
    queryKey: [...metricsKey, from, to ?? ''],
    queryFn: ({ signal }) => {
      const query = { from, ...(to !== undefined && { to }) }
      return unwrap(api.GET('/api/v1/governance/guardrails/metrics', { params: { query }, signal }))
    },
    refetchInterval: REFRESH_MS,
    placeholderData: keepPreviousData,
  })

const decisionsKey = [...guardrailsKey, 'decisions'] as const

const fetchDecisions = (filter: AuditQuery, cursor: string, signal: AbortSignal) => {
  const query = { ...filter, limit: PAGE_SIZE, ...(cursor !== '' && { cursor }) }
  return unwrap(api.GET('/api/v1/governance/audit', { params: { query }, signal }))
}

export const decisionListQuery = (filter: AuditQuery) =>
  infiniteQueryOptions({
    queryKey: [...decisionsKey, 'list', filter],
    queryFn: ({ pageParam, signal }) => fetchDecisions(filter, pageParam, signal),
    initialPageParam: '',
    getNextPageParam: (page: Page<GuardrailDecision>) => page.next_cursor ?? undefined,
    refetchOnWindowFocus: false,
    refetchInterval: (query) => (query.state.data?.pages.length === 1 ? REFRESH_MS : false),
  })

/** The decisions of a run that found something, up to a hundred. */
export const runDecisionsQuery = (runId: string) =>
  queryOptions({
    queryKey: [...decisionsKey, 'run', runId],
    queryFn: async ({ signal }) =>
      (await fetchDecisions({ run_id: runId, triggered: true }, '', signal)).data,
  })

export const checkText = (body: GuardrailCheck): Promise<GuardrailVerdict> =>
  unwrap(api.POST('/api/v1/governance/guardrails/check', { body }))

export const createGuardrail = (body: GuardrailCreate): Promise<Guardrail> =>
  unwrap(api.POST('/api/v1/governance/guardrails', { body }))

export const updateGuardrail = (id: string, body: Schemas['GuardrailUpdate']): Promise<Guardrail> =>
  unwrap(
    api.PATCH('/api/v1/governance/guardrails/{guardrail}', { params: { path: { guardrail: id } }, body }),
  )

export const deleteGuardrail = (id: string): Promise<unknown> =>
  unwrap(api.DELETE('/api/v1/governance/guardrails/{guardrail}', { params: { path: { guardrail: id } } }))

export const reloadGuardrailFile = () => unwrap(api.POST('/api/v1/governance/reload'))

export const createPolicy = (body: Schemas['PolicyCreate']): Promise<Policy> =>
  unwrap(api.POST('/api/v1/governance/policies', { body }))

export const updatePolicy = (id: string, body: Schemas['PolicyUpdate']): Promise<Policy> =>
  unwrap(api.PATCH('/api/v1/governance/policies/{policy}', { params: { path: { policy: id } }, body }))

export const deletePolicy = (id: string): Promise<unknown> =>
  unwrap(api.DELETE('/api/v1/governance/policies/{policy}', { params: { path: { policy: id } } }))

export const reviewDecision = (
  id: string,
  body: { verdict: ReviewVerdict; note?: string },
): Promise<GuardrailDecision> =>
  unwrap(
    api.POST('/api/v1/governance/audit/{decision_id}/review', {
      params: { path: { decision_id: id } },
      body,
    }),
  )

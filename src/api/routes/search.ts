import type { Search } from '../../domain/console/search.js'
import { SearchQuery, SearchResults } from '../../schema/search.js'
import { route, type Route } from '../http/route.js'

export const searchRoutes = (search: Search): Route[] => [
  route({
    method: 'GET',
    path: '/search',
    operationId: 'search',
    summary: 'Search resources by ID or name',
    description:
      'Finds runs and threads by the start of their ID; assistants, datasets and evaluations by name, threads by title, and webhooks by URL or ' +
      'description. Names are searched in the newest 5,000 resources of each kind.',
    tag: 'System',
    query: SearchQuery,
    response: SearchResults,
    handle: ({ tenant, query }) => search.find(tenant, query.q),
  }),
]

/** The endpoints of the LangGraph Platform and its SDKs. */

/** `P`: in the platform's OpenAPI. `S`: not in the OpenAPI, but called by the SDK. */
const KNOWN_ENDPOINTS: [origin: 'P' | 'S', endpoint: string][] = [
  ['P', 'POST /assistants'],
  ['P', 'POST /assistants/search'],
  ['P', 'POST /assistants/count'],
  ['P', 'GET /assistants/{assistant_id}'],
  ['P', 'PATCH /assistants/{assistant_id}'],
  ['P', 'DELETE /assistants/{assistant_id}'],
  ['P', 'GET /assistants/{assistant_id}/graph'],
  ['P', 'GET /assistants/{assistant_id}/schemas'],
  ['P', 'GET /assistants/{assistant_id}/subgraphs'],
  ['P', 'GET /assistants/{assistant_id}/subgraphs/{namespace}'],
  ['P', 'POST /assistants/{assistant_id}/versions'],
  ['P', 'POST /assistants/{assistant_id}/latest'],
  ['P', 'POST /threads'],
  ['P', 'POST /threads/search'],
  ['P', 'POST /threads/count'],
  ['S', 'POST /threads/prune'],
  ['P', 'GET /threads/{thread_id}'],
  ['P', 'PATCH /threads/{thread_id}'],
  ['P', 'DELETE /threads/{thread_id}'],
  ['P', 'POST /threads/{thread_id}/copy'],
  ['P', 'GET /threads/{thread_id}/state'],
  ['P', 'POST /threads/{thread_id}/state'],
  ['S', 'PATCH /threads/{thread_id}/state'],
  ['P', 'GET /threads/{thread_id}/state/{checkpoint_id}'],
  ['P', 'POST /threads/{thread_id}/state/checkpoint'],
  ['P', 'GET /threads/{thread_id}/history'],
  ['P', 'POST /threads/{thread_id}/history'],
  ['P', 'GET /threads/{thread_id}/stream'],
  ['S', 'POST /threads/{thread_id}/commands'],
  ['S', 'POST /threads/{thread_id}/stream/events'],
  ['S', 'GET /threads/{thread_id}/stream/events'],
  ['P', 'GET /threads/{thread_id}/runs'],
  ['P', 'POST /threads/{thread_id}/runs'],
  ['P', 'POST /threads/{thread_id}/runs/stream'],
  ['P', 'POST /threads/{thread_id}/runs/wait'],
  ['P', 'GET /threads/{thread_id}/runs/{run_id}'],
  ['P', 'DELETE /threads/{thread_id}/runs/{run_id}'],
  ['P', 'GET /threads/{thread_id}/runs/{run_id}/join'],
  ['P', 'GET /threads/{thread_id}/runs/{run_id}/stream'],
  ['P', 'POST /threads/{thread_id}/runs/{run_id}/cancel'],
  ['P', 'POST /threads/{thread_id}/runs/crons'],
  ['P', 'POST /runs'],
  ['P', 'POST /runs/stream'],
  ['P', 'POST /runs/wait'],
  ['P', 'POST /runs/batch'],
  ['P', 'POST /runs/cancel'],
  ['S', 'GET /runs/{run_id}/stream'],
  ['P', 'POST /runs/crons'],
  ['P', 'POST /runs/crons/search'],
  ['P', 'POST /runs/crons/count'],
  ['S', 'PATCH /runs/crons/{cron_id}'],
  ['P', 'DELETE /runs/crons/{cron_id}'],
  ['P', 'PUT /store/items'],
  ['P', 'GET /store/items'],
  ['P', 'DELETE /store/items'],
  ['P', 'POST /store/items/search'],
  ['P', 'POST /store/namespaces'],
  ['P', 'POST /mcp/'],
  ['P', 'GET /mcp/'],
  ['P', 'DELETE /mcp/'],
  ['P', 'POST /a2a/{assistant_id}'],
  ['P', 'GET /ok'],
  ['P', 'GET /info'],
  ['P', 'GET /metrics'],
]

export const ENDPOINTS = KNOWN_ENDPOINTS.map(([, endpoint]) => endpoint)

export const isPlatformEndpoint = (endpoint: string): boolean =>
  KNOWN_ENDPOINTS.some(([origin, known]) => known === endpoint && origin === 'P')

/** Literal paths first, so that `/runs/stream` does not match `/runs/{run_id}`. */
const PATTERNS = ENDPOINTS.toSorted((a, b) => a.split('{').length - b.split('{').length).map((endpoint) => ({
  endpoint,
  pattern: new RegExp(`^${endpoint.replace(/\{\w+\}/g, '[^/]+')}$`),
}))

export const findEndpoint = (method: string, path: string): string => {
  const request = `${method} ${path}`
  return PATTERNS.find(({ pattern }) => pattern.test(request))?.endpoint ?? request
}

/** All routes of the LangGraph API, and for each a minimal valid request. */
import type { LangGraphRoute } from '../../src/api/langgraph/route.js'
import { langGraphRoutes } from '../../src/wiring/langgraph.js'
import { MISSING_ID } from './app.js'

// The routes do not use their dependencies before a request arrives.
export const allLangGraphRoutes = langGraphRoutes({} as never)

const CRON = { assistant_id: 'unknown', schedule: '0 0 1 1 *' }
const RUN = { assistant_id: 'unknown' }

const MINIMAL_BODIES: Record<string, object> = {
  'POST /assistants': { graph_id: 'agent' },
  'POST /assistants/{assistant_id}/latest': { version: 1 },
  'POST /threads/prune': { thread_ids: [] },
  'PUT /store/items': { namespace: ['a'], key: 'k', value: {} },
  'DELETE /store/items': { namespace: ['a'], key: 'k' },
  'POST /threads/{thread_id}/commands': { id: 1, method: 'state.get' },
  'POST /threads/{thread_id}/stream/events': { channels: ['values'] },
  'POST /ui/{agent}': { name: 'card' },
  'POST /runs/cancel': { status: 'pending' },
  'POST /runs/crons': CRON,
  'POST /threads/{thread_id}/runs/crons': CRON,
  'POST /runs': RUN,
  'POST /runs/stream': RUN,
  'POST /runs/wait': RUN,
  'POST /runs/batch': RUN,
  'POST /threads/{thread_id}/runs': RUN,
  'POST /threads/{thread_id}/runs/stream': RUN,
  'POST /threads/{thread_id}/runs/wait': RUN,
}

export const toRouteName = ({ method, path }: LangGraphRoute): string => `${method} ${path}`

/** Returns undefined if the route has no body. `change` overrides fields of the minimal body. */
export const toBody = (route: LangGraphRoute, change: object = {}): unknown => {
  if (route.body === undefined) return undefined
  const body = { ...MINIMAL_BODIES[toRouteName(route)], ...change }
  return route.allowsArrayBody === true ? [body] : body
}

interface Properties {
  properties?: Record<string, unknown>
  items?: Properties
  else?: Properties
}

export const listFields = (schema: unknown): string[] => {
  const { properties, items, else: otherwise } = (schema ?? {}) as Properties
  return properties === undefined
    ? [items, otherwise].flatMap((one) => (one === undefined ? [] : listFields(one)))
    : Object.keys(properties)
}

/** Fills the path parameters from `ids`; missing ones get an ID that does not exist. */
export const toUrl = ({ path }: LangGraphRoute, ids: Record<string, string> = {}): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? MISSING_ID)

/** What a route of the dialect touches, and what of its request the handlers of a project's `auth` are shown. */
import type { JsonObject } from '../../schema/common.js'
import type { Deed, Resource } from './authorize.js'

export interface Sent<B = unknown, Q = unknown, P = unknown> {
  body: B
  query: Q
  params: P
}

export interface Touch<B = unknown, Q = unknown, P = unknown> {
  resource: Resource
  action: string
  /** Where it is not the fields that are named below. */
  value?: (sent: Sent<B, Q, P>) => JsonObject
  hiddenAs?: Deed['hiddenAs']
  /** Whether each item of the body is one. */
  isEach?: boolean
}

/**
 * Declares it. `own`: the route asks in its handler, by `authorise`, because what it touches is known there only. A route that declares
 * nothing is closed to users of a project.
 */
export type Touches<B, Q, P> = Touch<B, Q, P> | readonly Touch<B, Q, P>[] | 'own'

const SHOWN: Record<string, readonly string[]> = {
  'threads:create': ['thread_id', 'metadata', 'if_exists'],
  'threads:read': ['thread_id', 'run_id'],
  'threads:update': ['thread_id', 'metadata', 'action', 'run_id'],
  'threads:delete': ['thread_id', 'run_id'],
  'threads:search': ['thread_id', 'ids', 'metadata', 'status', 'values', 'limit', 'offset'],
  'assistants:create': [
    'assistant_id',
    'graph_id',
    'config',
    'context',
    'metadata',
    'if_exists',
    'name',
    'description',
  ],
  'assistants:read': ['assistant_id', 'metadata'],
  'assistants:update': [
    'assistant_id',
    'graph_id',
    'config',
    'context',
    'metadata',
    'name',
    'description',
    'version',
  ],
  'assistants:delete': ['assistant_id'],
  'crons:create': ['assistant_id', 'thread_id', 'schedule', 'timezone', 'end_time', 'metadata'],
  'crons:search': ['assistant_id', 'thread_id', 'enabled', 'metadata', 'limit', 'offset'],
  'assistants:search': ['graph_id', 'metadata', 'limit', 'offset'],
}

const KWARGS = [
  'input',
  'command',
  'config',
  'context',
  'stream_mode',
  'interrupt_before',
  'interrupt_after',
  'webhook',
  'feedback_keys',
]

const picked = (from: JsonObject, names: readonly string[]): JsonObject =>
  Object.fromEntries(names.flatMap((name) => (from[name] === undefined ? [] : [[name, from[name]]])))

/** As the handlers of `threads:create_run` are shown a run that is about to be made. */
export const runValue = (body: JsonObject, thread_id: string | undefined): JsonObject => ({
  ...(thread_id !== undefined && { thread_id }),
  assistant_id: body['assistant_id'],
  status: 'pending',
  metadata: body['metadata'] ?? {},
  prevent_insert_if_inflight: body['multitask_strategy'] === 'reject',
  multitask_strategy: body['multitask_strategy'] ?? 'enqueue',
  if_not_exists: body['if_not_exists'] ?? 'reject',
  after_seconds: body['after_seconds'] ?? 0,
  kwargs: picked(body, KWARGS),
})

export const valueOf = (touch: Touch, sent: Sent): JsonObject => {
  if (touch.value !== undefined) return touch.value(sent)
  const { body, query, params } = sent as Sent<JsonObject | undefined, JsonObject, JsonObject>
  if (touch.resource === 'threads' && touch.action === 'create_run')
    return runValue(body ?? {}, (params['thread_id'] ?? body?.['thread_id']) as string | undefined)
  const names = SHOWN[`${touch.resource}:${touch.action}`] ?? []
  const value = picked({ ...query, ...body, ...params }, names)
  // Handlers add to it.
  return names.includes('metadata') && /create|update/.test(touch.action)
    ? { ...value, metadata: value['metadata'] ?? {} }
    : value
}

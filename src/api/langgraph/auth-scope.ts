/** Declares what a LangGraph route needs from the project's auth, and which fields of the request its handlers see. */
import type { JsonObject } from '../../schema/common.js'
import type { AuthAction, Resource } from './authorize.js'

export interface RequestInput<B = unknown, Q = unknown, P = unknown> {
  body: B
  query: Q
  params: P
}

export interface AuthRequirement<B = unknown, Q = unknown, P = unknown> {
  resource: Resource
  action: string
  /** Overrides the fields of AUTH_VALUE_FIELDS. */
  value?: (input: RequestInput<B, Q, P>) => JsonObject
  hiddenAs?: AuthAction['hiddenAs']
  /** True if the body is an array and each item is authorized separately. */
  isEach?: boolean
}

/**
 * What the project's auth must allow. With `own`, the handler calls `authorize` itself, because only the handler knows the affected
 * resources. A route without an AuthScope is closed to users of the project.
 */
export type AuthScope<B, Q, P> = AuthRequirement<B, Q, P> | readonly AuthRequirement<B, Q, P>[] | 'in_handler'

const AUTH_VALUE_FIELDS: Record<string, readonly string[]> = {
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

const KWARGS_FIELDS = [
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

const pickFields = (from: JsonObject, names: readonly string[]): JsonObject =>
  Object.fromEntries(names.flatMap((name) => (from[name] === undefined ? [] : [[name, from[name]]])))

/** The value that handlers of `threads:create_run` see: the run before it is created. */
export const toRunAuthValue = (body: JsonObject, thread_id: string | undefined): JsonObject => ({
  ...(thread_id !== undefined && { thread_id }),
  assistant_id: body['assistant_id'],
  status: 'pending',
  metadata: body['metadata'] ?? {},
  prevent_insert_if_inflight: body['multitask_strategy'] === 'reject',
  multitask_strategy: body['multitask_strategy'] ?? 'enqueue',
  if_not_exists: body['if_not_exists'] ?? 'reject',
  after_seconds: body['after_seconds'] ?? 0,
  kwargs: pickFields(body, KWARGS_FIELDS),
})

export const toAuthValue = (requirement: AuthRequirement, input: RequestInput): JsonObject => {
  if (requirement.value !== undefined) return requirement.value(input)
  const { body, query, params } = input as RequestInput<JsonObject | undefined, JsonObject, JsonObject>
  if (requirement.resource === 'threads' && requirement.action === 'create_run')
    return toRunAuthValue(body ?? {}, (params['thread_id'] ?? body?.['thread_id']) as string | undefined)
  const names = AUTH_VALUE_FIELDS[`${requirement.resource}:${requirement.action}`] ?? []
  const value = pickFields({ ...query, ...body, ...params }, names)
  // Handlers may add metadata, so the field must exist.
  return names.includes('metadata') && /create|update/.test(requirement.action)
    ? { ...value, metadata: value['metadata'] ?? {} }
    : value
}

/** JSON Schemas from the platform's OpenAPI for responses of endpoints that the peer does not serve. */
const text = { type: 'string' }
const textOrNull = { type: ['string', 'null'] }

export const COUNT = { type: 'integer', minimum: 0 }

export const PRUNED = { type: 'object', required: ['pruned_count'], properties: { pruned_count: COUNT } }

export const THREAD = {
  type: 'object',
  required: ['thread_id', 'created_at', 'updated_at', 'metadata', 'status'],
  properties: {
    thread_id: text,
    created_at: text,
    updated_at: text,
    metadata: { type: 'object' },
    status: { enum: ['idle', 'busy', 'interrupted', 'error'] },
  },
}

export const CRON = {
  type: 'object',
  required: ['cron_id', 'thread_id', 'end_time', 'schedule', 'created_at', 'updated_at', 'payload'],
  properties: {
    cron_id: text,
    assistant_id: textOrNull,
    // The OpenAPI declares these two as strings, but the platform sends null if they are not set.
    thread_id: textOrNull,
    end_time: textOrNull,
    schedule: text,
    created_at: text,
    updated_at: text,
    user_id: textOrNull,
    payload: { type: 'object' },
    next_run_date: textOrNull,
    metadata: { type: 'object' },
  },
}

export const CRON_LIST = { type: 'array', items: CRON }

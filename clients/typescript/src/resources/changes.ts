import { readEvents, type StreamOptions } from '../event-stream.js'
import type { Http } from '../http.js'

export type ChangeTopic = 'runs' | 'threads' | 'evals' | 'deliveries'

export interface Change {
  topic: ChangeTopic
  id: string
  /** The status of the resource, or `deleted`. */
  status: string
  updated_at: string
}

/** `ready` comes first. `reset` means that changes may be missing: read again what depends on them. */
export type ChangeEvent =
  | { type: 'ready' | 'reset'; id: string | undefined }
  | { type: 'changes'; id: string | undefined; changes: Change[] }

export interface ChangeStreamOptions extends StreamOptions {
  /** Default: all. */
  topics?: ChangeTopic[] | undefined
  /** The `id` of the last event that was received. */
  after?: string | undefined
}

export const makeChanges = (http: Http) => ({
  /** Follows the changes of resources, until the iteration stops. Survives lost connections. */
  stream: ({ topics, after, ...options }: ChangeStreamOptions = {}): AsyncGenerator<ChangeEvent, void> =>
    readEvents<ChangeEvent>(
      {
        lastEventId: after,
        open: (lastEventId, signal) =>
          http.openStream('/api/v1/events', {
            query: { topics: topics?.join(','), after: lastEventId },
            headers: {},
            signal,
          }),
        parse: ({ id, event, data }) => ({ type: event, id, ...(JSON.parse(data) as object) }) as ChangeEvent,
        isLast: () => false,
      },
      options,
    ),
})

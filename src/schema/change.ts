import { Type, type Static } from 'typebox'
import { OneOf, Timestamp } from './common.js'

export const CHANGE_TOPICS = ['runs', 'threads', 'evals', 'deliveries'] as const
export type ChangeTopic = (typeof CHANGE_TOPICS)[number]

export const Change = Type.Object({
  topic: OneOf(CHANGE_TOPICS, 'The kind of resource.'),
  id: Type.String({ description: 'The ID of the resource.' }),
  status: Type.String({ description: 'The status of the resource, or `deleted`.' }),
  updated_at: Timestamp,
})
export type Change = Static<typeof Change>

const LIST = '^(runs|threads|evals|deliveries)(,(runs|threads|evals|deliveries))*$'

export const ChangeQuery = Type.Object(
  {
    topics: Type.Optional(
      Type.String({
        pattern: LIST,
        description: 'Topics separated by commas: `runs`, `threads`, `evals`, `deliveries`. Default: all.',
      }),
    ),
    after: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 100,
        description: 'The `id` of the last frame that was received; same as the header Last-Event-ID.',
      }),
    ),
  },
  { additionalProperties: false },
)

export const ChangesStreamed = Type.String({
  description:
    'The `data` of a frame is JSON. At most four frames are sent in a second. The first one is `event: ready`, so that the client has an `id` to resume from. `event: changes` has `{"changes": [{topic, id, status, updated_at}, …]}` with the latest state of each ' +
    'resource that changed since the previous frame; a run, thread or evaluation that was deleted has the status `deleted`. `event: reset` means that changes may be missing: reload what is shown. It is sent if `after` ' +
    'is too old or comes from a process that has ended, and after this node lost its connection to the other nodes.',
  examples: [
    'id: 1x9k2f.42\\nevent: changes\\ndata: {"changes":[{"topic":"runs","id":"0198c9a2-a5c4-7d90-9e21-7b8c1d2e3f40","status":"completed","updated_at":"2026-01-31T09:30:00.000Z"}]}\\n\\n',
  ],
})

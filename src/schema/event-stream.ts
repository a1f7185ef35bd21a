/** Documents Server-Sent Events: the body is a text, and its content, once parsed, is a list of events. */
import { Type, type TSchema } from 'typebox'

interface EventStreamOptions {
  description: string
  /** The schema of one parsed event: its `event`, `id` and `data`, with `data` parsed as JSON. */
  event: TSchema
  example: string
}

export const EventStream = ({ description, event, example }: EventStreamOptions) =>
  Type.String({
    description: `Server-Sent Events. ${description}`,
    contentMediaType: 'text/event-stream',
    contentSchema: Type.Array(event),
    examples: [example],
  })

export const StreamEvent = (fields: Record<string, TSchema>, description: string) =>
  Type.Object(fields, { description })

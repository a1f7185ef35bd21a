import { Type, type Static } from 'typebox'
import { JsonObject, Metadata, Nullable, OneOf, Page, Timestamp, Uuid, pageQuery } from './common.js'

export const MESSAGE_ROLES = ['user', 'assistant', 'system', 'tool'] as const
export type MessageRole = (typeof MESSAGE_ROLES)[number]

const content = Type.Union([Type.String(), Type.Array(JsonObject)], {
  description: 'A text, or a list of content parts.',
})

const writableFields = {
  role: Type.Optional(
    Type.Unsafe<MessageRole>({
      type: 'string',
      enum: MESSAGE_ROLES,
      default: 'user',
      description: 'The author of the message.',
    }),
  ),
  content,
  metadata: Type.Optional(Metadata),
}

/** The body of `POST /threads/{thread_id}/messages`. */
export const ThreadMessageCreate = Type.Object(writableFields, {
  title: 'ThreadMessageCreate',
  examples: [{ content: 'Where is my order?' }],
})
export type ThreadMessageCreate = Static<typeof ThreadMessageCreate>

/** The body of `POST /messages`. */
export const MessageCreate = Type.Object(
  { thread_id: Uuid, ...writableFields },
  {
    title: 'MessageCreate',
    examples: [{ thread_id: '0198c9a2-8d10-7a52-b1f4-6f0d3c9e7a20', content: 'Where is my order?' }],
  },
)

export const Message = Type.Object(
  {
    id: Uuid,
    message_id: Uuid,
    thread_id: Uuid,
    run_id: Nullable(Uuid),
    role: OneOf(MESSAGE_ROLES, 'The author of the message.'),
    content,
    metadata: Metadata,
    created_at: Timestamp,
  },
  {
    title: 'Message',
    description: 'A message in a thread. Posting a message does not start a run.',
    examples: [
      {
        id: '0198c9a2-9b77-7e13-8a3c-51d2f4b6c830',
        message_id: '0198c9a2-9b77-7e13-8a3c-51d2f4b6c830',
        thread_id: '0198c9a2-8d10-7a52-b1f4-6f0d3c9e7a20',
        run_id: null,
        role: 'user',
        content: 'Where is my order?',
        metadata: {},
        created_at: '2026-01-31T09:30:00.000Z',
      },
    ],
  },
)
export type Message = Static<typeof Message>

export const MessagePage = Page(Message, 'MessagePage')
export const MessageQuery = Type.Object({ ...pageQuery, thread_id: Uuid })

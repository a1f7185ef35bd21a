import { Type } from 'typebox'
import type { Messages } from '../../domain/messages.js'
import { PageQuery, Uuid } from '../../schema/common.js'
import {
  Message,
  MessageCreate,
  MessagePage,
  MessageQuery,
  ThreadMessageCreate,
} from '../../schema/message.js'
import { route, type Route } from '../http/route.js'

const tag = 'Messages'
const params = Type.Object({ thread_id: Uuid })

export const messageRoutes = (messages: Messages): Route[] => [
  route({
    method: 'POST',
    path: '/threads/{thread_id}/messages',
    operationId: 'createThreadMessage',
    summary: 'Add a message to a thread',
    tag,
    params,
    body: ThreadMessageCreate,
    response: Message,
    status: 201,
    handle: ({ tenant, params: { thread_id }, body, idempotencyStatements }) =>
      messages.create(tenant, thread_id, body, idempotencyStatements),
  }),
  route({
    method: 'GET',
    path: '/threads/{thread_id}/messages',
    operationId: 'listThreadMessages',
    summary: 'List the messages of a thread, newest first',
    tag,
    params,
    query: PageQuery,
    response: MessagePage,
    handle: ({ tenant, params: { thread_id }, query }) => messages.list(tenant, thread_id, query),
  }),
  route({
    method: 'POST',
    path: '/messages',
    operationId: 'createMessage',
    summary: 'Add a message to the thread named in the body',
    tag,
    alsoUnprefixed: true,
    body: MessageCreate,
    response: Message,
    status: 201,
    errors: ['resource_not_found'],
    handle: ({ tenant, body, idempotencyStatements }) =>
      messages.create(tenant, body.thread_id, body, idempotencyStatements),
  }),
  route({
    method: 'GET',
    path: '/messages',
    operationId: 'listMessages',
    summary: 'List the messages of the thread named in the query, newest first',
    tag,
    alsoUnprefixed: true,
    query: MessageQuery,
    response: MessagePage,
    errors: ['resource_not_found'],
    handle: ({ tenant, query }) => messages.list(tenant, query.thread_id, query),
  }),
]

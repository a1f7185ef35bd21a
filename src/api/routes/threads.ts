import { Type } from 'typebox'
import type { Threads } from '../../domain/threads.js'
import { PageQuery, Uuid } from '../../schema/common.js'
import { Thread, ThreadCreate, ThreadDeleted, ThreadPage, ThreadUpdate } from '../../schema/thread.js'
import { route, type Route } from '../http/route.js'

const tag = 'Threads'
const params = Type.Object({ thread_id: Uuid })

export const threadRoutes = (threads: Threads): Route[] => [
  route({
    method: 'POST',
    path: '/threads',
    operationId: 'createThread',
    summary: 'Create a thread',
    tag,
    body: ThreadCreate,
    response: Thread,
    status: 201,
    errors: ['resource_not_found', 'resource_conflict'],
    handle: ({ tenant, body, idempotencyStatements }) => threads.create(tenant, body, idempotencyStatements),
  }),
  route({
    method: 'GET',
    path: '/threads',
    operationId: 'listThreads',
    summary: 'List threads, newest first',
    tag,
    alsoUnprefixed: true,
    query: PageQuery,
    response: ThreadPage,
    handle: ({ tenant, query }) => threads.list(tenant, query),
  }),
  route({
    method: 'GET',
    path: '/threads/{thread_id}',
    operationId: 'getThread',
    summary: 'Read a thread',
    tag,
    params,
    response: Thread,
    handle: ({ tenant, params: { thread_id } }) => threads.get(tenant, thread_id),
  }),
  route({
    method: 'PATCH',
    path: '/threads/{thread_id}',
    operationId: 'updateThread',
    summary: 'Update a thread',
    tag,
    params,
    body: ThreadUpdate,
    response: Thread,
    errors: ['resource_conflict'],
    handle: ({ tenant, params: { thread_id }, body }) => threads.update(tenant, thread_id, body),
  }),
  route({
    method: 'DELETE',
    path: '/threads/{thread_id}',
    operationId: 'deleteThread',
    summary: 'Delete a thread with its messages and runs',
    tag,
    params,
    response: ThreadDeleted,
    handle: ({ tenant, params: { thread_id } }) => threads.remove(tenant, thread_id),
  }),
]

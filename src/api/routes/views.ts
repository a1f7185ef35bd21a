import { Type } from 'typebox'
import type { Views } from '../../domain/console/views.js'
import { Uuid } from '../../schema/common.js'
import { View, ViewCreate, ViewDeleted, ViewPage, ViewQuery, ViewUpdate } from '../../schema/view.js'
import { route, type Route } from '../http/route.js'

const tag = 'Views'
const params = Type.Object({ view_id: Uuid })

export const viewRoutes = (views: Views): Route[] => [
  route({
    method: 'POST',
    path: '/views',
    operationId: 'createView',
    summary: 'Save a view of a screen of the console',
    tag,
    body: ViewCreate,
    response: View,
    status: 201,
    handle: ({ principal, body, idempotencyStatements }) =>
      views.create(principal, body, idempotencyStatements),
  }),
  route({
    method: 'GET',
    path: '/views',
    operationId: 'listViews',
    summary: 'List saved views, newest first: those of the caller and those that are shared',
    tag,
    query: ViewQuery,
    response: ViewPage,
    handle: ({ principal, query }) => views.list(principal, query),
  }),
  route({
    method: 'GET',
    path: '/views/{view_id}',
    operationId: 'getView',
    summary: 'Read a saved view',
    tag,
    params,
    response: View,
    handle: ({ principal, params: { view_id } }) => views.get(principal, view_id),
  }),
  route({
    method: 'PATCH',
    path: '/views/{view_id}',
    operationId: 'updateView',
    summary: 'Change the name, the query or the visibility of a saved view',
    tag,
    params,
    body: ViewUpdate,
    response: View,
    handle: ({ principal, params: { view_id }, body }) => views.update(principal, view_id, body),
  }),
  route({
    method: 'DELETE',
    path: '/views/{view_id}',
    operationId: 'deleteView',
    summary: 'Delete a saved view',
    tag,
    params,
    response: ViewDeleted,
    handle: ({ principal, params: { view_id } }) => views.remove(principal, view_id),
  }),
]

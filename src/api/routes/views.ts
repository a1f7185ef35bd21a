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
    handle: ({ tenant, caller, body, idempotencyStatements }) =>
      views.create({ tenant, caller }, body, idempotencyStatements),
  }),
  route({
    method: 'GET',
    path: '/views',
    operationId: 'listViews',
    summary: 'List saved views, newest first: those of the caller and those that are shared',
    tag,
    query: ViewQuery,
    response: ViewPage,
    handle: ({ tenant, caller, query }) => views.list({ tenant, caller }, query),
  }),
  route({
    method: 'GET',
    path: '/views/{view_id}',
    operationId: 'getView',
    summary: 'Read a saved view',
    tag,
    params,
    response: View,
    handle: ({ tenant, caller, params: { view_id } }) => views.get({ tenant, caller }, view_id),
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
    handle: ({ tenant, caller, params: { view_id }, body }) =>
      views.update({ tenant, caller }, view_id, body),
  }),
  route({
    method: 'DELETE',
    path: '/views/{view_id}',
    operationId: 'deleteView',
    summary: 'Delete a saved view',
    tag,
    params,
    response: ViewDeleted,
    handle: ({ tenant, caller, params: { view_id } }) => views.remove({ tenant, caller }, view_id),
  }),
]

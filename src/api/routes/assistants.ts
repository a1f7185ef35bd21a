import { Type } from 'typebox'
import type { Assistants } from '../../domain/assistants.js'
import {
  Assistant,
  AssistantCreate,
  AssistantDeleted,
  AssistantPage,
  AssistantSetLatest,
  AssistantUpdate,
  AssistantVersionPage,
} from '../../schema/assistant.js'
import { AssistantCheckResult, GraphNodeTypeList } from '../../schema/assistant-check.js'
import { PageQuery, Uuid } from '../../schema/common.js'
import { NODE_SCHEMAS } from '../../schema/graph-schema.js'
import { route, type Route } from '../http/route.js'

const tag = 'Assistants'
const params = Type.Object({ assistant_id: Uuid })

export const assistantRoutes = (assistants: Assistants): Route[] => [
  route({
    method: 'POST',
    path: '/assistants',
    operationId: 'createAssistant',
    audit: 'assistant.create',
    summary: 'Create an assistant',
    tag,
    body: AssistantCreate,
    response: Assistant,
    status: 201,
    errors: ['resource_conflict', 'unprocessable_entity'],
    handle: ({ tenant, body, idempotencyStatements }) =>
      assistants.create(tenant, body, idempotencyStatements),
  }),
  route({
    method: 'POST',
    path: '/assistants/check',
    operationId: 'checkAssistant',
    summary: 'Check an assistant without saving it, and draw its graph',
    description:
      'Reports the problems that creating or updating the assistant would report. Nothing is stored.',
    tag,
    body: AssistantUpdate,
    response: AssistantCheckResult,
    handle: ({ tenant, body }) => assistants.check(tenant, body),
  }),
  route({
    method: 'GET',
    path: '/graph_node_types',
    operationId: 'listGraphNodeTypes',
    summary: 'List the types of nodes of declarative graphs and their schemas',
    tag,
    response: GraphNodeTypeList,
    handle: () =>
      Promise.resolve({
        types: Object.entries(NODE_SCHEMAS).map(([type, node_schema]) => ({
          type,
          node_schema: { ...node_schema },
        })),
      }),
  }),
  route({
    method: 'GET',
    path: '/assistants',
    operationId: 'listAssistants',
    summary: 'List assistants, newest first',
    tag,
    alsoUnprefixed: true,
    query: PageQuery,
    response: AssistantPage,
    handle: ({ tenant, query }) => assistants.list(tenant, query),
  }),
  route({
    method: 'GET',
    path: '/assistants/{assistant_id}',
    operationId: 'getAssistant',
    summary: 'Read an assistant',
    tag,
    params,
    response: Assistant,
    handle: ({ tenant, params: { assistant_id } }) => assistants.get(tenant, assistant_id),
  }),
  route({
    method: 'PATCH',
    path: '/assistants/{assistant_id}',
    operationId: 'updateAssistant',
    audit: 'assistant.update',
    summary: 'Update an assistant',
    description: 'Only the fields in the body change. Each update creates a new version.',
    tag,
    params,
    body: AssistantUpdate,
    response: Assistant,
    errors: ['resource_conflict', 'unprocessable_entity'],
    handle: ({ tenant, params: { assistant_id }, body }) => assistants.update(tenant, assistant_id, body),
  }),
  route({
    method: 'DELETE',
    path: '/assistants/{assistant_id}',
    operationId: 'deleteAssistant',
    audit: 'assistant.delete',
    summary: 'Delete an assistant',
    description: 'Deletes its versions and cancels its waiting runs. Its runs are kept.',
    tag,
    params,
    response: AssistantDeleted,
    handle: ({ tenant, params: { assistant_id } }) => assistants.remove(tenant, assistant_id),
  }),
  route({
    method: 'GET',
    path: '/assistants/{assistant_id}/versions',
    operationId: 'listAssistantVersions',
    summary: 'List the versions of an assistant, newest first',
    tag,
    params,
    query: PageQuery,
    response: AssistantVersionPage,
    handle: ({ tenant, params: { assistant_id }, query }) =>
      assistants.listVersions(tenant, assistant_id, query),
  }),
  route({
    method: 'POST',
    path: '/assistants/{assistant_id}/latest',
    operationId: 'setLatestAssistantVersion',
    audit: 'assistant.set_current',
    summary: 'Set the current version of an assistant',
    tag,
    params,
    body: AssistantSetLatest,
    response: Assistant,
    errors: ['resource_conflict'],
    handle: ({ tenant, params: { assistant_id }, body }) =>
      assistants.setLatest(tenant, assistant_id, body.version),
  }),
]

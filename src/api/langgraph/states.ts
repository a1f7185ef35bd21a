/** LangGraph API: endpoints for thread states and histories, and for the structure and schemas of a graph. */
import { Type } from 'typebox'
import { toAssistantId } from '../../domain/runs/parse-langgraph-run.js'
import { parseCheckpoint } from '../../domain/runs/parse-config.js'
import { requireAssistant } from '../../domain/require-resource.js'
import type { LangGraphThreads } from '../../langgraph/threads.js'
import { toRunAssistant } from '../../engine/assistant-definitions.js'
import { JsonObject, Metadata, Nullable, Uuid } from '../../schema/common.js'
import type { Inspection } from '../../schema/inspection.js'
import { langGraphRoute, type LangGraphRoute } from './route.js'
import { flag, isSet, type Flag } from './flags.js'
import { makeThreadGraph, type ThreadGraphDeps } from './thread-graph.js'

export interface StateRouteDeps extends ThreadGraphDeps {
  langGraphThreads: LangGraphThreads
}

const threadParams = Type.Object({ thread_id: Uuid })
const checkpointField = Type.Optional(Nullable(JsonObject))
const before = Type.Optional(
  Nullable(Type.Unsafe<string | JsonObject>({ type: ['string', 'object', 'null'] })),
)

const EMPTY_STATE = {
  values: {},
  next: [],
  tasks: [],
  metadata: {},
  created_at: null,
  checkpoint: null,
  parent_checkpoint: null,
  interrupts: [],
}

export const stateRoutes = (deps: StateRouteDeps): LangGraphRoute[] => {
  const { graphInspector, assistantStore, langGraphThreads } = deps
  const { read, update } = makeThreadGraph(deps)

  const readHistory = (
    tenant_id: string,
    thread_id: string,
    request: { limit?: number; before?: unknown; checkpoint?: unknown; metadata?: unknown },
  ) =>
    read(
      tenant_id,
      thread_id,
      {
        kind: 'history',
        limit: request.limit ?? 10,
        before: request.before == null ? null : parseCheckpoint(request.before, 'before'),
        checkpoint: parseCheckpoint(request.checkpoint),
        metadata: (request.metadata ?? {}) as JsonObject,
      },
      [],
    )

  const inspectAssistant = async (tenant_id: string, idOrGraphId: string, inspection: Inspection) => {
    const row = await requireAssistant(assistantStore, tenant_id, toAssistantId(idOrGraphId))
    return graphInspector.read({ tenant_id, thread_id: null, assistant: toRunAssistant(row) }, inspection)
  }

  const readState = (tenant: string, thread_id: string, checkpoint: unknown, subgraphs: Flag | undefined) =>
    read(
      tenant,
      thread_id,
      { kind: 'state', checkpoint: parseCheckpoint(checkpoint), subgraphs: isSet(subgraphs) },
      EMPTY_STATE,
    )

  return [
    langGraphRoute({
      method: 'GET',
      path: '/threads/{thread_id}/state',
      operationId: 'langGraphGetState',
      summary: 'Get the state of a thread',
      auth: { resource: 'threads', action: 'read' },
      params: threadParams,
      query: Type.Object({ subgraphs: flag }),
      handle: ({ tenant, params, query }) => readState(tenant, params.thread_id, null, query.subgraphs),
    }),
    langGraphRoute({
      method: 'GET',
      path: '/threads/{thread_id}/state/{checkpoint_id}',
      operationId: 'langGraphGetStateAt',
      summary: 'Get the state of a thread at a checkpoint',
      auth: { resource: 'threads', action: 'read' },
      params: Type.Object({ thread_id: Uuid, checkpoint_id: Uuid }),
      query: Type.Object({ subgraphs: flag }),
      handle: ({ tenant, params, query }) =>
        readState(tenant, params.thread_id, params.checkpoint_id, query.subgraphs),
    }),
    langGraphRoute({
      method: 'POST',
      path: '/threads/{thread_id}/state/checkpoint',
      operationId: 'langGraphPostStateAt',
      summary: 'Get the state of a thread at a checkpoint',
      auth: { resource: 'threads', action: 'read' },
      params: threadParams,
      scope: 'read',
      body: Type.Object({ checkpoint: checkpointField, subgraphs: flag }),
      handle: ({ tenant, params, body }) =>
        readState(tenant, params.thread_id, body.checkpoint, body.subgraphs),
    }),
    langGraphRoute({
      method: 'POST',
      path: '/threads/{thread_id}/state',
      operationId: 'langGraphUpdateState',
      summary: 'Update the state of a thread as a node would',
      auth: { resource: 'threads', action: 'update' },
      params: threadParams,
      bodyLimitFactor: 10,
      body: Type.Object({
        values: Type.Optional(Type.Unknown()),
        as_node: Type.Optional(Nullable(Type.String())),
        checkpoint: checkpointField,
        checkpoint_id: Type.Optional(Nullable(Type.String())),
      }),
      handle: ({ tenant, params: { thread_id }, body }) =>
        update(tenant, thread_id, {
          kind: 'update',
          values: body.values ?? null,
          as_node: body.as_node ?? null,
          checkpoint: parseCheckpoint(body.checkpoint ?? body.checkpoint_id),
        }),
    }),
    langGraphRoute({
      method: 'PATCH',
      path: '/threads/{thread_id}/state',
      operationId: 'langGraphPatchState',
      summary: 'Add metadata to the latest state of a thread',
      params: threadParams,
      status: 204,
      auth: { resource: 'threads', action: 'update' },
      body: Type.Object({ metadata: Type.Optional(Nullable(Metadata)) }),
      handle: ({ tenant, params: { thread_id }, body }) =>
        langGraphThreads.addStateMetadata(tenant, thread_id, body.metadata ?? {}),
    }),
    langGraphRoute({
      method: 'GET',
      path: '/threads/{thread_id}/history',
      operationId: 'langGraphGetHistory',
      summary: 'List the states of a thread, newest first',
      auth: { resource: 'threads', action: 'read' },
      params: threadParams,
      query: Type.Object({
        limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })),
        before: Type.Optional(Type.String()),
      }),
      handle: ({ tenant, params, query }) => readHistory(tenant, params.thread_id, query),
    }),
    langGraphRoute({
      method: 'POST',
      path: '/threads/{thread_id}/history',
      operationId: 'langGraphPostHistory',
      summary: 'List the states of a thread, newest first',
      auth: { resource: 'threads', action: 'read' },
      params: threadParams,
      scope: 'read',
      body: Type.Object({
        limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })),
        before,
        metadata: Type.Optional(Nullable(JsonObject)),
        checkpoint: checkpointField,
      }),
      handle: ({ tenant, params, body }) => readHistory(tenant, params.thread_id, body),
    }),
    langGraphRoute({
      method: 'GET',
      path: '/assistants/{assistant_id}/graph',
      operationId: 'langGraphGetGraph',
      summary: 'Get the nodes and edges of the graph of an assistant',
      auth: { resource: 'assistants', action: 'read' },
      params: Type.Object({ assistant_id: Type.String() }),
      query: Type.Object({ xray: flag }),
      handle: ({ tenant, params, query: { xray } }) => {
        const depth = Number(xray)
        const xrayDepth = Number.isInteger(depth) && depth > 1 ? depth : isSet(xray)
        return inspectAssistant(tenant, params.assistant_id, { kind: 'graph', xray: xrayDepth })
      },
    }),
    langGraphRoute({
      method: 'GET',
      path: '/assistants/{assistant_id}/schemas',
      operationId: 'langGraphGetSchemas',
      summary: 'Get the schemas of the graph of an assistant',
      auth: { resource: 'assistants', action: 'read' },
      params: Type.Object({ assistant_id: Type.String() }),
      handle: ({ tenant, params }) => inspectAssistant(tenant, params.assistant_id, { kind: 'schemas' }),
    }),
    ...['/assistants/{assistant_id}/subgraphs', '/assistants/{assistant_id}/subgraphs/{namespace}'].map(
      (path) =>
        langGraphRoute({
          method: 'GET',
          path,
          operationId: path.endsWith('subgraphs') ? 'langGraphGetSubgraphs' : 'langGraphGetSubgraph',
          summary: 'Get the subgraphs of the graph of an assistant',
          auth: { resource: 'assistants', action: 'read' },
          params: Type.Object({ assistant_id: Type.String(), namespace: Type.Optional(Type.String()) }),
          query: Type.Object({ recurse: flag }),
          handle: ({ tenant, params: { assistant_id, namespace }, query }) =>
            inspectAssistant(tenant, assistant_id, {
              kind: 'subgraphs',
              namespace: namespace ?? null,
              recurse: isSet(query.recurse),
            }),
        }),
    ),
  ]
}

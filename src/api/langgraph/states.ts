/** The state of a thread, its history, and what a graph says of itself, as LangGraph's clients read them. */
import { Type } from 'typebox'
import { assistantIdOf } from '../../domain/runs/parse-langgraph-run.js'
import { readPlace } from '../../domain/runs/parse-config.js'
import { requireAssistant } from '../../domain/require-resource.js'
import type { LgThreads } from '../../langgraph/threads.js'
import { definitionOf } from '../../engine/assistant-definitions.js'
import { JsonObject, Metadata, Nullable, Uuid } from '../../schema/common.js'
import type { Inspection } from '../../schema/inspection.js'
import { dialectRoute, type DialectRoute } from './route.js'
import { flag, isSet, type Flag } from './flags.js'
import { makeSubjects, type SubjectParts } from './thread-graph.js'

export interface StateRouteParts extends SubjectParts {
  lgThreads: LgThreads
}

const thread = Type.Object({ thread_id: Uuid })
const place = Type.Optional(Nullable(JsonObject))
const before = Type.Optional(
  Nullable(Type.Unsafe<string | JsonObject>({ type: ['string', 'object', 'null'] })),
)

const EMPTY = {
  values: {},
  next: [],
  tasks: [],
  metadata: {},
  created_at: null,
  checkpoint: null,
  parent_checkpoint: null,
  interrupts: [],
}

export const stateRoutes = (parts: StateRouteParts): DialectRoute[] => {
  const { inspect, assistantStore, lgThreads } = parts
  const { read, change } = makeSubjects(parts)

  const history = (
    tenant_id: string,
    thread_id: string,
    asked: { limit?: number; before?: unknown; checkpoint?: unknown; metadata?: unknown },
  ) =>
    read(
      tenant_id,
      thread_id,
      {
        kind: 'history',
        limit: asked.limit ?? 10,
        before: asked.before == null ? null : readPlace(asked.before, 'before'),
        checkpoint: readPlace(asked.checkpoint),
        metadata: (asked.metadata ?? {}) as JsonObject,
      },
      [],
    )

  const ofAssistant = async (tenant_id: string, named: string, inspection: Inspection) => {
    const row = await requireAssistant(assistantStore, tenant_id, assistantIdOf(named))
    return inspect.read({ tenant_id, thread_id: null, assistant: definitionOf(row) }, inspection)
  }

  const state = (tenant: string, thread_id: string, checkpoint: unknown, subgraphs: Flag | undefined) =>
    read(
      tenant,
      thread_id,
      { kind: 'state', checkpoint: readPlace(checkpoint), subgraphs: isSet(subgraphs) },
      EMPTY,
    )

  return [
    dialectRoute({
      method: 'GET',
      path: '/threads/{thread_id}/state',
      operationId: 'lgGetState',
      summary: 'Read the state of a thread',
      auth: { resource: 'threads', action: 'read' },
      params: thread,
      query: Type.Object({ subgraphs: flag }),
      handle: ({ tenant, params, query }) => state(tenant, params.thread_id, null, query.subgraphs),
    }),
    dialectRoute({
      method: 'GET',
      path: '/threads/{thread_id}/state/{checkpoint_id}',
      operationId: 'lgGetStateAt',
      summary: 'Read the state of a thread at a checkpoint',
      auth: { resource: 'threads', action: 'read' },
      params: Type.Object({ thread_id: Uuid, checkpoint_id: Uuid }),
      query: Type.Object({ subgraphs: flag }),
      handle: ({ tenant, params, query }) =>
        state(tenant, params.thread_id, params.checkpoint_id, query.subgraphs),
    }),
    dialectRoute({
      method: 'POST',
      path: '/threads/{thread_id}/state/checkpoint',
      operationId: 'lgPostStateAt',
      summary: 'Read the state of a thread at a checkpoint',
      auth: { resource: 'threads', action: 'read' },
      params: thread,
      scope: 'read',
      body: Type.Object({ checkpoint: place, subgraphs: flag }),
      handle: ({ tenant, params, body }) => state(tenant, params.thread_id, body.checkpoint, body.subgraphs),
    }),
    dialectRoute({
      method: 'POST',
      path: '/threads/{thread_id}/state',
      operationId: 'lgUpdateState',
      summary: 'Change the state of a thread, as if a node had',
      auth: { resource: 'threads', action: 'update' },
      params: thread,
      bodyFactor: 10,
      body: Type.Object({
        values: Type.Optional(Type.Unknown()),
        as_node: Type.Optional(Nullable(Type.String())),
        checkpoint: place,
        checkpoint_id: Type.Optional(Nullable(Type.String())),
      }),
      handle: ({ tenant, params: { thread_id }, body }) =>
        change(tenant, thread_id, {
          kind: 'update',
          values: body.values ?? null,
          as_node: body.as_node ?? null,
          checkpoint: readPlace(body.checkpoint ?? body.checkpoint_id),
        }),
    }),
    dialectRoute({
      method: 'PATCH',
      path: '/threads/{thread_id}/state',
      operationId: 'lgPatchState',
      summary: 'Add to the metadata of the newest state of a thread',
      params: thread,
      status: 204,
      auth: { resource: 'threads', action: 'update' },
      body: Type.Object({ metadata: Type.Optional(Nullable(Metadata)) }),
      handle: ({ tenant, params: { thread_id }, body }) =>
        lgThreads.describeState(tenant, thread_id, body.metadata ?? {}),
    }),
    dialectRoute({
      method: 'GET',
      path: '/threads/{thread_id}/history',
      operationId: 'lgGetHistory',
      summary: 'Read the states of a thread, newest first',
      auth: { resource: 'threads', action: 'read' },
      params: thread,
      query: Type.Object({
        limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })),
        before: Type.Optional(Type.String()),
      }),
      handle: ({ tenant, params, query }) => history(tenant, params.thread_id, query),
    }),
    dialectRoute({
      method: 'POST',
      path: '/threads/{thread_id}/history',
      operationId: 'lgPostHistory',
      summary: 'Read the states of a thread, newest first',
      auth: { resource: 'threads', action: 'read' },
      params: thread,
      scope: 'read',
      body: Type.Object({
        limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })),
        before,
        metadata: Type.Optional(Nullable(JsonObject)),
        checkpoint: place,
      }),
      handle: ({ tenant, params, body }) => history(tenant, params.thread_id, body),
    }),
    dialectRoute({
      method: 'GET',
      path: '/assistants/{assistant_id}/graph',
      operationId: 'lgGetGraph',
      summary: 'Read the graph of an assistant as nodes and edges',
      auth: { resource: 'assistants', action: 'read' },
      params: Type.Object({ assistant_id: Type.String() }),
      query: Type.Object({ xray: flag }),
      handle: ({ tenant, params, query: { xray } }) => {
        const depth = Number(xray)
        const asked = Number.isInteger(depth) && depth > 1 ? depth : isSet(xray)
        return ofAssistant(tenant, params.assistant_id, { kind: 'graph', xray: asked })
      },
    }),
    dialectRoute({
      method: 'GET',
      path: '/assistants/{assistant_id}/schemas',
      operationId: 'lgGetSchemas',
      summary: 'Read what the graph of an assistant takes and gives',
      auth: { resource: 'assistants', action: 'read' },
      params: Type.Object({ assistant_id: Type.String() }),
      handle: ({ tenant, params }) => ofAssistant(tenant, params.assistant_id, { kind: 'schemas' }),
    }),
    ...['/assistants/{assistant_id}/subgraphs', '/assistants/{assistant_id}/subgraphs/{namespace}'].map(
      (path) =>
        dialectRoute({
          method: 'GET',
          path,
          operationId: path.endsWith('subgraphs') ? 'lgGetSubgraphs' : 'lgGetSubgraph',
          summary: 'Read the graphs within the graph of an assistant',
          auth: { resource: 'assistants', action: 'read' },
          params: Type.Object({ assistant_id: Type.String(), namespace: Type.Optional(Type.String()) }),
          query: Type.Object({ recurse: flag }),
          handle: ({ tenant, params: { assistant_id, namespace }, query }) =>
            ofAssistant(tenant, assistant_id, {
              kind: 'subgraphs',
              namespace: namespace ?? null,
              recurse: isSet(query.recurse),
            }),
        }),
    ),
  ]
}

/** LangGraph API: endpoints for thread states and histories, and for the structure and schemas of a graph. */
import { Type } from 'typebox'
import { toAssistantId } from '../../domain/runs/parse-langgraph-run.js'
import { parseCheckpoint } from '../../domain/runs/parse-config.js'
import { requireAssistant } from '../../domain/require-resource.js'
import type { LangGraphThreads } from '../../langgraph/threads.js'
import { toRunAssistant } from '../../engine/assistant-definitions.js'
import { JsonObject, Metadata, Nullable, Uuid } from '../../schema/common.js'
import type { Inspection } from '../../schema/inspection.js'
import { LangGraphDrawing, LangGraphSchemas, LangGraphSubgraphs } from '../../schema/langgraph-assistant.js'
import { LangGraphStateUpdated, LangGraphThreadState } from '../../schema/langgraph-thread.js'
import { AssistantOrGraphId } from './describe.js'
import { langGraphRoute, type LangGraphRoute } from './route.js'
import { flag, isSet, type Flag } from './flags.js'
import { makeThreadGraph, type ThreadGraphDeps } from './thread-graph.js'

export interface StateRouteDeps extends ThreadGraphDeps {
  langGraphThreads: LangGraphThreads
}

const threadParams = Type.Object({ thread_id: Uuid })
const assistantParams = Type.Object({ assistant_id: AssistantOrGraphId })
const checkpointField = Type.Optional(
  Nullable(
    Type.Record(Type.String(), Type.Unknown(), {
      description: 'A checkpoint of the history: `checkpoint_id`, and `checkpoint_ns` for a nested graph.',
    }),
  ),
)
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

  const readSubgraphs = (
    tenant: string,
    assistant_id: string,
    namespace: string | null,
    recurse: Flag | undefined,
  ) => inspectAssistant(tenant, assistant_id, { kind: 'subgraphs', namespace, recurse: isSet(recurse) })

  return [
    langGraphRoute({
      method: 'GET',
      path: '/threads/{thread_id}/state',
      operationId: 'langGraphGetState',
      summary: 'Get the state of a thread',
      description:
        'The values of the latest checkpoint, and the nodes that are executed next. `subgraphs` includes the states of nested graphs that wait.',
      tag: 'LangGraph threads',
      response: LangGraphThreadState,
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
      description: 'The values at an earlier checkpoint of the thread.',
      tag: 'LangGraph threads',
      response: LangGraphThreadState,
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
      description:
        'Like `GET /threads/{thread_id}/state/{checkpoint_id}`, for checkpoints of nested graphs (`checkpoint_ns`).',
      tag: 'LangGraph threads',
      response: LangGraphThreadState,
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
      description:
        'Creates a checkpoint with the values, as if the node `as_node` had returned them. With `checkpoint`, the thread is forked there. A thread with a run in progress responds with 409.',
      tag: 'LangGraph threads',
      response: LangGraphStateUpdated,
      auth: { resource: 'threads', action: 'update' },
      params: threadParams,
      bodyLimitFactor: 10,
      errors: ['state_too_large'],
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
      description: 'The metadata is merged into that of the latest checkpoint.',
      tag: 'LangGraph threads',
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
      description: '`before` is the ID of a checkpoint; only earlier states are listed.',
      tag: 'LangGraph threads',
      response: Type.Array(LangGraphThreadState),
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
      description:
        'Like `GET /threads/{thread_id}/history`, with filters by metadata and by the checkpoint of a nested graph.',
      tag: 'LangGraph threads',
      response: Type.Array(LangGraphThreadState),
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
      description: '`xray` also shows the nodes of nested graphs; a number is the depth.',
      tag: 'LangGraph assistants',
      response: LangGraphDrawing,
      auth: { resource: 'assistants', action: 'read' },
      params: assistantParams,
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
      description: 'The schemas that the graph declares, or those that are derived from its types.',
      tag: 'LangGraph assistants',
      response: LangGraphSchemas,
      auth: { resource: 'assistants', action: 'read' },
      params: assistantParams,
      handle: ({ tenant, params }) => inspectAssistant(tenant, params.assistant_id, { kind: 'schemas' }),
    }),
    langGraphRoute({
      method: 'GET',
      path: '/assistants/{assistant_id}/subgraphs',
      operationId: 'langGraphGetSubgraphs',
      summary: 'Get the subgraphs of the graph of an assistant',
      description:
        'The schemas of the graphs that are nested in the graph, by namespace. `recurse` includes those that are nested deeper.',
      tag: 'LangGraph assistants',
      response: LangGraphSubgraphs,
      auth: { resource: 'assistants', action: 'read' },
      params: assistantParams,
      query: Type.Object({ recurse: flag }),
      handle: ({ tenant, params: { assistant_id }, query }) =>
        readSubgraphs(tenant, assistant_id, null, query.recurse),
    }),
    langGraphRoute({
      method: 'GET',
      path: '/assistants/{assistant_id}/subgraphs/{namespace}',
      operationId: 'langGraphGetSubgraph',
      summary: 'Get the subgraphs of a namespace of the graph of an assistant',
      description:
        'The schemas of the graph of the namespace and, with `recurse`, of those that are nested in it.',
      tag: 'LangGraph assistants',
      response: LangGraphSubgraphs,
      auth: { resource: 'assistants', action: 'read' },
      params: Type.Object({
        ...assistantParams.properties,
        namespace: Type.String({ description: 'The names of the nodes, separated by `|`.' }),
      }),
      query: Type.Object({ recurse: flag }),
      handle: ({ tenant, params: { assistant_id, namespace }, query }) =>
        readSubgraphs(tenant, assistant_id, namespace, query.recurse),
    }),
  ]
}

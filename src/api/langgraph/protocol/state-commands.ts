/** Commands that read: state.get, state.listCheckpoints and agent.getTree. */
import type { AgentTree } from '../../../langgraph/protocol/agent-tree.js'
import { makeRunConverter } from '../../../langgraph/protocol/convert-run.js'
import { parseCheckpoint } from '../../../domain/runs/parse-config.js'
import type { GraphInspector } from '../../../engine/graph-inspector.js'
import { toRunAssistant } from '../../../engine/assistant-definitions.js'
import { AppError } from '../../../errors.js'
import type { JsonObject } from '../../../schema/common.js'
import type { Inspection } from '../../../schema/inspection.js'
import { GetTreeParams, ListCheckpointsParams, StateGetParams } from '../../../schema/langgraph-protocol.js'
import type { AssistantStore } from '../../../store/assistants/assistants.js'
import type { RunEventStore } from '../../../store/runs/events.js'
import type { RunStore } from '../../../store/runs/runs.js'
import type { Row } from '../../../store/sql/tables.js'
import type { ThreadStore } from '../../../store/threads/threads.js'
import { CommandError } from './command-response.js'
import { makeParamsParser } from './parse-params.js'
import type { CommandContext } from './run-commands.js'

export interface StateCommandDeps {
  graphInspector: GraphInspector
  runStore: RunStore
  runEvents: RunEventStore
  threadStore: ThreadStore
  assistantStore: AssistantStore
}

interface ThreadStateSnapshot {
  values: unknown
  next: string[]
  metadata: JsonObject
  created_at: string | null
  checkpoint: { checkpoint_id: string; checkpoint_ns: string } | null
}

const EVENT_ROW_BATCH_SIZE = 32

const parseGetParams = makeParamsParser(StateGetParams)
const parseListParams = makeParamsParser(ListCheckpointsParams)
const parseTreeParams = makeParamsParser(GetTreeParams)

export const makeStateCommands = (deps: StateCommandDeps) => {
  const { graphInspector, runStore, runEvents, threadStore, assistantStore } = deps

  /** Returns undefined if no run has started in the thread, which therefore has no state. */
  const inspectThread = async (
    context: CommandContext,
    namespace: readonly string[],
    inspection: Inspection,
  ) => {
    const thread = await threadStore.get(context)
    const assistant =
      thread?.assistant_id == null
        ? undefined
        : await assistantStore.get({ tenant_id: context.tenant_id, assistant_id: thread.assistant_id })
    if (assistant === undefined) return undefined
    try {
      return await graphInspector.read({ ...context, assistant: toRunAssistant(assistant) }, inspection)
    } catch (error) {
      // LangGraph throws if the namespace is not a subgraph of the graph.
      const isUnknownNamespace = error instanceof AppError && error.code === 'unprocessable_entity'
      if (isUnknownNamespace && namespace.length > 0) throw unknownNamespaceError(namespace)
      throw error
    }
  }

  const buildTree = async (run: Row<'runs'>): Promise<AgentTree> => {
    const assistant = await assistantStore.get(run)
    const converter = makeRunConverter(run.ordinal ?? 0, assistant?.graph_id ?? 'root')
    for (let after = 0; ;) {
      const rows = await runEvents.listAfter(run, after, EVENT_ROW_BATCH_SIZE)
      for (const event of rows.flatMap(({ events }) => events)) converter.convert(event)
      if (rows.length < EVENT_ROW_BATCH_SIZE) return converter.tree()
      after = rows.at(-1)?.last_seq ?? after
    }
  }

  return {
    get: async (context: CommandContext, params: JsonObject | undefined): Promise<JsonObject> => {
      const { namespace = [], keys } = parseGetParams(params)
      const checkpoint = parseCheckpoint({ checkpoint_ns: namespace.join('|') }, 'namespace')
      const inspection = { kind: 'state', checkpoint, subgraphs: false } as const
      const state = (await inspectThread(context, namespace, inspection)) as ThreadStateSnapshot | undefined
      if (state?.checkpoint == null) {
        if (namespace.length > 0) throw unknownNamespaceError(namespace)
        return { values: {} }
      }
      const { checkpoint_id: id, checkpoint_ns: ns } = state.checkpoint
      return { values: pickKeys(keys, state.values), checkpoint: { id, ns } }
    },

    /** Newest first; `before` is the ID of the last checkpoint of the previous page. */
    listCheckpoints: async (context: CommandContext, params: JsonObject | undefined): Promise<JsonObject> => {
      const { namespace = [], limit = 10, before } = parseListParams(params)
      const checkpoint = parseCheckpoint({ checkpoint_ns: namespace.join('|') }, 'namespace')
      const states = await inspectThread(context, namespace, {
        kind: 'history',
        limit,
        before: before === undefined ? null : { ...checkpoint, ...parseCheckpoint(before, 'before') },
        checkpoint,
        metadata: {},
      })
      return { checkpoints: ((states ?? []) as ThreadStateSnapshot[]).flatMap(toCheckpointSummaries) }
    },

    /** The tree of the given run, or of the run that started last. */
    getTree: async (context: CommandContext, params: JsonObject | undefined): Promise<JsonObject> => {
      const { run_id } = parseTreeParams(params)
      const recentRuns = await runStore.listOfThread(context, [], 10, 0)
      const run =
        run_id === undefined
          ? (recentRuns.find(({ ordinal }) => ordinal !== null) ?? recentRuns[0])
          : await runStore.get({ tenant_id: context.tenant_id, run_id: run_id.toLowerCase() })
      if (run?.thread_id !== context.thread_id)
        throw new CommandError('no_such_run', 'The run does not exist in this thread')
      return { tree: await buildTree(run) }
    },
  }
}

const unknownNamespaceError = (namespace: readonly string[]): CommandError =>
  new CommandError('no_such_namespace', `Namespace ${namespace.join('|').slice(0, 200)} has no state`)

const pickKeys = (keys: readonly string[] | undefined, values: unknown): unknown =>
  keys === undefined || typeof values !== 'object' || values === null
    ? values
    : Object.fromEntries(Object.entries(values).filter(([key]) => keys.includes(key)))

const toCheckpointSummaries = ({
  checkpoint,
  metadata,
  created_at,
  next,
}: ThreadStateSnapshot): JsonObject[] =>
  checkpoint === null
    ? []
    : [
        {
          id: checkpoint.checkpoint_id,
          timestamp: created_at,
          step: metadata['step'] ?? null,
          source: metadata['source'] ?? null,
          next,
        },
      ]

/** Commands that read: the state of a thread, its checkpoints, the graphs of a run. */
import type { AgentTree } from '../../../langgraph/protocol/agent-tree.js'
import { makeRunConverter } from '../../../langgraph/protocol/convert-run.js'
import { readPlace } from '../../../domain/runs/parse-config.js'
import type { Inspect } from '../../../engine/graph-inspector.js'
import { definitionOf } from '../../../engine/assistant-definitions.js'
import { AppError } from '../../../errors.js'
import { fromEventsRow } from '../../../events/run-event.js'
import type { JsonObject } from '../../../schema/common.js'
import type { Inspection } from '../../../schema/inspection.js'
import { GetTreeParams, ListCheckpointsParams, StateGetParams } from '../../../schema/langgraph-protocol.js'
import type { AssistantStore } from '../../../store/assistants/assistants.js'
import type { RunEventStore } from '../../../store/runs/events.js'
import type { RunStore } from '../../../store/runs/runs.js'
import type { Row } from '../../../store/sql/tables.js'
import type { ThreadStore } from '../../../store/threads/threads.js'
import { Refusal } from './command-response.js'
import { paramsOf } from './parse-params.js'
import type { Place } from './run-commands.js'

export interface StateCommandParts {
  inspect: Inspect
  runStore: RunStore
  runEvents: RunEventStore
  threadStore: ThreadStore
  assistantStore: AssistantStore
}

interface State {
  values: unknown
  next: string[]
  metadata: JsonObject
  created_at: string | null
  checkpoint: { checkpoint_id: string; checkpoint_ns: string } | null
}

const EVENT_ROWS = 32

const readGet = paramsOf(StateGetParams)
const readList = paramsOf(ListCheckpointsParams)
const readTree = paramsOf(GetTreeParams)

export const makeStateCommands = (parts: StateCommandParts) => {
  const { inspect, runStore, runEvents, threadStore, assistantStore } = parts

  /** Undefined: nothing has run in the thread, so it has no state. */
  const ask = async (place: Place, namespace: readonly string[], inspection: Inspection) => {
    const thread = await threadStore.get(place)
    const assistant =
      thread?.assistant_id == null
        ? undefined
        : await assistantStore.get({ tenant_id: place.tenant_id, assistant_id: thread.assistant_id })
    if (assistant === undefined) return undefined
    try {
      return await inspect.read({ ...place, assistant: definitionOf(assistant) }, inspection)
    } catch (error) {
      // A graph that has no such part says so by an error.
      const isUnknown = error instanceof AppError && error.code === 'unprocessable_entity'
      if (isUnknown && namespace.length > 0) throw noNamespace(namespace)
      throw error
    }
  }

  const treeOf = async (run: Row<'runs'>): Promise<AgentTree> => {
    const assistant = await assistantStore.get(run)
    const converter = makeRunConverter(run.ordinal ?? 0, assistant?.graph_id ?? 'root')
    for (let after = 0; ;) {
      const rows = await runEvents.listAfter(run, after, EVENT_ROWS)
      for (const event of rows.flatMap(fromEventsRow)) converter.convert(event)
      if (rows.length < EVENT_ROWS) return converter.tree()
      after = rows.at(-1)?.last_seq ?? after
    }
  }

  return {
    get: async (place: Place, params: JsonObject | undefined): Promise<JsonObject> => {
      const { namespace = [], keys } = readGet(params)
      const checkpoint = readPlace({ checkpoint_ns: namespace.join('|') }, 'namespace')
      const inspection = { kind: 'state', checkpoint, subgraphs: false } as const
      const state = (await ask(place, namespace, inspection)) as State | undefined
      if (state?.checkpoint == null) {
        if (namespace.length > 0) throw noNamespace(namespace)
        return { values: {} }
      }
      const { checkpoint_id: id, checkpoint_ns: ns } = state.checkpoint
      return { values: only(keys, state.values), checkpoint: { id, ns } }
    },

    /** Newest first; `before` is the id of the last one of the page before. */
    listCheckpoints: async (place: Place, params: JsonObject | undefined): Promise<JsonObject> => {
      const { namespace = [], limit = 10, before } = readList(params)
      const checkpoint = readPlace({ checkpoint_ns: namespace.join('|') }, 'namespace')
      const states = await ask(place, namespace, {
        kind: 'history',
        limit,
        before: before === undefined ? null : { ...checkpoint, ...readPlace(before, 'before') },
        checkpoint,
        metadata: {},
      })
      return { checkpoints: ((states ?? []) as State[]).flatMap(toSummary) }
    },

    /** Of the run that is named, or of the one that began last. */
    getTree: async (place: Place, params: JsonObject | undefined): Promise<JsonObject> => {
      const { run_id } = readTree(params)
      const recent = await runStore.listOf(place, [], 10, 0)
      const run =
        run_id === undefined
          ? (recent.find(({ ordinal }) => ordinal !== null) ?? recent[0])
          : await runStore.get({ tenant_id: place.tenant_id, run_id: run_id.toLowerCase() })
      if (run?.thread_id !== place.thread_id)
        throw new Refusal('no_such_run', 'there is no such run in this thread')
      return { tree: await treeOf(run) }
    },
  }
}

const noNamespace = (namespace: readonly string[]): Refusal =>
  new Refusal('no_such_namespace', `there is no state under ${namespace.join('|').slice(0, 200)}`)

const only = (keys: readonly string[] | undefined, values: unknown): unknown =>
  keys === undefined || typeof values !== 'object' || values === null
    ? values
    : Object.fromEntries(Object.entries(values).filter(([key]) => keys.includes(key)))

const toSummary = ({ checkpoint, metadata, created_at, next }: State): JsonObject[] =>
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

/** Commands that make runs: a start, an answer to what was asked, a fork. */
import { readConfig, readPlace } from '../../../domain/runs/parse-config.js'
import type { LgRuns } from '../../../langgraph/runs.js'
import type { JsonObject } from '../../../schema/common.js'
import { ForkParams, RespondParams, RunStartParams } from '../../../schema/langgraph-protocol.js'
import type { LgRunCreate } from '../../../schema/langgraph-run.js'
import type { CheckpointStore } from '../../../store/threads/checkpoints.js'
import type { RunStore } from '../../../store/runs/runs.js'
import type { Row } from '../../../store/sql/tables.js'
import type { ThreadStore } from '../../../store/threads/threads.js'
import { Refusal } from './command-response.js'
import { paramsOf } from './parse-params.js'

export interface RunCommandParts {
  lgRuns: LgRuns
  runStore: RunStore
  threadStore: ThreadStore
  checkpoints: CheckpointStore
}

/** Where a command is carried out. */
export interface Place {
  tenant_id: string
  thread_id: string
  /** What runs are told of who asks. */
  configurable: JsonObject
}

/** What every channel is made of. */
const TOLD: Pick<LgRunCreate, 'stream_mode' | 'stream_subgraphs' | 'stream_resumable'> = {
  stream_mode: ['values', 'updates', 'messages-tuple', 'tools', 'custom', 'tasks'],
  stream_subgraphs: true,
  stream_resumable: true,
}

const readStart = paramsOf(RunStartParams)
const readResponse = paramsOf(RespondParams)
const readFork = paramsOf(ForkParams)

/** What the thread waits for an answer to. */
const openIn = (thread: Row<'threads'> | undefined): string[] => {
  if (thread?.status !== 'interrupted' || thread.interrupts === null) return []
  const byTask = JSON.parse(thread.interrupts) as Record<string, { id?: string }[]>
  return Object.values(byTask).flatMap((asked) => asked.flatMap(({ id }) => (id === undefined ? [] : [id])))
}

/** A fork is named in the config; what makes a run wants it apart. */
const placeIn = (config: JsonObject | null | undefined): Pick<LgRunCreate, 'config' | 'checkpoint'> => {
  if (config == null) return {}
  const read = readConfig(config)
  const { checkpoint_id, checkpoint_ns, checkpoint_map, ...configurable } = read.configurable ?? {}
  const rest = { ...read, ...(read.configurable !== undefined && { configurable }) }
  if (checkpoint_id == null) return { config: rest }
  const checkpoint = {
    checkpoint_id,
    ...(checkpoint_ns != null && { checkpoint_ns }),
    ...(checkpoint_map != null && { checkpoint_map }),
  }
  return { config: rest, checkpoint }
}

export const makeRunCommands = ({ lgRuns, runStore, threadStore, checkpoints }: RunCommandParts) => {
  const create = ({ tenant_id, thread_id, configurable }: Place, sent: LgRunCreate): Promise<Row<'runs'>> =>
    lgRuns.create(
      tenant_id,
      { ...sent, ...TOLD, if_not_exists: 'create' },
      { thread_id, isStreamed: true, isProtocol: true, configurable },
    )

  /** The one that ran last. */
  const assistantIn = async (place: Place): Promise<string> => {
    const [last] = await runStore.listOf(place, [], 1, 0)
    if (last === undefined) throw new Refusal('no_such_run', 'nothing has run in this thread yet')
    return last.assistant_id
  }

  return {
    /** In a thread that waits for an answer, the input is the answer. */
    start: async (place: Place, params: JsonObject | undefined): Promise<JsonObject> => {
      const { assistant_id, input, config, metadata, multitaskStrategy } = readStart(params)
      const at = placeIn(config)
      const isAnswer =
        input != null && at.checkpoint === undefined && openIn(await threadStore.get(place)).length > 0
      const run = await create(place, {
        assistant_id,
        ...(isAnswer ? { command: { resume: input } } : { input }),
        ...at,
        metadata: metadata ?? null,
        multitask_strategy: multitaskStrategy ?? null,
      })
      return { run_id: run.run_id }
    },

    respond: async (place: Place, params: JsonObject | undefined): Promise<JsonObject> => {
      const { interrupt_id, response, responses, update, goto, config, metadata } = readResponse(params)
      if (interrupt_id === undefined && responses === undefined)
        throw new Refusal('invalid_argument', 'interrupt_id or responses is required')
      const given = responses ?? [{ interrupt_id: interrupt_id ?? '', response }]
      const assistant_id = await assistantIn(place)
      const open = openIn(await threadStore.get(place))
      if (open.length === 0) throw new Refusal('invalid_argument', 'the thread does not wait for an answer')
      const unknown = given.find((one) => !open.includes(one.interrupt_id))
      if (unknown !== undefined)
        throw new Refusal(
          'no_such_interrupt',
          `nothing was asked under ${unknown.interrupt_id.slice(0, 100)}`,
        )
      const resume = Object.fromEntries(given.map((one) => [one.interrupt_id, one.response ?? null]))
      const command = { resume, ...(update != null && { update }), ...(goto != null && { goto }) }
      // Of two answers at the same moment one finds the thread busy.
      await create(place, {
        assistant_id,
        command,
        config: config ?? null,
        metadata: metadata ?? null,
        multitask_strategy: 'reject',
      })
      return {}
    },

    fork: async (place: Place, params: JsonObject | undefined): Promise<JsonObject> => {
      const { checkpoint_id, input, config, metadata } = readFork(params)
      const { tenant_id, thread_id } = place
      const assistant_id = await assistantIn(place)
      const query = { thread_id, checkpoint_ns: '', ...readPlace(checkpoint_id), limit: 1 }
      if ((await checkpoints.find(tenant_id, query)).length === 0)
        throw new Refusal('no_such_checkpoint', `there is no checkpoint ${checkpoint_id} in this thread`)
      const run = await create(place, {
        assistant_id,
        input,
        config: config ?? null,
        metadata: metadata ?? null,
        checkpoint: { checkpoint_id },
      })
      return { run_id: run.run_id, thread_id }
    },
  }
}

/** Commands that create runs: run.start, input.respond and state.fork. */
import { parseConfig, parseCheckpoint } from '../../../domain/runs/parse-config.js'
import type { LangGraphRuns } from '../../../langgraph/runs.js'
import type { JsonObject } from '../../../schema/common.js'
import { ForkParams, RespondParams, RunStartParams } from '../../../schema/langgraph-protocol.js'
import type { LangGraphRunCreate } from '../../../schema/langgraph-run.js'
import type { CheckpointStore } from '../../../store/threads/checkpoints.js'
import type { RunStore } from '../../../store/runs/runs.js'
import type { Row } from '../../../store/sql/tables.js'
import type { ThreadStore } from '../../../store/threads/threads.js'
import { CommandError } from './command-response.js'
import { makeParamsParser } from './parse-params.js'

export interface RunCommandDeps {
  langGraphRuns: LangGraphRuns
  runStore: RunStore
  threadStore: ThreadStore
  checkpoints: CheckpointStore
}

/** The tenant and thread of a command. */
export interface CommandContext {
  tenant_id: string
  thread_id: string
  /** The fields of the request that are passed to new runs in `config.configurable`. */
  configurable: JsonObject
}

/** The stream modes from which the events of all channels are derived. */
const PROTOCOL_STREAM_OPTIONS: Pick<
  LangGraphRunCreate,
  'stream_mode' | 'stream_subgraphs' | 'stream_resumable'
> = {
  stream_mode: ['values', 'updates', 'messages-tuple', 'tools', 'custom', 'tasks'],
  stream_subgraphs: true,
  stream_resumable: true,
}

const parseStartParams = makeParamsParser(RunStartParams)
const parseRespondParams = makeParamsParser(RespondParams)
const parseForkParams = makeParamsParser(ForkParams)

/** The IDs of the interrupts that wait for a resume value. */
const listOpenInterrupts = (thread: Row<'threads'> | undefined): string[] => {
  if (thread?.status !== 'interrupted' || thread.interrupts === null) return []
  const byTask = JSON.parse(thread.interrupts) as Record<string, { id?: string }[]>
  return Object.values(byTask).flatMap((interrupts) =>
    interrupts.flatMap(({ id }) => (id === undefined ? [] : [id])),
  )
}

/** The protocol sends the checkpoint of a fork in `config.configurable`; creating a run expects it as a separate field. */
const splitCheckpoint = (
  config: JsonObject | null | undefined,
): Pick<LangGraphRunCreate, 'config' | 'checkpoint'> => {
  if (config == null) return {}
  const parsedConfig = parseConfig(config)
  const { checkpoint_id, checkpoint_ns, checkpoint_map, ...configurable } = parsedConfig.configurable ?? {}
  const rest = { ...parsedConfig, ...(parsedConfig.configurable !== undefined && { configurable }) }
  if (checkpoint_id == null) return { config: rest }
  const checkpoint = {
    checkpoint_id,
    ...(checkpoint_ns != null && { checkpoint_ns }),
    ...(checkpoint_map != null && { checkpoint_map }),
  }
  return { config: rest, checkpoint }
}

export const makeRunCommands = ({ langGraphRuns, runStore, threadStore, checkpoints }: RunCommandDeps) => {
  const createRun = (
    { tenant_id, thread_id, configurable }: CommandContext,
    body: LangGraphRunCreate,
  ): Promise<Row<'runs'>> =>
    langGraphRuns.create(
      tenant_id,
      { ...body, ...PROTOCOL_STREAM_OPTIONS, if_not_exists: 'create' },
      { thread_id, isStreamed: true, isProtocol: true, configurable },
    )

  /** The assistant of the latest run in the thread. */
  const getLastAssistantId = async (context: CommandContext): Promise<string> => {
    const [lastRun] = await runStore.listOfThread(context, [], 1, 0)
    if (lastRun === undefined) throw new CommandError('no_such_run', 'No run has started in this thread yet')
    return lastRun.assistant_id
  }

  return {
    /** If the thread is interrupted, the input is the resume value. */
    start: async (context: CommandContext, params: JsonObject | undefined): Promise<JsonObject> => {
      const { assistant_id, input, config, metadata, multitaskStrategy } = parseStartParams(params)
      const configAndCheckpoint = splitCheckpoint(config)
      const isResume =
        input != null &&
        configAndCheckpoint.checkpoint === undefined &&
        listOpenInterrupts(await threadStore.get(context)).length > 0
      const run = await createRun(context, {
        assistant_id,
        ...(isResume ? { command: { resume: input } } : { input }),
        ...configAndCheckpoint,
        metadata: metadata ?? null,
        multitask_strategy: multitaskStrategy ?? null,
      })
      return { run_id: run.run_id }
    },

    respond: async (context: CommandContext, params: JsonObject | undefined): Promise<JsonObject> => {
      const { interrupt_id, response, responses, update, goto, config, metadata } = parseRespondParams(params)
      if (interrupt_id === undefined && responses === undefined)
        throw new CommandError('invalid_argument', 'interrupt_id or responses is required')
      const resumeValues = responses ?? [{ interrupt_id: interrupt_id ?? '', response }]
      const assistant_id = await getLastAssistantId(context)
      const openInterrupts = listOpenInterrupts(await threadStore.get(context))
      if (openInterrupts.length === 0)
        throw new CommandError('invalid_argument', 'The thread is not waiting for input')
      const unknownInterrupt = resumeValues.find(
        (resumeValue) => !openInterrupts.includes(resumeValue.interrupt_id),
      )
      if (unknownInterrupt !== undefined)
        throw new CommandError(
          'no_such_interrupt',
          `Interrupt ${unknownInterrupt.interrupt_id.slice(0, 100)} does not exist in this thread`,
        )
      const resume = Object.fromEntries(
        resumeValues.map((resumeValue) => [resumeValue.interrupt_id, resumeValue.response ?? null]),
      )
      const command = { resume, ...(update != null && { update }), ...(goto != null && { goto }) }
      // With `reject`, only one of two concurrent responses resumes the thread.
      await createRun(context, {
        assistant_id,
        command,
        config: config ?? null,
        metadata: metadata ?? null,
        multitask_strategy: 'reject',
      })
      return {}
    },

    fork: async (context: CommandContext, params: JsonObject | undefined): Promise<JsonObject> => {
      const { checkpoint_id, input, config, metadata } = parseForkParams(params)
      const { tenant_id, thread_id } = context
      const assistant_id = await getLastAssistantId(context)
      const query = { thread_id, checkpoint_ns: '', ...parseCheckpoint(checkpoint_id), limit: 1 }
      if ((await checkpoints.find(tenant_id, query)).length === 0)
        throw new CommandError(
          'no_such_checkpoint',
          `Checkpoint ${checkpoint_id} does not exist in this thread`,
        )
      const run = await createRun(context, {
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

/** Creates, resumes, reads and cancels the A2A tasks of an assistant. A task is a run. */
import { getRequiredAction } from '../../domain/runs/run-output.js'
import type { RunResumption } from '../../domain/runs/run-resumption.js'
import { isFinal } from '../../domain/runs/run-state.js'
import type { RunCancellation } from '../../domain/runs/run-cancellation.js'
import { toStartedRun, type IdempotentRequest } from '../../domain/idempotency.js'
import type { Runs } from '../../domain/runs/runs.js'
import type { Threads } from '../../domain/threads.js'
import { AppError } from '../../errors.js'
import { isUuid } from '../../platform/ids.js'
import type { RunCreate, ToolOutputs } from '../../schema/run.js'
import { isStorable, type JsonObject } from '../../schema/common.js'
import type { RunEventStore } from '../../store/runs/events.js'
import type { Row } from '../../store/sql/tables.js'
import { RPC_CODES, RpcError } from '../http/json-rpc.js'
import { A2A_CODES, type A2aMessage } from './parse-message.js'
import { MESSAGE_ID_KEY } from './to-task.js'

export interface TaskDeps {
  runs: Runs
  cancellation: RunCancellation
  threads: Threads
  resumption: RunResumption
  runEvents: RunEventStore
}

/** A run and the sequence number of the last event before this request. */
export interface FollowedTask {
  run: Row<'runs'>
  after: number
}

export const makeTasks = ({ runs, cancellation, threads, resumption, runEvents }: TaskDeps) => {
  const find = async (assistant: Row<'assistants'>, id: unknown): Promise<Row<'runs'>> => {
    const taskNotFound = new RpcError(A2A_CODES.taskNotFound, 'Task not found')
    if (typeof id !== 'string' || !isUuid(id)) throw taskNotFound
    const run = await runs.requireRow(assistant.tenant_id, id.toLowerCase()).catch((error: unknown) => {
      throw error instanceof AppError && error.code === 'resource_not_found' ? taskNotFound : error
    })
    if (run.assistant_id !== assistant.assistant_id) throw taskNotFound
    return run
  }

  const create = async (
    assistant: Row<'assistants'>,
    message: A2aMessage,
    idempotentRequest: IdempotentRequest,
  ): Promise<FollowedTask> => {
    const { tenant_id, assistant_id } = assistant
    const { messageId, contextId, text, data } = message
    // The other agent may choose the context id, so an unknown context is created.
    const { thread_id } = await threads.create(tenant_id, {
      assistant_id,
      ...(contextId !== undefined && { thread_id: contextId, if_exists: 'do_nothing' }),
    })
    const newRun: RunCreate = {
      thread_id,
      assistant_id,
      input: { ...data, ...(text !== '' && { message: text }) },
      ...(messageId !== undefined && isStorable(messageId) && { metadata: { [MESSAGE_ID_KEY]: messageId } }),
      // With `enqueue`, a task behind one that waits for input would never start.
      multitask_strategy: 'reject',
    }
    return { run: await runs.createIdempotent(tenant_id, newRun, idempotentRequest), after: 0 }
  }

  const resumeTask = async (
    run: Row<'runs'>,
    { text, data }: A2aMessage,
    { idempotencyStatements, principal }: IdempotentRequest,
  ): Promise<FollowedTask> => {
    const { tenant_id, run_id } = run
    const action = getRequiredAction(run)
    const after = await runEvents.getLastSeq(run)
    const options = {
      caller: principal,
      extraStatements: idempotencyStatements(toStartedRun(run, after)),
    }
    if (action?.type === 'human_input')
      await resumption.resumeRun(tenant_id, run_id, { input: text === '' ? data : text }, options)
    else if (action?.type === 'submit_tool_outputs')
      await resumption.submitToolOutputs(tenant_id, run_id, parseToolOutputs(data), options)
    else
      throw new RpcError(
        A2A_CODES.unsupportedOperation,
        isFinal(run.status) ? `The task is already ${run.status}` : 'The task is not waiting for a message',
      )
    return { run: await runs.requireRow(tenant_id, run_id), after }
  }

  return {
    find,

    send: async (
      assistant: Row<'assistants'>,
      message: A2aMessage,
      idempotentRequest: IdempotentRequest,
    ): Promise<FollowedTask> => {
      const { earlierRun } = idempotentRequest
      if (earlierRun !== null)
        return { run: await find(assistant, earlierRun.run_id), after: earlierRun.after }
      return message.taskId === undefined
        ? create(assistant, message, idempotentRequest)
        : resumeTask(await find(assistant, message.taskId), message, idempotentRequest)
    },

    async cancel(assistant: Row<'assistants'>, id: unknown): Promise<Row<'runs'>> {
      const run = await find(assistant, id)
      if (isFinal(run.status))
        throw new RpcError(A2A_CODES.taskNotCancelable, `Task cannot be canceled: it is ${run.status}`)
      await cancellation.cancelRun(run.tenant_id, run.run_id)
      return runs.requireRow(run.tenant_id, run.run_id)
    },
  }
}

const parseToolOutputs = (data: JsonObject | undefined): ToolOutputs => {
  const { tool_outputs } = data ?? {}
  const isOutput = (candidate: unknown) =>
    typeof (candidate as { tool_call_id?: unknown } | null)?.tool_call_id === 'string'
  if (Array.isArray(tool_outputs) && tool_outputs.length > 0 && tool_outputs.every(isOutput))
    return { tool_outputs: tool_outputs as ToolOutputs['tool_outputs'] }
  throw new RpcError(
    RPC_CODES.invalidParams,
    'The task waits for tool outputs: send a data part {"tool_outputs": [{"tool_call_id", "output"}]}',
  )
}

/** Tasks of one assistant: made, answered, read and cancelled for other agents. */
import { actionOf } from '../../domain/runs/run-output.js'
import type { RunAnswers } from '../../domain/runs/run-resumption.js'
import { isFinal } from '../../domain/runs/run-state.js'
import type { RunStops } from '../../domain/runs/run-cancellation.js'
import { begunAt, type Once } from '../../domain/idempotency.js'
import type { Runs } from '../../domain/runs/runs.js'
import type { Threads } from '../../domain/threads.js'
import { AppError } from '../../errors.js'
import { isUuid } from '../../platform/ids.js'
import type { RunCreate, ToolOutputs } from '../../schema/run.js'
import { isStorable, type JsonObject } from '../../schema/common.js'
import type { RunEventStore } from '../../store/runs/events.js'
import type { Row } from '../../store/sql/tables.js'
import { RPC, RpcError } from '../http/json-rpc.js'
import { A2A, type Sent } from './parse-message.js'
import { MESSAGE_ID } from './to-task.js'

export interface TaskParts {
  runs: Runs
  stops: RunStops
  threads: Threads
  answers: RunAnswers
  runEvents: RunEventStore
}

/** A run, and the number of the last event that its reader knows of. */
export interface Begun {
  run: Row<'runs'>
  after: number
}

export const makeTasks = ({ runs, stops, threads, answers, runEvents }: TaskParts) => {
  const find = async (assistant: Row<'assistants'>, id: unknown): Promise<Row<'runs'>> => {
    const unknown = new RpcError(A2A.taskNotFound, 'Task not found')
    if (typeof id !== 'string' || !isUuid(id)) throw unknown
    const run = await runs.row(assistant.tenant_id, id.toLowerCase()).catch((error: unknown) => {
      throw error instanceof AppError && error.code === 'resource_not_found' ? unknown : error
    })
    if (run.assistant_id !== assistant.assistant_id) throw unknown
    return run
  }

  const create = async (assistant: Row<'assistants'>, sent: Sent, once: Once): Promise<Begun> => {
    const { tenant_id, assistant_id } = assistant
    const { messageId, contextId, text, data } = sent
    // A context that is new here is made: the other agent may have thought of it.
    const { thread_id } = await threads.create(tenant_id, {
      assistant_id,
      ...(contextId !== undefined && { thread_id: contextId, if_exists: 'do_nothing' }),
    })
    const draft: RunCreate = {
      thread_id,
      assistant_id,
      input: { ...data, ...(text !== '' && { message: text }) },
      ...(messageId !== undefined && isStorable(messageId) && { metadata: { [MESSAGE_ID]: messageId } }),
      // To wait for a task that itself waits for input would be to hang.
      multitask_strategy: 'reject',
    }
    return { run: await runs.createOnce(tenant_id, draft, once), after: 0 }
  }

  const goOn = async (run: Row<'runs'>, { text, data }: Sent, { receipt }: Once): Promise<Begun> => {
    const { tenant_id, run_id } = run
    const action = actionOf(run)
    const after = await runEvents.lastSeq(run)
    const also = receipt(begunAt(run, after))
    if (action?.type === 'human_input')
      await answers.resume(tenant_id, run_id, { input: text === '' ? data : text }, also)
    else if (action?.type === 'submit_tool_outputs')
      await answers.submitToolOutputs(tenant_id, run_id, readOutputs(data), also)
    else
      throw new RpcError(
        A2A.unsupported,
        isFinal(run.status) ? `the task is over (${run.status})` : 'the task does not wait for a message',
      )
    return { run: await runs.row(tenant_id, run_id), after }
  }

  return {
    find,

    send: async (assistant: Row<'assistants'>, sent: Sent, once: Once): Promise<Begun> => {
      const { earlier } = once
      if (earlier !== null) return { run: await find(assistant, earlier.run_id), after: earlier.after }
      return sent.taskId === undefined
        ? create(assistant, sent, once)
        : goOn(await find(assistant, sent.taskId), sent, once)
    },

    async cancel(assistant: Row<'assistants'>, id: unknown): Promise<Row<'runs'>> {
      const run = await find(assistant, id)
      if (isFinal(run.status))
        throw new RpcError(A2A.notCancelable, `Task cannot be canceled: it is ${run.status}`)
      await stops.cancel(run.tenant_id, run.run_id)
      return runs.row(run.tenant_id, run.run_id)
    },
  }
}

const readOutputs = (data: JsonObject | undefined): ToolOutputs => {
  const { tool_outputs } = data ?? {}
  const isOutput = (one: unknown) =>
    typeof (one as { tool_call_id?: unknown } | null)?.tool_call_id === 'string'
  if (Array.isArray(tool_outputs) && tool_outputs.length > 0 && tool_outputs.every(isOutput))
    return { tool_outputs: tool_outputs as ToolOutputs['tool_outputs'] }
  throw new RpcError(
    RPC.invalidParams,
    'the task waits for tool outputs: a part of data {"tool_outputs": [{"tool_call_id", "output"}]}',
  )
}

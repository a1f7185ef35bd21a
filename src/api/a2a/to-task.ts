/** Converts a run to an A2A task: the task id is the run id, the context id is the thread id. */
import {
  getRequiredAction,
  getOutputText,
  getFailure,
  parseOutput,
  getQuestionText,
  getChatResponse,
} from '../../domain/runs/run-output.js'
import type { JsonObject } from '../../schema/common.js'
import type { RunStatus } from '../../schema/run.js'
import type { Row } from '../../store/sql/tables.js'

type RunRow = Row<'runs'>

/** The key in the run's metadata under which the id of the client's message is stored. */
export const MESSAGE_ID_KEY = 'a2a_message_id'

const TASK_STATES: Record<RunStatus, string> = {
  queued: 'submitted',
  in_progress: 'working',
  requires_action: 'input-required',
  completed: 'completed',
  failed: 'failed',
  cancelled: 'canceled',
}

const textPart = (content: string): JsonObject => ({ kind: 'text', text: content })

const toTaskIds = ({ run_id, thread_id }: RunRow) => ({ taskId: run_id, contextId: thread_id })

const toMessage = (
  run: RunRow,
  role: 'user' | 'agent',
  messageId: string,
  parts: JsonObject[],
): JsonObject => ({
  kind: 'message',
  role,
  messageId,
  parts,
  ...toTaskIds(run),
})

/** The question of a waiting run or the error of a failed one; undefined otherwise. */
const toStatusParts = (run: RunRow): JsonObject[] | undefined => {
  const action = getRequiredAction(run)
  if (action !== undefined) return [textPart(getQuestionText(action)), { kind: 'data', data: action }]
  return run.status === 'failed' ? [textPart(getFailure(run).message)] : undefined
}

const toStatus = (run: RunRow): JsonObject => {
  const parts = toStatusParts(run)
  return {
    state: TASK_STATES[run.status],
    timestamp: new Date(run.updated_at).toISOString(),
    ...(parts !== undefined && {
      message: toMessage(run, 'agent', `${run.run_id}-${String(run.attempt)}`, parts),
    }),
  }
}

const toArtifact = (run: RunRow, parts: JsonObject[]): JsonObject => ({
  artifactId: `${run.run_id}-answer`,
  name: 'answer',
  parts,
})

/** The output of a chat as a text part, the output of any other graph as a data part. */
const toOutputParts = (run: RunRow): JsonObject[] =>
  getChatResponse(parseOutput(run)) === undefined
    ? [{ kind: 'data', data: parseOutput(run) }]
    : [textPart(getOutputText(run))]

/** The stored input of the run, that is, after guardrails have redacted it. */
const toHistory = (run: RunRow): JsonObject[] => {
  const { message: inputText, ...data } = (run.input === null ? {} : JSON.parse(run.input)) as JsonObject
  const { [MESSAGE_ID_KEY]: id } = JSON.parse(run.metadata) as JsonObject
  const parts = [
    ...(typeof inputText === 'string' ? [textPart(inputText)] : []),
    ...(Object.keys(data).length > 0 ? [{ kind: 'data', data }] : []),
  ]
  return [toMessage(run, 'user', typeof id === 'string' ? id : run.run_id, parts)]
}

export const toTask = (run: RunRow, historyLength?: number): JsonObject => ({
  kind: 'task',
  id: run.run_id,
  contextId: run.thread_id,
  status: toStatus(run),
  ...(run.status === 'completed' && { artifacts: [toArtifact(run, toOutputParts(run))] }),
  ...(historyLength !== 0 && { history: toHistory(run) }),
})

/** A status update event of the stream. */
export const toStatusUpdate = (run: RunRow, isLast: boolean): JsonObject => ({
  kind: 'status-update',
  ...toTaskIds(run),
  status: toStatus(run),
  final: isLast,
})

export const toArtifactChunk = (run: RunRow, chunk: string, isFirst: boolean): JsonObject => ({
  kind: 'artifact-update',
  ...toTaskIds(run),
  artifact: toArtifact(run, [textPart(chunk)]),
  append: !isFirst,
  lastChunk: false,
})

/** The last artifact event: the remaining text of a chat, or the whole output of any other graph. */
export const toLastArtifact = (run: RunRow, remainingText: string, isFirst: boolean): JsonObject => {
  const isText = getChatResponse(parseOutput(run)) !== undefined
  return {
    kind: 'artifact-update',
    ...toTaskIds(run),
    artifact: toArtifact(run, isText ? [textPart(remainingText)] : toOutputParts(run)),
    append: isText && !isFirst,
    lastChunk: true,
  }
}

/** A run as a task of the A2A protocol: its id is that of the run, its context the thread. */
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

/** Where the id of the client's message is kept, in the metadata of the run. */
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

/** What a person should read of how it stands; nothing where it goes well. */
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

/** What it came to: a chat's answer as text, another graph's output as values. */
const toOutputParts = (run: RunRow): JsonObject[] =>
  getChatResponse(parseOutput(run)) === undefined
    ? [{ kind: 'data', data: parseOutput(run) }]
    : [textPart(getOutputText(run))]

/** As it is stored, which is as guardrails left it. */
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

/** What is told of a task that is followed. */
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

/** The end of the answer, `rest`, or all of it where it is values. */
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

/** A run as a task of the A2A protocol: its id is that of the run, its context the thread. */
import {
  actionOf,
  answerTextOf,
  failureOf,
  outputOf,
  questionOf,
  responseIn,
} from '../../domain/runs/run-output.js'
import type { JsonObject } from '../../schema/common.js'
import type { RunStatus } from '../../schema/run.js'
import type { Row } from '../../store/sql/tables.js'

type RunRow = Row<'runs'>

/** Where the id of the client's message is kept, in the metadata of the run. */
export const MESSAGE_ID = 'a2a_message_id'

const STATES: Record<RunStatus, string> = {
  queued: 'submitted',
  in_progress: 'working',
  requires_action: 'input-required',
  completed: 'completed',
  failed: 'failed',
  cancelled: 'canceled',
}

const text = (said: string): JsonObject => ({ kind: 'text', text: said })

const placeOf = ({ run_id, thread_id }: RunRow) => ({ taskId: run_id, contextId: thread_id })

const message = (
  run: RunRow,
  role: 'user' | 'agent',
  messageId: string,
  parts: JsonObject[],
): JsonObject => ({
  kind: 'message',
  role,
  messageId,
  parts,
  ...placeOf(run),
})

/** What a person should read of how it stands; nothing where it goes well. */
const remarks = (run: RunRow): JsonObject[] | undefined => {
  const action = actionOf(run)
  if (action !== undefined) return [text(questionOf(action)), { kind: 'data', data: action }]
  return run.status === 'failed' ? [text(failureOf(run).message)] : undefined
}

const statusOf = (run: RunRow): JsonObject => {
  const parts = remarks(run)
  return {
    state: STATES[run.status],
    timestamp: new Date(run.updated_at).toISOString(),
    ...(parts !== undefined && {
      message: message(run, 'agent', `${run.run_id}-${String(run.attempt)}`, parts),
    }),
  }
}

const artifact = (run: RunRow, parts: JsonObject[]): JsonObject => ({
  artifactId: `${run.run_id}-answer`,
  name: 'answer',
  parts,
})

/** What it came to: a chat's answer as text, another graph's output as values. */
const answerParts = (run: RunRow): JsonObject[] =>
  responseIn(outputOf(run)) === undefined
    ? [{ kind: 'data', data: outputOf(run) }]
    : [text(answerTextOf(run))]

/** As it is stored, which is as guardrails left it. */
const historyOf = (run: RunRow): JsonObject[] => {
  const { message: said, ...data } = (run.input === null ? {} : JSON.parse(run.input)) as JsonObject
  const { [MESSAGE_ID]: id } = JSON.parse(run.metadata) as JsonObject
  const parts = [
    ...(typeof said === 'string' ? [text(said)] : []),
    ...(Object.keys(data).length > 0 ? [{ kind: 'data', data }] : []),
  ]
  return [message(run, 'user', typeof id === 'string' ? id : run.run_id, parts)]
}

export const toTask = (run: RunRow, historyLength?: number): JsonObject => ({
  kind: 'task',
  id: run.run_id,
  contextId: run.thread_id,
  status: statusOf(run),
  ...(run.status === 'completed' && { artifacts: [artifact(run, answerParts(run))] }),
  ...(historyLength !== 0 && { history: historyOf(run) }),
})

/** What is told of a task that is followed. */
export const statusUpdate = (run: RunRow, isLast: boolean): JsonObject => ({
  kind: 'status-update',
  ...placeOf(run),
  status: statusOf(run),
  final: isLast,
})

export const artifactPiece = (run: RunRow, said: string, isFirst: boolean): JsonObject => ({
  kind: 'artifact-update',
  ...placeOf(run),
  artifact: artifact(run, [text(said)]),
  append: !isFirst,
  lastChunk: false,
})

/** The end of the answer, `rest`, or all of it where it is values. */
export const lastArtifact = (run: RunRow, rest: string, isFirst: boolean): JsonObject => {
  const isText = responseIn(outputOf(run)) !== undefined
  return {
    kind: 'artifact-update',
    ...placeOf(run),
    artifact: artifact(run, isText ? [text(rest)] : answerParts(run)),
    append: isText && !isFirst,
    lastChunk: true,
  }
}

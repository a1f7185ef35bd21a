/** A conversation as entries: what each checkpoint on a path, or a stream, added. */
import type { Interrupt, Task, ThreadState } from '../api/dialect.ts'
import { siblingsOf, type CheckpointNode, type CheckpointTree } from './checkpoint-tree.ts'
import {
  isMessage,
  messageKey,
  messagesOf,
  toChatMessage,
  type ChatMessage,
  type MessageToolCall,
} from './messages.ts'
import { isRecord } from './is-record.ts'

export type StepStatus = 'running' | 'done' | 'waiting' | 'failed'

export interface Branches {
  /** The checkpoints that start the alternatives, oldest first. */
  ids: string[]
  index: number
}

interface ItemPlace {
  key: string
  /** The node that wrote it; undefined for input. */
  node: string | undefined
  /** The checkpoint at which it first appears; undefined while it streams. */
  checkpoint: CheckpointNode | undefined
  branches?: Branches | undefined
}

export interface MessageItem extends ItemPlace {
  type: 'message'
  message: ChatMessage
  streaming: boolean
}

export interface StepItem extends ItemPlace {
  type: 'step'
  status: StepStatus
  result: unknown
  error: string | undefined
  interrupts: Interrupt[]
  startedAt: number | undefined
  durationMs: number | undefined
}

export type Item = MessageItem | StepItem

const START = '__start__'

export const errorText = (error: unknown): string | undefined => {
  if (error === null || error === undefined) return undefined
  if (typeof error === 'string') return error
  if (isRecord(error) && typeof error['message'] === 'string') return error['message']
  return JSON.stringify(error)
}

/** The messages that a task returned, under whatever key. */
const messagesOfResult = (result: unknown): ChatMessage[] => {
  const records = Array.isArray(result) ? (result as unknown[]) : [result]
  return records
    .filter(isRecord)
    .flatMap((record) =>
      Object.values(record).flatMap((value) =>
        Array.isArray(value)
          ? (value as unknown[]).filter(isMessage).map(toChatMessage)
          : isMessage(value)
            ? [toChatMessage(value)]
            : [],
      ),
    )
}

const findWriter = (tasks: Task[], message: ChatMessage): string | undefined =>
  tasks.find(({ result }) =>
    messagesOfResult(result).some((candidate) =>
      message.id === undefined ? candidate.text === message.text : candidate.id === message.id,
    ),
  )?.name

/** Without a result that contains the message, the only node of the step must have written it. */
const nodeOf = (
  message: ChatMessage,
  checkpoint: CheckpointNode,
  parent: CheckpointNode | undefined,
): string | undefined => {
  const tasks = parent?.state.tasks ?? []
  const writer = findWriter(tasks, message) ?? findWriter(checkpoint.state.tasks, message)
  if (writer === START) return undefined
  if (writer !== undefined) return writer
  if (checkpoint.kind === 'edit') return 'edited'
  const names = new Set(tasks.map(({ name }) => name).filter((name) => name !== START))
  return names.size === 1 ? [...names][0] : undefined
}

const toStep = (task: Task, checkpoint: CheckpointNode | undefined, status: StepStatus): StepItem => ({
  type: 'step',
  key: `step:${task.id}`,
  node: task.name,
  checkpoint,
  status,
  result: task.result,
  error: errorText(task.error),
  interrupts: task.interrupts,
  startedAt: undefined,
  durationMs: undefined,
})

/** A task that was resumed while others still wait keeps its interrupts, but it is no longer among the next nodes. */
export const isTaskWaiting = ({ next }: ThreadState, { name, interrupts }: Task): boolean =>
  interrupts.length > 0 && next.includes(name)

/** Tasks of the last checkpoint have not been applied: they wait, have failed, or finished while others wait. */
const openSteps = (last: CheckpointNode, seen: ReadonlyMap<string, MessageItem>): Item[] =>
  last.state.tasks
    .filter(({ name }) => name !== START)
    .flatMap((task): Item[] => {
      if (isTaskWaiting(last.state, task)) return [toStep(task, last, 'waiting')]
      if (errorText(task.error) !== undefined) return [toStep(task, last, 'failed')]
      if (task.result == null) return task.interrupts.length > 0 ? [toStep(task, last, 'done')] : []
      const messages = messagesOfResult(task.result)
      if (messages.length === 0) return [toStep(task, last, 'done')]
      return messages
        .filter((message) => message.id === undefined || !seen.has(message.id))
        .map((message, index) => ({
          type: 'message',
          key: messageKey(message, index),
          node: task.name,
          checkpoint: last,
          message,
          streaming: false,
        }))
    })

/** What happened on a path of checkpoints. A message belongs to the checkpoint at which it first appears. */
export const pathItems = (tree: CheckpointTree, path: CheckpointNode[], withOpenSteps = true): Item[] => {
  const items: Item[] = []
  const seen = new Map<string, MessageItem>()
  let branches: Branches | undefined
  for (const [index, checkpoint] of path.entries()) {
    const parent = path[index - 1]
    const siblings = siblingsOf(tree, checkpoint)
    if (siblings.length > 1) branches = { ids: siblings, index: siblings.indexOf(checkpoint.id) }
    const added: Item[] = []
    for (const [place, message] of messagesOf(checkpoint.state.values).entries()) {
      const key = messageKey(message, place)
      const earlier = seen.get(key)
      if (earlier !== undefined) earlier.message = message
      else {
        const node = nodeOf(message, checkpoint, parent)
        const item: MessageItem = { type: 'message', key, node, checkpoint, message, streaming: false }
        seen.set(key, item)
        added.push(item)
      }
    }
    const writers = new Set(added.map(({ node }) => node))
    const silent = (parent?.state.tasks ?? []).filter(({ name }) => name !== START && !writers.has(name))
    const steps = checkpoint.kind === 'step' ? silent.map((task) => toStep(task, checkpoint, 'done')) : []
    const [first] = [...steps, ...added]
    if (branches !== undefined && first !== undefined) {
      first.branches = branches
      branches = undefined
    }
    items.push(...steps, ...added)
  }
  const last = path.at(-1)
  return last === undefined || !withOpenSteps ? items : [...items, ...openSteps(last, seen)]
}

export interface ToolUse {
  call: MessageToolCall
  result: ChatMessage | undefined
}

export interface ToolsEntry extends ItemPlace {
  type: 'tools'
  uses: ToolUse[]
  streaming: boolean
}

export type Entry = Item | ToolsEntry

/** Puts the result of each tool call beside the call, so that a call is one entry. */
export const toEntries = (items: Item[]): Entry[] => {
  const results = new Map<string, MessageItem>()
  for (const item of items)
    if (item.type === 'message' && item.message.kind === 'tool' && item.message.toolCallId !== undefined)
      results.set(item.message.toolCallId, item)
  const called = new Set(
    items.flatMap((item) => (item.type === 'message' ? item.message.toolCalls.map(({ id }) => id) : [])),
  )
  return items.flatMap((item): Entry[] => {
    if (item.type === 'step') return [item]
    const { message } = item
    if (message.kind === 'tool' && message.toolCallId !== undefined && called.has(message.toolCallId))
      return []
    if (message.toolCalls.length === 0) return [item]
    const uses = message.toolCalls.map((call) => ({
      call,
      result: call.id === undefined ? undefined : results.get(call.id)?.message,
    }))
    const resultNode = message.toolCalls
      .map(({ id }) => (id === undefined ? undefined : results.get(id)?.node))
      .find(Boolean)
    const tools: ToolsEntry = {
      type: 'tools',
      key: `${item.key}:tools`,
      node: resultNode ?? item.node,
      checkpoint: item.checkpoint,
      uses,
      streaming: item.streaming,
    }
    const hasText = message.text.trim() !== '' || message.otherParts.length > 0
    return hasText ? [item, tools] : [{ ...tools, branches: item.branches }]
  })
}

/** A reducer over the events of `POST /threads/{id}/runs/stream`. */
import type { Interrupt } from '../api/dialect.ts'
import { parseExact } from './exact-json.ts'
import { isMessage, mergeChunk, messageKey, messagesOf, toChatMessage } from './messages.ts'
import { newLiveRun, type LiveRun, type StreamedMessageItem } from './live-run.ts'
import { errorText, type Item, type StepItem } from './transcript.ts'
import { isRecord } from './is-record.ts'

export interface StreamEvent {
  type: string
  data: string
  id: string
}

const replaceAt = (items: Item[], index: number, item: Item): Item[] =>
  index === -1 ? [...items, item] : items.with(index, item)

const findItem = (items: Item[], key: string): number => items.findIndex((item) => item.key === key)

/** `node:task` at the end of a namespace such as `agent:1|tools:2`. */
const taskIdFrom = (namespace: unknown): string | undefined =>
  typeof namespace === 'string' ? namespace.split('|').at(-1)?.split(':')[1] : undefined

const addMessageChunk = (run: LiveRun, data: unknown, now: number): LiveRun => {
  if (!Array.isArray(data)) return run
  const [chunk, metadata] = data as [unknown, unknown]
  if (!isMessage(chunk)) return run
  const info = isRecord(metadata) ? metadata : {}
  const message = toChatMessage(chunk)
  const key = message.id ?? `stream:${String(info['langgraph_checkpoint_ns'])}:${message.kind}`
  const index = findItem(run.items, key)
  const earlier = run.items[index]
  // A message that `values` has sent already is complete; a late piece of it must not be added again.
  if (earlier?.type === 'message' && !earlier.streaming) return run
  const merged = mergeChunk(earlier?.type === 'message' ? earlier.message.source : undefined, chunk)
  const isPiece = String(chunk['type']).endsWith('Chunk')
  const item: StreamedMessageItem = {
    type: 'message',
    key,
    node: typeof info['langgraph_node'] === 'string' ? info['langgraph_node'] : undefined,
    checkpoint: undefined,
    message: toChatMessage(merged),
    streaming: isPiece,
    taskId: taskIdFrom(info['langgraph_checkpoint_ns']),
  }
  return {
    ...run,
    items: replaceAt(run.items, index, item),
    ...(isPiece && { chunks: run.chunks + 1, firstChunkAt: run.firstChunkAt ?? now, lastChunkAt: now }),
  }
}

/** Older clients use the mode `messages`, whose events contain whole messages. */
const addWholeMessages = (run: LiveRun, data: unknown): LiveRun => {
  if (!Array.isArray(data)) return run
  return (data as unknown[]).filter(isMessage).reduce<LiveRun>((current, source) => {
    const message = toChatMessage(source)
    const key = messageKey(message, 0)
    const item: Item = {
      type: 'message',
      key,
      node: undefined,
      checkpoint: undefined,
      message,
      streaming: false,
    }
    return { ...current, items: replaceAt(current.items, findItem(current.items, key), item) }
  }, run)
}

const readInterrupts = (value: unknown): Interrupt[] =>
  Array.isArray(value)
    ? (value as unknown[]).filter(
        (item): item is Interrupt & Record<string, unknown> => isRecord(item) && 'value' in item,
      )
    : []

const addTask = (run: LiveRun, data: unknown, now: number): LiveRun => {
  if (!isRecord(data) || typeof data['id'] !== 'string' || typeof data['name'] !== 'string') return run
  const { id, name } = data
  const key = `step:${id}`
  const index = findItem(run.items, key)
  const earlier = run.items[index]
  if ('input' in data || 'triggers' in data) {
    // The same task starts again after a crash: what it streamed before is repeated.
    const items =
      earlier === undefined
        ? run.items
        : run.items.filter((item) => (item as StreamedMessageItem).taskId !== id)
    const step: StepItem = {
      type: 'step',
      key,
      node: name,
      checkpoint: undefined,
      status: 'running',
      result: undefined,
      error: undefined,
      interrupts: [],
      startedAt: now,
      durationMs: undefined,
    }
    return { ...run, items: replaceAt(items, findItem(items, key), step) }
  }
  const interrupts = readInterrupts(data['interrupts'])
  const error = errorText(data['error'])
  const startedAt = earlier?.type === 'step' ? earlier.startedAt : undefined
  const step: StepItem = {
    type: 'step',
    key,
    node: name,
    checkpoint: undefined,
    status: interrupts.length > 0 ? 'waiting' : error === undefined ? 'done' : 'failed',
    result: data['result'],
    error,
    interrupts,
    startedAt,
    durationMs: startedAt === undefined || !run.isTimed ? undefined : now - startedAt,
  }
  return { ...run, items: replaceAt(run.items, index, step) }
}

/** Streams without the mode `tasks` name a node only when it has finished. */
const addUpdates = (run: LiveRun, data: unknown, eventId: string): LiveRun => {
  if (!isRecord(data)) return run
  const hasTasks = run.items.some((item) => item.type === 'step' && !item.key.startsWith('update:'))
  const { __interrupt__: interrupts, ...updates } = data
  const withInterrupts = interrupts === undefined ? run : { ...run, interrupts: readInterrupts(interrupts) }
  if (hasTasks) return withInterrupts
  const steps = Object.entries(updates).map(([node, result]): StepItem => ({
    type: 'step',
    key: `update:${eventId}:${node}`,
    node,
    checkpoint: undefined,
    status: 'done',
    result,
    error: undefined,
    interrupts: [],
    startedAt: undefined,
    durationMs: undefined,
  }))
  return { ...withInterrupts, items: [...withInterrupts.items, ...steps] }
}

const setValues = (run: LiveRun, data: unknown): LiveRun => {
  if (!isRecord(data)) return { ...run, values: data }
  const { __interrupt__: found, ...values } = data
  const interrupts = found === undefined ? run.interrupts : readInterrupts(found)
  if (Object.keys(values).length === 0) return { ...run, interrupts }
  let { items } = run
  for (const [place, message] of messagesOf(values).entries()) {
    const key = messageKey(message, place)
    const index = findItem(items, key)
    const earlier = items[index]
    const node = earlier?.node
    const item: StreamedMessageItem = {
      type: 'message',
      key,
      node,
      checkpoint: undefined,
      message,
      streaming: false,
      taskId: (earlier as StreamedMessageItem | undefined)?.taskId,
    }
    items = replaceAt(items, index, item)
  }
  return { ...run, values, interrupts, items }
}

const parse = (text: string): unknown => {
  try {
    return parseExact(text)
  } catch {
    return undefined
  }
}

/** Applies one event. `now` is the time at which it arrived, in milliseconds. */
export const reduceEvent = (run: LiveRun, event: StreamEvent, now: number): LiveRun => {
  const data = parse(event.data)
  const next = event.id === '' ? run : { ...run, lastEventId: event.id }
  const [name = '', ...namespace] = event.type.split('|')
  switch (name) {
    case 'metadata':
      // The stream starts from the beginning, so everything in it comes again.
      return isRecord(data) && typeof data['run_id'] === 'string'
        ? { ...newLiveRun(data['run_id'], run.isTimed), lastEventId: next.lastEventId }
        : next
    case 'messages':
      return addMessageChunk(next, data, now)
    case 'messages/partial':
    case 'messages/complete':
      return addWholeMessages(next, data)
    case 'tasks':
      return addTask(next, data, now)
    case 'updates':
      return namespace.length === 0 ? addUpdates(next, data, event.id) : next
    case 'values':
      return namespace.length === 0 ? setValues(next, data) : next
    case 'error':
      return isRecord(data)
        ? {
            ...next,
            error: {
              name: errorText(data['error']) ?? 'Error',
              message: errorText(data['message']) ?? 'The run failed',
            },
          }
        : next
    default:
      return next
  }
}

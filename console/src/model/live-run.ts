/** A run while its stream reports it, and what a conversation shows of it. */
import type { Interrupt } from '../api/dialect.ts'
import type { Item, MessageItem, StepItem } from './transcript.ts'

export interface LiveError {
  name: string
  message: string
}

export interface LiveRun {
  runId: string | undefined
  /** False if events may be repeated from before: the time at which they arrive then says nothing. */
  isTimed: boolean
  lastEventId: string | undefined
  /** The latest state; undefined until the stream has sent one. */
  values: unknown
  items: Item[]
  interrupts: Interrupt[]
  error: LiveError | undefined
  /** Pieces of messages received, and when the first and the last one came. */
  chunks: number
  firstChunkAt: number | undefined
  lastChunkAt: number | undefined
}

export const newLiveRun = (runId?: string, isTimed = true): LiveRun => ({
  runId,
  isTimed,
  lastEventId: undefined,
  values: undefined,
  items: [],
  interrupts: [],
  error: undefined,
  chunks: 0,
  firstChunkAt: undefined,
  lastChunkAt: undefined,
})

export interface StreamedMessageItem extends MessageItem {
  taskId?: string | undefined
}

/** A node that contains a graph reports the interrupts of that graph too. Its own step, which started before, is the one that is stored. */
const withoutRepeatedInterrupts = (items: Item[]): Item[] => {
  const seen = new Set<string>()
  return items.filter((item) => {
    if (item.type !== 'step' || item.status !== 'waiting') return true
    const ids = item.interrupts.flatMap(({ id }) => id ?? [])
    const isRepeated = ids.length === item.interrupts.length && ids.every((id) => seen.has(id))
    for (const id of ids) seen.add(id)
    return !isRepeated
  })
}

/**
 * What a run adds to a conversation that already shows the messages with these keys. A step whose messages are shown is left out,
 * because the messages name it.
 */
export const liveItems = (run: LiveRun, shown: ReadonlySet<string>): Item[] => {
  const items = withoutRepeatedInterrupts(run.items).filter(
    (item) => item.type === 'step' || !shown.has(item.key),
  )
  const speaking = new Set(
    items.map((item) => (item as StreamedMessageItem).taskId).filter((id) => id !== undefined),
  )
  return items.filter(
    (item) =>
      item.type === 'message' ||
      item.status === 'waiting' ||
      item.status === 'failed' ||
      !speaking.has(item.key.slice('step:'.length)),
  )
}

export const activeNodes = (run: LiveRun): { running: string[]; waiting: string[]; done: string[] } => {
  const names = (status: StepItem['status']) =>
    run.items.flatMap((item) =>
      item.type === 'step' && item.status === status && item.node !== undefined ? [item.node] : [],
    )
  return { running: names('running'), waiting: names('waiting'), done: names('done') }
}

/** Pieces of messages per second, a measure close to tokens per second. */
export const chunkRate = ({ isTimed, chunks, firstChunkAt, lastChunkAt }: LiveRun): number | undefined =>
  !isTimed ||
  chunks < 2 ||
  firstChunkAt === undefined ||
  lastChunkAt === undefined ||
  lastChunkAt <= firstChunkAt
    ? undefined
    : ((chunks - 1) * 1_000) / (lastChunkAt - firstChunkAt)

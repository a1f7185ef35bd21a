/**
 * Consecutive checkpoints of an ended run in one row of `checkpoints`. The text before compression consists of lines: for each checkpoint its
 * short columns, the checkpoint, its metadata, the short columns of its writes, and their values. All of them are JSON, which has no line feeds.
 */
import type { Row } from '../sql/tables.js'
import { packText, unpackText } from './pack-text.js'

/** A checkpoint, whether it is packed or not. */
export type CheckpointRow = Omit<Row<'checkpoints'>, 'first_checkpoint_id' | 'packed_count' | 'packed'>

export type PackedWrite = Pick<Row<'checkpoint_writes'>, 'task_id' | 'idx' | 'channel' | 'value'>

export interface PackedCheckpoint extends Pick<
  CheckpointRow,
  'checkpoint_id' | 'parent_checkpoint_id' | 'checkpoint' | 'metadata' | 'created_at'
> {
  writes: PackedWrite[]
}

/** Stands for the ID of the checkpoint before it, which is the parent of most checkpoints. */
const PREVIOUS = 1

type Header = [
  checkpoint_id: string,
  parent_checkpoint_id: string | null | typeof PREVIOUS,
  created_at: number,
  /** The numbers of lines of a text that has more than one. */
  checkpointLines?: number,
  metadataLines?: number,
]
type WriteHeader = [task_id: string, idx: number, channel: string, valueLines?: number]

export const packCheckpoints = (checkpoints: readonly PackedCheckpoint[]): Promise<Uint8Array> => {
  const lines = checkpoints.flatMap((row, index) => {
    const { checkpoint_id, parent_checkpoint_id, created_at, checkpoint, metadata, writes } = row
    const isParentPrevious = index > 0 && parent_checkpoint_id === checkpoints[index - 1]?.checkpoint_id
    const parent = isParentPrevious ? PREVIOUS : parent_checkpoint_id
    const header: Header = [checkpoint_id, parent, created_at, ...countLines(checkpoint, metadata)]
    const writeHeaders = writes.map(({ task_id, idx, channel, value }): WriteHeader => [
      task_id,
      idx,
      channel,
      ...countLines(value),
    ])
    const values = writes.map(({ value }) => value)
    return [JSON.stringify(header), checkpoint, metadata, JSON.stringify(writeHeaders), ...values]
  })
  return packText(lines.join('\n'))
}

/** Returns nothing for texts of one line. */
const countLines = <T extends string[]>(...texts: T): { [K in keyof T]?: number } => {
  const counts = texts.map((text) => text.split('\n').length)
  return (counts.every((count) => count === 1) ? [] : counts) as { [K in keyof T]?: number }
}

export const unpackCheckpoints = (packed: Uint8Array): PackedCheckpoint[] => {
  const text = unpackText(packed)
  return text.startsWith('[[') ? parseLengths(text) : parseLines(text)
}

const parseLines = (text: string): PackedCheckpoint[] => {
  const lines = text.split('\n')
  let position = 0
  const take = (count = 1): string => lines.slice(position, (position += count)).join('\n')
  const checkpoints: PackedCheckpoint[] = []
  while (position < lines.length) {
    const [checkpoint_id, parent, created_at, checkpointLines, metadataLines] = JSON.parse(take()) as Header
    const [checkpoint, metadata] = [take(checkpointLines), take(metadataLines)]
    const writes = (JSON.parse(take()) as WriteHeader[]).map(([task_id, idx, channel, valueLines]) => ({
      task_id,
      idx,
      channel,
      value: take(valueLines),
    }))
    const parent_checkpoint_id = parent === PREVIOUS ? (checkpoints.at(-1)?.checkpoint_id ?? null) : parent
    checkpoints.push({ checkpoint_id, parent_checkpoint_id, created_at, checkpoint, metadata, writes })
  }
  return checkpoints
}

type HeaderWithLengths = [
  checkpoint_id: string,
  parent_checkpoint_id: string | null | typeof PREVIOUS,
  /** The time since the checkpoint before it. */
  createdAfter: number,
  checkpointLength: number,
  metadataLength: number,
  writes: [task_id: string, idx: number, channel: string, valueLength: number][],
]

/** Programs before migration 28 wrote a line with the short columns of all checkpoints and the lengths of the long ones, which followed it. */
const parseLengths = (text: string): PackedCheckpoint[] => {
  let position = text.indexOf('\n')
  const headers = JSON.parse(text.slice(0, position++)) as HeaderWithLengths[]
  const take = (length: number): string => text.slice(position, (position += length))
  let created_at = 0
  return headers.map(
    ([checkpoint_id, parent, createdAfter, checkpointLength, metadataLength, writes], index) => ({
      checkpoint_id,
      parent_checkpoint_id: parent === PREVIOUS ? (headers[index - 1]?.[0] ?? null) : parent,
      created_at: (created_at += createdAfter),
      checkpoint: take(checkpointLength),
      metadata: take(metadataLength),
      writes: writes.map(([task_id, idx, channel, length]) => ({
        task_id,
        idx,
        channel,
        value: take(length),
      })),
    }),
  )
}

export interface ExpandedCheckpoint {
  row: CheckpointRow
  /** The writes that are packed with the checkpoint. Undefined: it is a row of its own. */
  packedWrites: readonly PackedWrite[] | undefined
}

/** Returns the checkpoints of a row, oldest first. A database that is verified before its migration has rows without `packed`. */
export const expandRow = (stored: Row<'checkpoints'>): ExpandedCheckpoint[] => {
  const { first_checkpoint_id: _, packed_count: __, packed, ...row } = stored
  if (!(packed instanceof Uint8Array)) return [{ row, packedWrites: undefined }]
  return unpackCheckpoints(packed).map(({ writes, ...checkpoint }) => {
    const isChanged = row.checkpoint !== '' && checkpoint.checkpoint_id === row.checkpoint_id
    const changes = isChanged ? { checkpoint: row.checkpoint, metadata: row.metadata } : {}
    return { row: { ...row, ...checkpoint, ...changes }, packedWrites: writes }
  })
}

/** Writes that were added after packing are rows. As in the table, those of reserved channels (`idx` below 0) replace others. */
export const mergeWrites = <T extends Omit<PackedWrite, 'value'>>(
  packed: readonly T[],
  added: readonly T[],
): T[] => {
  if (added.length === 0) return [...packed]
  const writes = new Map(packed.map((write) => [toWriteKey(write), write]))
  for (const write of added) {
    const key = toWriteKey(write)
    if (write.idx < 0 || !writes.has(key)) writes.set(key, write)
  }
  return [...writes.values()].toSorted((a, b) =>
    a.task_id === b.task_id ? a.idx - b.idx : a.task_id < b.task_id ? -1 : 1,
  )
}

const toWriteKey = ({ task_id, idx }: Omit<PackedWrite, 'value'>): string => `${task_id} ${String(idx)}`

/**
 * Consecutive checkpoints of an ended run in one row of `checkpoints`. The text before compression is a line of JSON with the short columns
 * and the lengths of the long ones, followed by the long ones, which are JSON that would double its quotes inside of other JSON.
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

type WriteHeader = [task_id: string, idx: number, channel: string, valueLength: number]
type Header = [
  checkpoint_id: string,
  parent_checkpoint_id: string | null | typeof PREVIOUS,
  /** The time since the checkpoint before it. */
  createdAfter: number,
  checkpointLength: number,
  metadataLength: number,
  writes: WriteHeader[],
]

export const packCheckpoints = (checkpoints: readonly PackedCheckpoint[]): Promise<Uint8Array> => {
  const headers = checkpoints.map((row, index): Header => [
    row.checkpoint_id,
    index > 0 && row.parent_checkpoint_id === checkpoints[index - 1]?.checkpoint_id
      ? PREVIOUS
      : row.parent_checkpoint_id,
    row.created_at - (checkpoints[index - 1]?.created_at ?? 0),
    row.checkpoint.length,
    row.metadata.length,
    row.writes.map(({ task_id, idx, channel, value }) => [task_id, idx, channel, value.length]),
  ])
  const texts = checkpoints.flatMap(({ checkpoint, metadata, writes }) => [
    checkpoint,
    metadata,
    ...writes.map(({ value }) => value),
  ])
  return packText([JSON.stringify(headers), '\n', ...texts].join(''))
}

export const unpackCheckpoints = (packed: Uint8Array): PackedCheckpoint[] => {
  const text = unpackText(packed)
  let position = text.indexOf('\n')
  const headers = JSON.parse(text.slice(0, position++)) as Header[]
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

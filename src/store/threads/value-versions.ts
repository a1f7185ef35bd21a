/**
 * How the versions of a large channel value are stored: a version is usually the change against the version before it, so that a
 * conversation that grows by one message stores one message.
 *
 * The value of a row is one of
 * - the text of the value itself,
 * - `delta:{"chain":[…],"ops":[…]}⏎literal`: changes of the last version in `chain`. The chain starts with a version that is no delta,
 *   and each of its versions is a delta of the one before it.
 * - `pieces:{"pieces":[[version,from,to],…]}⏎literal`: a text made of ranges of the literals of other rows, and of its own (version '').
 *
 * Every MAX_CHAIN versions, a row of pieces follows. It copies the small pieces and refers to the large ones, so each part of a value
 * is stored about twice, and reading a version takes at most MAX_CHAIN rows and one row for each MIN_PIECE characters.
 */
import type { LongText } from '../../platform/joined-text.js'
import { isShared, toBuffer, type Text } from '../../platform/shared-text.js'
import { diffLongText, type TextOp } from './text-delta.js'

/** A range of the literal of a row. */
interface Piece {
  version: string
  from: number
  to: number
}

export interface ValueVersion {
  version: string
  text: LongText
  /** The literals that the text is made of. */
  pieces: Piece[]
  /** The versions that lead to this one, from a version that is no delta up to this one. */
  chain: string[]
}

export interface RestoredVersion extends ValueVersion {
  text: string
}

/** The values of the rows that are needed to restore a version, by version. */
export type ValueRows = Pick<ReadonlyMap<string, string>, 'get'>

const MAX_CHAIN = 24
const MIN_PIECE = 8_192
/** Shorter texts are stored whole. Outputs and states that are shorter are stored where they are used, not as a version. */
export const MIN_VERSION_CHARS = 2_000
/** The part of a text that a change may take; a larger one is stored whole. */
const MAX_CHANGED = 0.5

const DELTA = 'delta:'
const PIECES = 'pieces:'

/** Returns the value to store for a new version, and the version for the next call. */
export const addVersion = (
  previous: ValueVersion | undefined,
  version: string,
  text: LongText,
): { value: string; added: ValueVersion } => {
  if (previous === undefined || text.length < MIN_VERSION_CHARS) return addWhole(version, text)
  const delta = diffLongText(previous.text, text)
  if (delta.literal.length > MAX_CHANGED * text.length) return addWhole(version, text)
  const pieces = changePieces(previous.pieces, version, delta.ops)
  if (previous.chain.length <= MAX_CHAIN) {
    const value = `${DELTA}${JSON.stringify({ chain: previous.chain, ops: delta.ops })}\n${delta.literal}`
    return { value, added: { version, text, pieces, chain: [...previous.chain, version] } }
  }
  return addPiecesRow(version, text, pieces)
}

/** Lists the versions whose rows are needed to restore the version that is stored with this value. */
export const listReferences = (value: string): string[] => {
  if (!value.startsWith(PIECES)) return listChain(value)
  const versions = parsePieces(value).pieces.map(([version]) => version)
  return [...new Set(versions)].filter((version) => version !== '')
}

/** The first version of a chain is the only one whose own references are needed as well. */
export const listIndirectReferences = (value: string, rows: ValueRows): string[] => {
  const [first] = listChain(value)
  return first === undefined ? [] : listReferences(getRow(rows, first))
}

/** The versions that a delta is based on, oldest first; none for other values. */
const listChain = (value: string): string[] => (value.startsWith(DELTA) ? parseDelta(value).chain : [])

/** The deltas only change the list of pieces; the text is assembled once, from the last list. */
export const restoreVersion = (version: string, rows: ValueRows): RestoredVersion => {
  const chain = [...listChain(getRow(rows, version)), version]
  const [first = version, ...deltas] = chain
  let pieces = readBasePieces(first, getRow(rows, first))
  for (const name of deltas) pieces = changePieces(pieces, name, parseDelta(getRow(rows, name)).ops)
  const text = pieces.map((piece) => getLiteral(getRow(rows, piece.version)).slice(piece.from, piece.to))
  return { version, text: text.join(''), pieces, chain }
}

/** The pieces of a version that is no delta. */
const readBasePieces = (version: string, value: string): Piece[] =>
  value.startsWith(PIECES)
    ? parsePieces(value).pieces.map(([name, from, to]) => ({ version: name || version, from, to }))
    : toWholeVersion(version, value).pieces

const addWhole = (version: string, text: LongText): { value: string; added: ValueVersion } => ({
  value: String(text),
  added: toWholeVersion(version, text),
})

const toWholeVersion = (version: string, text: LongText): ValueVersion => ({
  version,
  text,
  pieces: [{ version, from: 0, to: text.length }],
  chain: [version],
})

/** Copies adjacent small pieces, and the pieces that are new, into the literal of the row. */
const addPiecesRow = (
  version: string,
  text: LongText,
  pieces: readonly Piece[],
): { value: string; added: ValueVersion } => {
  const merged: Piece[] = []
  let literal = ''
  let position = 0
  for (const piece of pieces) {
    const length = piece.to - piece.from
    const isCopied = length < MIN_PIECE || piece.version === version
    const last = merged.at(-1)
    if (!isCopied) merged.push(piece)
    else {
      if (last?.version === version) last.to += length
      else merged.push({ version, from: literal.length, to: literal.length + length })
      literal += text.slice(position, position + length)
    }
    position += length
  }
  const stored = merged.map(({ version: name, from, to }) => [name === version ? '' : name, from, to])
  const value = `${PIECES}${JSON.stringify({ pieces: stored })}\n${literal}`
  return { value, added: { version, text, pieces: merged, chain: [version] } }
}

const changePieces = (pieces: readonly Piece[], version: string, ops: readonly TextOp[]): Piece[] => {
  let inserted = 0
  return ops.flatMap((op) =>
    typeof op === 'number'
      ? [{ version, from: inserted, to: (inserted += op) }]
      : slicePieces(pieces, op[0], op[1]),
  )
}

const slicePieces = (pieces: readonly Piece[], from: number, to: number): Piece[] => {
  const sliced: Piece[] = []
  let start = 0
  for (const piece of pieces) {
    const end = start + piece.to - piece.from
    if (end > from && start < to)
      sliced.push({
        version: piece.version,
        from: piece.from + Math.max(0, from - start),
        to: piece.to - Math.max(0, end - to),
      })
    start = end
  }
  return sliced
}

const parseDelta = (value: string): { chain: string[]; ops: TextOp[] } =>
  JSON.parse(splitRow(value, DELTA).header) as ReturnType<typeof parseDelta>

const parsePieces = (value: string): { pieces: [version: string, from: number, to: number][] } =>
  JSON.parse(splitRow(value, PIECES).header) as ReturnType<typeof parsePieces>

/** True if the row is the text of the value itself. */
export const isWhole = (value: Text): boolean => {
  const start = isShared(value) ? toBuffer(value).toString('latin1', 0, PIECES.length) : value
  return !start.startsWith(DELTA) && !start.startsWith(PIECES)
}

/** Returns the row up to the end of its header; of the text of a value, a few characters. */
export const readHeader = (value: Text): string => {
  if (!isShared(value)) return value
  const end = isWhole(value) ? PIECES.length : value.indexOf(NEWLINE) + 1
  return toBuffer(value).toString('utf8', 0, end)
}

const NEWLINE = 0x0a

const splitRow = (value: string, prefix: string): { header: string; literal: string } => {
  const end = value.indexOf('\n')
  return { header: value.slice(prefix.length, end), literal: value.slice(end + 1) }
}

const getLiteral = (value: string): string => {
  const prefix = [DELTA, PIECES].find((name) => value.startsWith(name))
  return prefix === undefined ? value : splitRow(value, prefix).literal
}

const getRow = (rows: ValueRows, version: string): string => {
  const value = rows.get(version)
  if (value === undefined) throw new Error(`Version ${version} of a channel value is missing.`)
  return value
}

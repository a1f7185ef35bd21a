/**
 * Cursors are opaque to clients: the position of the last row seen, bound by a checksum to the list (and its
 * filters) that made it, so that anything else is told apart from it and refused.
 */
import { createHash } from 'node:crypto'
import { AppError } from '../errors.js'
import type { Page } from '../schema/common.js'
import type { PageRequest, Position } from '../store/sql/page.js'

export const encodeCursor = (listKey: string, { at, id }: Position): string => {
  const position = Buffer.from(JSON.stringify([at, id])).toString('base64url')
  return `${position}.${checksum(listKey, position)}`
}

export const decodeCursor = (listKey: string, cursor: string): Position => {
  const [position = '', givenChecksum] = cursor.split('.')
  if (givenChecksum !== checksum(listKey, position)) {
    throw new AppError('validation_error', 'cursor is not one that this list gave out', {
      cursor: 'is not one that this list gave out',
    })
  }
  const [at, id] = JSON.parse(Buffer.from(position, 'base64url').toString()) as [number, string]
  return { at, id }
}

const checksum = (listKey: string, position: string): string =>
  createHash('sha256').update(`heddle cursor 1\n${listKey}\n${position}`).digest('base64url').slice(0, 12)

export interface ListQuery {
  limit?: number
  cursor?: string
}

/** What the store is asked for. */
export const toPageRequest = (listKey: string, { limit = 50, cursor }: ListQuery): PageRequest => ({
  limit,
  after: cursor === undefined ? undefined : decodeCursor(listKey, cursor),
})

/** The envelope of a page, from rows of which there may be one more than the limit. */
export const toPage = <Row, Item>(
  listKey: string,
  { limit }: PageRequest,
  rows: Row[],
  toPosition: (row: Row) => Position,
  toItem: (row: Row) => Item,
): Page<Item> => {
  const pageRows = rows.slice(0, limit)
  const last = pageRows.at(-1)
  const has_more = rows.length > limit && last !== undefined
  return {
    data: pageRows.map(toItem),
    has_more,
    next_cursor: has_more ? encodeCursor(listKey, toPosition(last)) : null,
  }
}

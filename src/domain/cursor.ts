/**
 * Pagination cursors. A cursor contains the position of the last row of a page, and a checksum over this position and the list
 * (including its filters). A cursor of another list, or one that a client made up, fails the checksum.
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
    throw new AppError('validation_error', 'cursor is not a cursor of this list', {
      cursor: 'is not a cursor of this list',
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

export const toPageRequest = (listKey: string, { limit = 50, cursor }: ListQuery): PageRequest => ({
  limit,
  after: cursor === undefined ? undefined : decodeCursor(listKey, cursor),
})

/** Builds the page envelope. The store returns one row more than the limit if there is a next page. */
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

/** Tables for the terminal. On a terminal, wide columns are shortened so that a row takes one line. */
import { toPrintable } from './format.js'

export interface Column<T> {
  title: string
  value: (item: T) => string | number | null | undefined
  /** True: the column is shortened if the table is too wide. IDs are never shortened, because users copy them. */
  isFlexible?: boolean
  align?: 'left' | 'right'
  /** Adds colour to a cell after it has been padded. */
  paint?: (cell: string, item: T) => string
}

const GAP = '  '
const MIN_FLEXIBLE_WIDTH = 8
const graphemes = new Intl.Segmenter()
const WIDE_CHARACTER =
  /^(\p{Emoji_Presentation}|\p{Script=Han}|\p{Script=Hangul}|\p{Script=Hiragana}|\p{Script=Katakana})/u

const splitGraphemes = (text: string): string[] =>
  Array.from(graphemes.segment(text), ({ segment }) => segment)

const getGraphemeWidth = (grapheme: string): number => (WIDE_CHARACTER.test(grapheme) ? 2 : 1)

/** The number of terminal columns that a text occupies. */
export const getTextWidth = (text: string): number =>
  splitGraphemes(text).reduce((width, grapheme) => width + getGraphemeWidth(grapheme), 0)

export const shorten = (text: string, maxWidth: number): string => {
  if (getTextWidth(text) <= maxWidth) return text
  let width = 1
  let shortened = ''
  for (const grapheme of splitGraphemes(text)) {
    width += getGraphemeWidth(grapheme)
    if (width > maxWidth) break
    shortened += grapheme
  }
  return `${shortened}…`
}

const pad = (text: string, width: number, align: 'left' | 'right' = 'left'): string => {
  const padding = ' '.repeat(Math.max(0, width - getTextWidth(text)))
  return align === 'left' ? text + padding : padding + text
}

/** Takes the excess from the widest flexible columns first. */
const fitWidths = (widths: readonly number[], isFlexible: readonly boolean[], maxWidth: number): number[] => {
  const fitted = [...widths]
  const getTotal = (): number => fitted.reduce((sum, width) => sum + width, GAP.length * (fitted.length - 1))
  while (getTotal() > maxWidth) {
    let widest = -1
    for (const [index, width] of fitted.entries())
      if (isFlexible[index] && width > MIN_FLEXIBLE_WIDTH && width > (fitted[widest] ?? 0)) widest = index
    if (widest === -1) break
    fitted[widest] = (fitted[widest] ?? 0) - 1
  }
  return fitted
}

export const formatTable = <T>(
  items: readonly T[],
  columns: readonly Column<T>[],
  maxWidth = Number.POSITIVE_INFINITY,
): string => {
  const cells = items.map((item) => columns.map(({ value }) => toPrintable(String(value(item) ?? ''))))
  const naturalWidths = columns.map(({ title }, index) =>
    Math.max(getTextWidth(title), ...cells.map((row) => getTextWidth(row[index] ?? ''))),
  )
  const isFlexible = columns.map((column) => column.isFlexible === true)
  const widths = Number.isFinite(maxWidth) ? fitWidths(naturalWidths, isFlexible, maxWidth) : naturalWidths
  const formatCell = (text: string, index: number): string => {
    const width = widths[index] ?? 0
    return pad(isFlexible[index] ? shorten(text, width) : text, width, columns[index]?.align)
  }
  const header = columns.map(({ title }, index) => formatCell(title, index)).join(GAP)
  const rows = items.map((item, rowIndex) =>
    columns
      .map(({ paint }, index) => {
        const cell = formatCell(cells[rowIndex]?.[index] ?? '', index)
        return paint === undefined ? cell : paint(cell, item)
      })
      .join(GAP),
  )
  return [header, ...rows].map((line) => `${line.trimEnd()}\n`).join('')
}

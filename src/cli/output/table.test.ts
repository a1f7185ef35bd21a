import { describe, expect, it } from 'vitest'
import { formatTable, getTextWidth, shorten } from './table.js'

const columns = [
  { title: 'ID', value: ({ id }: { id: string }) => id },
  { title: 'COUNT', value: ({ count }: { count: number }) => count, align: 'right' as const },
  { title: 'TEXT', value: ({ text }: { text: string }) => text, isFlexible: true },
]
const rows = [
  { id: 'a', count: 1, text: 'short' },
  { id: 'bcd', count: 20, text: 'a text that is\nlonger than the terminal' },
]
type Row = (typeof rows)[number]

describe('formatTable', () => {
  it('columns are aligned, and line breaks do not break rows', () => {
    expect(formatTable<Row>(rows, columns)).toBe(
      'ID   COUNT  TEXT\na        1  short\nbcd     20  a text that is longer than the terminal\n',
    )
  })

  it('only flexible columns are shortened to fit the terminal', () => {
    const lines = formatTable<Row>(rows, columns, 24).trimEnd().split('\n')
    expect(lines.at(-1)).toBe('bcd     20  a text that…')
    expect(Math.max(...lines.map(getTextWidth))).toBe(24)
    expect(formatTable<Row>(rows, columns, 5)).toContain('bcd')
  })

  it('wide characters count twice, and combined ones once', () => {
    expect(getTextWidth('日本')).toBe(4)
    expect(getTextWidth('e\u0301')).toBe(1)
    expect(shorten('日本語', 5)).toBe('日本…')
  })
})

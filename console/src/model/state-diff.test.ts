import { describe, expect, it } from 'vitest'
import { parseExact } from './exact-json.ts'
import { countSigns, diffFields, isEqual, listChanges, toDiffRows } from './state-diff.ts'

const before = {
  stage: 'approval',
  refund: { status: 'asked', amount: 20 },
  hint: 'a new lid',
  order: { id: 4711 },
}
const after = {
  stage: 'reply',
  refund: { status: 'created', amount: 20, id: 're_5521' },
  order: { id: 4711 },
  approval: { by: 'maria' },
}

const rowsOf = (changedOnly: boolean, open = new Map<string, boolean>()) =>
  toDiffRows(diffFields(before, after), { open, changedOnly }).map(
    ({ sign, name, depth, hidden }) =>
      `${'  '.repeat(depth)}${sign} ${name}${hidden > 0 ? ` (${String(hidden)} hidden)` : ''}`,
  )

describe('the difference of two states', () => {
  it('marks added, changed, removed and unchanged keys and opens what changed', () => {
    expect(rowsOf(false)).toEqual([
      '~ stage',
      '~ refund',
      '  ~ status',
      '  = amount',
      '  + id',
      '= order',
      '+ approval',
      '− hint',
    ])
    expect(countSigns(diffFields(before, after))).toEqual({ '+': 1, '~': 2, '−': 1, '=': 1 })
  })

  it('leaves out unchanged keys on request and counts those inside of an opened object', () => {
    expect(rowsOf(true)).toEqual([
      '~ stage',
      '~ refund (1 hidden)',
      '  ~ status',
      '  + id',
      '+ approval',
      '− hint',
    ])
  })

  it('opens and closes rows on request', () => {
    expect(
      rowsOf(
        true,
        new Map([
          ['/refund', false],
          ['/approval', true],
        ]),
      ),
    ).toEqual(['~ stage', '~ refund', '+ approval', '  + by', '− hint'])
  })

  it('lists the top-level keys that differ', () => {
    expect(listChanges(before, after)).toEqual([
      { sign: '~', name: 'stage' },
      { sign: '~', name: 'refund' },
      { sign: '+', name: 'approval' },
      { sign: '−', name: 'hint' },
    ])
    expect(listChanges(undefined, { a: 1 })).toEqual([{ sign: '+', name: 'a' }])
    expect(listChanges('text', ['a'])).toEqual([{ sign: '+', name: '0' }])
  })

  it('a value that changes its type has no children', () => {
    const [row] = diffFields({ a: { b: 1 } }, { a: [1] })
    expect(row).toMatchObject({ sign: '~', size: 0 })
    expect(row?.children()).toEqual([])
  })

  it('compares large integers by their digits', () => {
    const left = parseExact('{"id": 12345678901234567890}')
    expect(isEqual(left, parseExact('{"id": 12345678901234567890}'))).toBe(true)
    expect(isEqual(left, parseExact('{"id": 12345678901234567891}'))).toBe(false)
  })

  it('escapes names in paths', () => {
    expect(diffFields({}, { 'a/b': { '~': 1 } })[0]?.children()[0]?.path).toBe('/a~1b/~0')
  })

  it('does not compare what is not shown', () => {
    const large = Object.fromEntries(
      Array.from({ length: 50_000 }, (_, index) => [`k${String(index)}`, { v: index }]),
    )
    const rows = toDiffRows(diffFields({ large }, { large: { ...large, more: 1 } }), {
      open: new Map([['/large', false]]),
      changedOnly: false,
    })
    expect(rows).toHaveLength(1)
  })
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { diffLines } from './line-diff.ts'

const write = (before: string, after: string): string[] =>
  diffLines(before, after).map(({ sign, text }) => `${sign} ${text}`)

test('lines are kept, removed or added', () => {
  expect(write('Be friendly.\nLook it up.', 'Be brief.\nLook it up.\nNever guess.')).toEqual([
    '− Be friendly.',
    '+ Be brief.',
    '= Look it up.',
    '+ Never guess.',
  ])
  expect(write('', 'a')).toEqual(['+ a'])
  expect(write('', '')).toEqual([])
})

test('the kept and removed lines are the text before, the kept and added ones the text after', () => {
  const lines = fc.array(fc.constantFrom('a', 'b', 'c', ''), { minLength: 1, maxLength: 12 })
  fc.assert(
    fc.property(lines, lines, (one, other) => {
      const [before, after] = [one.join('\n'), other.join('\n')]
      const changes = diffLines(before, after)
      const join = (sign: string): string =>
        changes.flatMap((change) => (['=', sign].includes(change.sign) ? [change.text] : [])).join('\n')
      expect([join('−'), join('+')]).toEqual([before, after])
    }),
  )
})

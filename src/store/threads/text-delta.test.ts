import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { JoinedText } from '../../platform/joined-text.js'
import { diffLongText, diffText, type TextDelta } from './text-delta.js'

const message = fc.record({
  role: fc.constantFrom('user', 'assistant'),
  content: fc.string({ unit: 'binary', maxLength: 300 }),
})
const messages = fc.array(message, { maxLength: 20 })

const applyDelta = (base: string, { ops, literal }: TextDelta): string => {
  let read = 0
  return ops
    .map((op) => (typeof op === 'number' ? literal.slice(read, (read += op)) : base.slice(op[0], op[1])))
    .join('')
}

const countLiteral = (base: unknown, changed: unknown): number =>
  diffText(JSON.stringify(base), JSON.stringify(changed)).literal.length

describe('the difference of two texts', () => {
  it('gives the second text when it is applied to the first', () => {
    fc.assert(
      fc.property(messages, messages, messages, (before, shared, after) => {
        const base = JSON.stringify([...before, ...shared])
        const text = JSON.stringify([...shared, ...after])
        expect(applyDelta(base, diffText(base, text))).toBe(text)
      }),
    )
  })

  it('is the same kind of change for texts in parts', () => {
    const toText = (list: unknown[]): JoinedText =>
      new JoinedText([
        '[',
        ...list.flatMap((item, index) => [index === 0 ? '' : ',', JSON.stringify(item)]),
        ']',
      ])
    fc.assert(
      fc.property(messages, messages, messages, (before, shared, after) => {
        const base = toText([...before, ...shared])
        for (const text of [toText([...shared, ...after]), toText([...before, ...after, ...shared])]) {
          const delta = diffLongText(base, text)
          expect(applyDelta(String(base), delta)).toBe(String(text))
          expect(applyDelta(String(base), diffLongText(String(base), text))).toBe(String(text))
          expect(delta.literal.isWellFormed()).toBe(true)
        }
      }),
    )
    const list = Array.from({ length: 20 }, (_, index) => ({ content: `${index} ${'x'.repeat(100)}` }))
    expect(diffLongText(toText(list), toText([...list, { content: 'new' }])).literal).toBe(
      ',{"content":"new"}]',
    )
  })

  it('splits no surrogate pair', () => {
    // The two characters share their first half.
    const [first, second] = ['😀'.repeat(100), '😁'.repeat(100)]
    const base = `${'a'.repeat(50)}${first}${'b'.repeat(50)}`
    const text = `${'a'.repeat(50)}${second}${'b'.repeat(50)}`
    const delta = diffText(base, text)
    expect(delta.literal.isWellFormed()).toBe(true)
    expect(applyDelta(base, delta)).toBe(text)
    // These share their second half.
    const other = diffText('𐀀'.repeat(60), '𐐀'.repeat(60))
    expect(other.literal.isWellFormed()).toBe(true)
  })

  const list = Array.from({ length: 100 }, (_, index) => `${String(index)} ${'weft '.repeat(index)}`)

  it('contains only the element that was added to a list', () => {
    expect(countLiteral(list, [...list, 'added'])).toBeLessThan(20)
  })

  it('contains nothing of a list whose first elements were removed', () => {
    expect(countLiteral(list, list.slice(20))).toBeLessThan(20)
  })

  it('contains only the new element of a list that drops its oldest one', () => {
    expect(countLiteral(list, [...list.slice(1), 'added'])).toBeLessThan(20)
  })

  it('contains only the two elements of a list that were replaced', () => {
    expect(countLiteral(list, list.with(90, 'replaced').with(97, 'replaced'))).toBeLessThan(500)
  })
})

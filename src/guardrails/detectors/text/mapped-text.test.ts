import fc from 'fast-check'
import { expect, test } from 'vitest'
import { MappedTextBuilder } from './mapped-text.js'

/** What a step adds to the text, and how many units of the source it represents. */
const step = fc.oneof(
  fc.record({ output: fc.string({ maxLength: 4 }), isVerbatim: fc.constant(true), consumed: fc.constant(0) }),
  fc.record({ output: fc.string({ maxLength: 4 }), isVerbatim: fc.constant(false), consumed: fc.nat(3) }),
)

test('every range of a text maps to the range that its units represent', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 6 }), (steps) => {
      const builder = new MappedTextBuilder()
      const units: { start: number; end: number }[] = []
      let at = 0
      for (const { output, isVerbatim, consumed } of steps) {
        const end = at + (isVerbatim ? output.length : consumed)
        if (isVerbatim) builder.addVerbatim(output, at)
        else builder.add(output, at, end)
        for (let unit = 0; unit < output.length; unit++)
          units.push(isVerbatim ? { start: at + unit, end: at + unit + 1 } : { start: at, end })
        at = end
      }
      const { text, toSourceRange } = builder.build(at)
      expect(text).toBe(steps.map(({ output }) => output).join(''))
      for (let start = 1; start < units.length; start++)
        for (let end = start + 1; end <= units.length; end++)
          expect(toSourceRange(start, end)).toEqual({ start: units[start]?.start, end: units[end - 1]?.end })
      expect(toSourceRange(0, text.length)).toEqual({ start: 0, end: at })
      expect(toSourceRange(text.length + 1, text.length + 1)).toEqual({ start: at, end: at })
    }),
  )
})

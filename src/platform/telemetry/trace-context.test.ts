import { describe, expect, it } from 'vitest'
import { deriveSpanId, deriveTraceId, formatTraceparent, parseTraceparent } from './trace-context.js'

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'
const SPAN = '00f067aa0ba902b7'

describe('traceparent', () => {
  it('is read and written', () => {
    for (const flags of ['00', '01']) {
      const header = `00-${TRACE}-${SPAN}-${flags}`
      const context = parseTraceparent(header)
      expect(context).toEqual({ traceId: TRACE, spanId: SPAN, isSampled: flags === '01' })
      expect(formatTraceparent(context!)).toBe(header)
    }
  })

  it('of a later version is read as far as it is known', () => {
    expect(parseTraceparent(`cc-${TRACE}-${SPAN}-03-more`)).toMatchObject({ traceId: TRACE, isSampled: true })
  })

  it.each([
    undefined,
    ['a'],
    '',
    'x',
    `ff-${TRACE}-${SPAN}-01`,
    `00-${TRACE}-${SPAN}-01-more`,
    `00-${'0'.repeat(32)}-${SPAN}-01`,
    `00-${TRACE}-${'0'.repeat(16)}-01`,
    `00-${TRACE.toUpperCase()}-${SPAN}-01`,
  ])('%s is ignored', (header) => {
    expect(parseTraceparent(header)).toBeUndefined()
  })
})

describe('derived IDs', () => {
  it('are the same for the same names and have the length of the specification', () => {
    expect(deriveSpanId('run', 'task')).toBe(deriveSpanId('run', 'task'))
    expect(deriveSpanId('run', 'task')).not.toBe(deriveSpanId('runt', 'ask'))
    expect(deriveSpanId('run')).toMatch(/^[0-9a-f]{16}$/)
    expect(deriveTraceId('run')).toMatch(/^[0-9a-f]{32}$/)
  })
})

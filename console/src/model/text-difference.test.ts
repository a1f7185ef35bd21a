import { describe, expect, it } from 'vitest'
import { diffTexts } from './text-difference.ts'

describe('the difference of two texts', () => {
  it('words that are removed and added are marked, and the rest is kept', () => {
    expect(diffTexts('The refund is late.', 'The parcel is late.')).toEqual([
      { kind: 'same', text: 'The ' },
      { kind: 'removed', text: 'refund' },
      { kind: 'added', text: 'parcel' },
      { kind: 'same', text: ' is late.' },
    ])
  })

  it('long texts are shown one after the other', () => {
    const long = 'a '.repeat(10_000)
    expect(diffTexts(long, 'b')).toEqual([
      { kind: 'removed', text: long },
      { kind: 'added', text: 'b' },
    ])
  })
})

import { describe, expect, it } from 'vitest'
import { describeAgreement } from './judge-agreement.ts'

describe('the agreement of a judge in words', () => {
  it.each([
    [0.9, 'almost always'],
    [0.71, 'well'],
    [0.5, 'moderately'],
    [0.3, 'only in part'],
    [-0.2, 'hardly more than chance'],
    [null, 'cannot be computed'],
  ])('a kappa of %s is described', (kappa, words) => {
    expect(describeAgreement(kappa)).toContain(words)
  })
})

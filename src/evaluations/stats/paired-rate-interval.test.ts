import { describe, expect, it } from 'vitest'
import { pairedRateInterval } from './paired-rate-interval.js'

describe('pairedRateInterval', () => {
  it('the interval of a large sample is that of the published example', () => {
    // Agresti, An Introduction to Categorical Data Analysis: 1,600 ratings, 150 against 86 changes, -0.04 ± 0.019.
    const [low, high] = pairedRateInterval({ regressed: 150, fixed: 86, pairs: 1_600 })
    expect(low).toBeCloseTo(-0.059, 3)
    expect(high).toBeCloseTo(-0.021, 3)
  })

  it('without any change, the interval contains 0 and narrows with the number of pairs', () => {
    const [low, high] = pairedRateInterval({ regressed: 0, fixed: 0, pairs: 10 })
    expect(low).toBeCloseTo(-high, 12)
    expect(high).toBeGreaterThan(0.1)
    expect(pairedRateInterval({ regressed: 0, fixed: 0, pairs: 1_000 })[1]).toBeLessThan(0.01)
  })
})

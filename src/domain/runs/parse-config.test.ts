import { expect, it } from 'vitest'
import { limitRecursion } from './parse-config.js'

it('a stored recursion_limit above the maximum is lowered to it, and other configs stay the same object', () => {
  expect(limitRecursion({ recursion_limit: 1_000_000, tags: ['a'] }, 10_000)).toEqual({
    recursion_limit: 10_000,
    tags: ['a'],
  })
  for (const config of [{ recursion_limit: 25 }, { recursion_limit: 10_000 }, {}])
    expect(limitRecursion(config, 10_000)).toBe(config)
})

import { expect, it } from 'vitest'
import { newUuid } from './ids.ts'

it('ids are UUIDs of version 4 and differ', () => {
  const ids = Array.from({ length: 100 }, newUuid)
  expect(new Set(ids).size).toBe(100)
  for (const id of ids) expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
})

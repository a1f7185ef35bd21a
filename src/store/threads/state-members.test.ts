import { expect, it } from 'vitest'
import { divideState } from './state-members.js'

const divide = (values: unknown) => {
  const { members, omitted } = divideState(values)
  return { members: JSON.parse(members) as unknown, omitted: JSON.parse(omitted) as unknown }
}

it('small members stay, and the names of the others are listed', () => {
  const small = { user: 'ada', tags: ['a', { b: null }], count: 3, done: false }
  const large = { text: 'x'.repeat(300), messages: Array.from({ length: 200 }, () => ({ a: 1 })) }
  expect(divide({ ...small, ...large })).toEqual({ members: small, omitted: ['text', 'messages'] })
})

it('a member whose JSON is longer than its text is measured by its JSON', () => {
  expect(divide({ text: '"'.repeat(200) })).toEqual({ members: {}, omitted: ['text'] })
})

it('all small members together are limited, and so is the time for a nested one', () => {
  const values = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`m${index}`, 'x'.repeat(100)]))
  const { members, omitted } = divide(values)
  expect(JSON.stringify(members).length).toBeLessThan(1_100)
  expect(Object.keys(members as object).length + (omitted as unknown[]).length).toBe(50)
  let visited = 0
  const counted = Array.from({ length: 1_000 }, () =>
    Object.defineProperty({}, 'a', { enumerable: true, get: () => visited++ }),
  )
  divideState({ counted })
  expect(visited).toBeLessThan(200)
})

it('a member without JSON is in neither list, and a state that is no object has no members', () => {
  expect(divide({ missing: undefined, present: null })).toEqual({ members: { present: null }, omitted: [] })
  for (const values of ['text', 7, null, ['a'], undefined])
    expect(divide(values)).toEqual({ members: null, omitted: [] })
})

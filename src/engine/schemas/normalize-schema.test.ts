import { expect, it } from 'vitest'
import { normalizeSchema } from './normalize-schema.js'

it('names definitions without file paths, and keeps names apart that become equal', () => {
  const first = 'import("/a",{with:{"resolution-mode":"import"}}).Block'
  const second = 'import("/b").Block'
  const toReference = (name: string) => ({ $ref: `#/definitions/${encodeURIComponent(name)}` })
  expect(
    normalizeSchema({
      type: 'object',
      properties: { one: toReference(first), two: { anyOf: [toReference(second), { type: 'null' }] } },
      definitions: { [first]: { type: 'object' }, [second]: { type: 'string' } },
    }),
  ).toEqual({
    type: 'object',
    properties: {
      one: { $ref: '#/definitions/Block' },
      two: { anyOf: [{ $ref: '#/definitions/Block_1' }, { type: 'null' }] },
    },
    definitions: { Block: { type: 'object' }, Block_1: { type: 'string' } },
  })
})

it('omits keys that are symbols and the labels of tuples, but no property with such a name', () => {
  expect(
    normalizeSchema({
      properties: {
        '__@iterator@82': {},
        title: { title: 'Title', type: 'string' },
        items: { type: 'array', items: [{ title: 'x', type: 'number' }, { type: 'string' }] },
      },
    }),
  ).toEqual({
    properties: {
      title: { title: 'Title', type: 'string' },
      items: { type: 'array', items: [{ type: 'number' }, { type: 'string' }] },
    },
  })
})

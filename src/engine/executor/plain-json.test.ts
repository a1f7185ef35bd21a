import { HumanMessage } from '@langchain/core/messages'
import { Send } from '@langchain/langgraph'
import { MemorySaver } from '@langchain/langgraph-checkpoint'
import { describe, expect, it } from 'vitest'
import { parsePlainJson, stringifyPlainJson } from './plain-json.js'

const { serde } = new MemorySaver()

const serialize = async (value: unknown): Promise<string> => {
  const [, bytes] = await serde.dumpsTyped(value)
  return new TextDecoder().decode(bytes)
}

const circular: Record<string, unknown> = {}
circular['self'] = circular

const toCases = (values: readonly unknown[]) => values.map((value) => ({ value }))

describe('plain JSON', () => {
  it.each(
    toCases([
      null,
      true,
      '',
      'a "quoted" \u2028 \ud800 text',
      0,
      -1.5,
      1e300,
      [],
      {},
      { a: [1, { b: null }], 'branch:to:x': null, constructor: 'x', lc: 1 },
    ]),
  )('$value is written as LangGraph writes it', async ({ value }) => {
    expect(stringifyPlainJson(value)).toBe(await serialize(value))
  })

  it.each(
    toCases([
      undefined,
      Number.NaN,
      1n,
      [undefined],
      { a: undefined },
      new Map([[1, 2]]),
      { a: new Set([1]) },
      [new HumanMessage('x')],
      new Send('node', {}),
      { lg_name: 'Send', node: 'node', args: {} },
      { toJSON: () => 'x' },
      new Uint8Array(1),
      new Date(0),
      Object.create({ inherited: 1 }) as unknown,
      circular,
      // oxlint-disable-next-line no-sparse-arrays -- a hole is undefined
      [1, , 2],
    ]),
  )('other values are left to LangGraph (%#)', ({ value }) => {
    expect(stringifyPlainJson(value)).toBeUndefined()
  })

  it.each(['null', '"a"', '[1,{"a":{"b":[true]}}]', '{"lcx":1,"x":"lc"}', '{"a":"\\"lc\\":"}'])(
    '%s is read as LangGraph reads it',
    async (text) => {
      const plain = parsePlainJson(text)
      expect(plain).toBeDefined()
      expect(plain?.value).toEqual(await serde.loadsTyped('json', text))
    },
  )

  it('texts with instances of classes are left to LangGraph', async () => {
    for (const value of [[new HumanMessage('x')], new Map([['a', new Set([1])]]), { a: undefined }])
      expect(parsePlainJson(await serialize(value))).toBeUndefined()
  })
})

import { AIMessage, type BaseMessage } from '@langchain/core/messages'
import { ToolNode } from '@langchain/langgraph/prebuilt'
import { describe, expect, it } from 'vitest'
import { failure, success, makeTestToolbox } from './test-toolbox.js'

const NOW = Date.UTC(2026, 6, 1, 22, 30, 5, 250)

describe('built-in tools', () => {
  it('can be defined by name and by object', async () => {
    const { definitions, server } = await makeTestToolbox().open('calculator', {
      type: 'builtin',
      name: 'clock',
    })
    expect(definitions.map((tool) => tool.function.name)).toEqual(['calculator', 'clock'])
    expect([...server.keys()]).toEqual(['calculator', 'clock'])
  })

  it('evaluate arithmetic expressions', async () => {
    const { call } = await makeTestToolbox().open('calculator')
    expect(await call('calculator', { expression: '0.1 + 0.2' })).toEqual(success('0.3'))
    expect(await call('calculator', { expression: '17 * 23' })).toEqual(success('391'))
    expect(await call('calculator', { expression: '1 / 0' })).toEqual(failure('division by zero'))
    expect(await call('calculator', {})).toEqual(failure('wrong arguments: expression is required'))
  })

  it("run in LangGraph's ToolNode, and failures have the status error", async () => {
    const { server } = await makeTestToolbox().open('calculator')
    const toolCalls = ['6 * 7', '6 *'].map((expression, index) => ({
      ...{ type: 'tool_call' as const, id: `call_${index}`, name: 'calculator' },
      args: { expression },
    }))
    const node = new ToolNode([...server.values()])
    const { messages } = (await node.invoke({
      messages: [new AIMessage({ content: '', tool_calls: toolCalls })],
    })) as { messages: BaseMessage[] }
    expect(messages).toMatchObject([
      { tool_call_id: 'call_0', status: 'success', content: '42' },
      { tool_call_id: 'call_1', status: 'error', content: 'Error: the expression ends too early' },
    ])
  })

  it('throw the abort reason for a cancelled run', async () => {
    const { call } = await makeTestToolbox().open('calculator')
    const reason = new Error('cancelled by the user')
    const signal = AbortSignal.abort(reason)
    await expect(call('calculator', { expression: '1' }, { signal })).rejects.toBe(reason)
  })

  it('return the time in a time zone', async () => {
    const { call } = await makeTestToolbox({ clock: () => NOW }).open('clock')
    const timeIn = async (args: Record<string, unknown>): Promise<unknown> =>
      JSON.parse((await call('clock', args)).content as string)
    const rest = { unix_seconds: NOW / 1000 - 0.25 }
    expect(await timeIn({})).toEqual({
      time: '2026-07-01T22:30:05+00:00',
      weekday: 'Wednesday',
      timezone: 'UTC',
      ...rest,
    })
    expect(await timeIn({ timezone: 'Asia/Kolkata' })).toEqual({
      time: '2026-07-02T04:00:05+05:30',
      weekday: 'Thursday',
      timezone: 'Asia/Kolkata',
      ...rest,
    })
    expect(await call('clock', { timezone: 'Mars/Base' })).toEqual(
      failure('"Mars/Base" is not an IANA time zone'),
    )
  })

  it('count characters, words, sentences and lines', async () => {
    const { call } = await makeTestToolbox().open('text_stats')
    expect(await call('text_stats', { text: 'Grüße 👩‍👩‍👧! It is late.\nBye.' })).toEqual(
      success('{"characters":25,"words":5,"sentences":3,"lines":2}'),
    )
    expect(await call('text_stats', { text: '' })).toEqual(
      success('{"characters":0,"words":0,"sentences":0,"lines":0}'),
    )
  })

  it('generate UUIDs', async () => {
    const { call } = await makeTestToolbox().open('uuid')
    const lines = ((await call('uuid', { count: 3 })).content as string).split('\n')
    expect(new Set(lines).size).toBe(3)
    for (const line of lines)
      expect(line).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    expect(await call('uuid', { count: 101 })).toEqual(failure('wrong arguments: count must be <= 100'))
  })
})

describe('functions of the client', () => {
  it('are offered to the model and not run here, in both forms', async () => {
    const parameters = { type: 'object', properties: { q: { type: 'string' } } }
    const { definitions, server, client } = await makeTestToolbox().open(
      { type: 'function', function: { name: 'ask', description: 'Asks.', parameters, strict: true } },
      { type: 'function', name: 'flat', description: null },
    )
    expect(definitions).toEqual([
      { type: 'function', function: { name: 'ask', description: 'Asks.', parameters, strict: true } },
      {
        type: 'function',
        function: { name: 'flat', description: '', parameters: { type: 'object', properties: {} } },
      },
    ])
    expect([...client]).toEqual(['ask', 'flat'])
    expect(server.size).toBe(0)
  })

  it('definitions that cannot be used are refused with their paths', async () => {
    await expect(
      makeTestToolbox().open('uuid', { type: 'http', name: 'a', url: 'ftp://a' }),
    ).rejects.toMatchObject({
      name: 'InvalidTools',
      code: 'invalid_tools',
      details: { 'tools/1/url': 'must be an http or https URL' },
    })
  })
})

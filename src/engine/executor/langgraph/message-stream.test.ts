import { AIMessageChunk, HumanMessage } from '@langchain/core/messages'
import { describe, expect, it } from 'vitest'
import { TextChunk } from '../../models/client/text-chunk.js'
import { makeMessageStream } from './message-stream.js'

const collectTuples = () => {
  const events: [name: string, data: unknown][] = []
  const stream = makeMessageStream({ asTuples: true, asAccumulated: false }, (name, data) => {
    events.push([name, data])
  })
  return { events, stream }
}

describe('the messages of a stream as tuples', () => {
  it('serializes the metadata of a call once for all chunks of its message', () => {
    let conversions = 0
    const metadata = { langgraph_node: { toJSON: () => `node ${String(++conversions)}` } }
    const { events, stream } = collectTuples()
    for (const content of ['Hel', 'lo'])
      stream.emitMessage([new AIMessageChunk({ id: 'm1', content }), metadata], '|sub:1')
    expect(events).toEqual(
      ['Hel', 'lo'].map((content) => [
        'messages|sub:1',
        [expect.objectContaining({ content, type: 'AIMessageChunk' }), { langgraph_node: 'node 1' }],
      ]),
    )
  })

  it('keeps the metadata of each call apart', () => {
    const { events, stream } = collectTuples()
    stream.emitMessage([new AIMessageChunk('a'), { langgraph_step: 1 }], '')
    stream.emitMessage([new AIMessageChunk('b'), { langgraph_step: 2 }], '')
    expect(events.map(([, data]) => (data as unknown[])[1])).toEqual([
      { langgraph_step: 1 },
      { langgraph_step: 2 },
    ])
  })

  it("emits the same tuple for LangChain's chunk and for our own", () => {
    const response_metadata = { model_provider: 'openai', usage: {} }
    const { events, stream } = collectTuples()
    stream.emitMessage([new AIMessageChunk({ id: 'm1', content: 'Hi', response_metadata }), {}], '')
    stream.emitMessage([new TextChunk({ content: 'Hi', response_metadata }, 'm1'), {}], '')
    expect(events[0]).toEqual(events[1])
  })

  it('converts values in a message that JSON cannot represent', () => {
    const message = new HumanMessage({ content: 'Hi', additional_kwargs: { at: new Date(0), size: 1n } })
    Object.assign(message.additional_kwargs, { self: message.additional_kwargs })
    const { events, stream } = collectTuples()
    stream.emitMessage([message, {}], '')
    expect(events).toMatchObject([
      [
        'messages',
        [{ additional_kwargs: { at: '1970-01-01T00:00:00.000Z', size: '1', self: '[Circular]' } }, {}],
      ],
    ])
  })
})

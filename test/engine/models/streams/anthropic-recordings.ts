/** Streams of Anthropic's messages API, written after its documented format. */
import { CUT, splitBytes, type Recording } from './recording-server.js'

const event = (type: string, fields: object = {}): string =>
  `event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`

const start = (usage: object = { input_tokens: 12, output_tokens: 1 }): string =>
  event('message_start', {
    message: {
      id: 'msg_1',
      type: 'message',
      role: 'assistant',
      model: 'claude-test-2026',
      content: [],
      stop_reason: null,
      stop_sequence: null,
      usage,
    },
  })
const PING = event('ping')
const blockStart = (index: number, content_block: object): string =>
  event('content_block_start', { index, content_block })
const blockStop = (index: number): string => event('content_block_stop', { index })
const delta = (index: number, fields: object): string =>
  event('content_block_delta', { index, delta: fields })
const textBlock = (index: number, ...pieces: string[]): string =>
  `${blockStart(index, { type: 'text', text: '' })}${pieces.map((text) => delta(index, { type: 'text_delta', text })).join('')}${blockStop(index)}`
const toolBlock = (index: number, id: string, json: string): string =>
  `${blockStart(index, { type: 'tool_use', id, name: 'get_weather', input: {} })}${delta(index, { type: 'input_json_delta', partial_json: '' })}${Array.from(json, (partial_json) => delta(index, { type: 'input_json_delta', partial_json })).join('')}${blockStop(index)}`
const stop = (stop_reason: string, usage: object = { output_tokens: 9 }): string =>
  `${event('message_delta', { delta: { stop_reason, stop_sequence: null }, usage })}${event('message_stop')}`

const BODIES: Record<string, string> = {
  text: `${start()}${PING}${textBlock(0, 'Hello', ' ', 'world')}${stop('end_turn')}`,
  'cached tokens': `${start({ input_tokens: 3, cache_creation_input_tokens: 4, cache_read_input_tokens: 5, output_tokens: 1 })}${textBlock(0, 'a', 'b')}${stop('end_turn')}`,
  'an empty message': `${start()}${stop('end_turn')}`,
  'text that starts in its block': `${start()}${blockStart(0, { type: 'text', text: 'Hi' })}${delta(0, { type: 'text_delta', text: ' there' })}${blockStop(0)}${stop('end_turn')}`,
  'two texts': `${start()}${textBlock(0, 'a', 'b')}${textBlock(1, 'c', '', 'd')}${stop('end_turn')}`,
  'a tool call': `${start()}${textBlock(0, 'Let me ', 'look')}${toolBlock(1, 'toolu_1', '{"city":"Zürich"}')}${stop('tool_use')}`,
  'parallel tool calls': `${start()}${toolBlock(0, 'toolu_1', '{"city":"Paris"}')}${toolBlock(1, 'toolu_2', '{"city":"Rome"}')}${stop('tool_use')}`,
  'a tool call without arguments': `${start()}${toolBlock(0, 'toolu_1', '')}${stop('tool_use')}`,
  'arguments that are not JSON': `${start()}${toolBlock(0, 'toolu_1', '{"city": oops')}${stop('tool_use')}`,
  thinking: `${start()}${blockStart(0, { type: 'thinking', thinking: '', signature: '' })}${['I ', 'think'].map((thinking) => delta(0, { type: 'thinking_delta', thinking })).join('')}${delta(0, { type: 'signature_delta', signature: 'sig' })}${blockStop(0)}${textBlock(1, 'Yes', '.')}${stop('end_turn')}`,
  'redacted thinking': `${start()}${blockStart(0, { type: 'redacted_thinking', data: 'xyz' })}${blockStop(0)}${textBlock(1, 'Yes')}${stop('end_turn')}`,
  citations: `${start()}${blockStart(0, { type: 'text', text: '' })}${delta(0, { type: 'text_delta', text: 'a' })}${delta(0, { type: 'citations_delta', citation: { type: 'char_location', cited_text: 'x' } })}${delta(0, { type: 'text_delta', text: 'b' })}${blockStop(0)}${stop('end_turn')}`,
  'a refusal': `${start()}${textBlock(0, 'I cannot')}${stop('refusal')}`,
  'unknown events and fields': `${start()}${event('future_event', { x: 1 })}${blockStart(0, { type: 'text', text: '' })}${delta(0, { type: 'text_delta', text: 'a', extra: 1 })}${delta(0, { type: 'future_delta', x: 1 })}${blockStop(0)}${stop('end_turn')}`,
  'data without an event name': `data: {"type":"message_start"}\n\n${start()}${textBlock(0, 'a')}${stop('end_turn')}`,
  'no end': `${start()}${textBlock(0, 'a', 'b')}`,
  'an error in the stream': `${start()}${textBlock(0, 'a')}event: error\ndata: {"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}\n\n`,
  'an error that is not JSON': `${start()}event: error\ndata: oops\n\n`,
  'malformed JSON': `${start()}event: content_block_delta\ndata: {"type":\n\n`,
  'no event': '',
}

const AFTER_TOOLS: Recording = { parts: [`${start()}${textBlock(0, 'It is', ' sunny.')}${stop('end_turn')}`] }
const MULTIBYTE = `${start()}${textBlock(0, 'naïve ', '日本語', '👩‍🚀')}${stop('end_turn')}`

export const CASES: [name: string, recordings: Recording[]][] = [
  ...Object.entries(BODIES).map(([name, body]): [string, Recording[]] => [
    name,
    [{ parts: [body] }, AFTER_TOOLS],
  ]),
  ['a stream that arrives byte by byte', [{ parts: splitBytes(MULTIBYTE, 1) }]],
  [
    'lines with CR LF in parts of five bytes',
    [{ parts: splitBytes(BODIES['text']!.replaceAll('\n', '\r\n'), 5) }],
  ],
  ['a connection that is cut', [{ parts: [start(), textBlock(0, 'a'), CUT] }]],
]

/** Streams of chat completions, written after the documented format and after what compatible servers send. */
import { CUT, splitBytes, type Recording } from './recording-server.js'

const ENVELOPE = {
  id: 'chatcmpl-1',
  object: 'chat.completion.chunk',
  created: 1,
  model: 'gpt-test-2026',
  system_fingerprint: 'fp_1',
  service_tier: 'default',
}

export const event = (fields: object, envelope: object = ENVELOPE): string =>
  `data: ${JSON.stringify({ ...envelope, ...fields })}\n\n`

export const delta = (fields: object, finish_reason: string | null = null): string =>
  event({ choices: [{ index: 0, delta: fields, logprobs: null, finish_reason }], usage: null })

export const START = delta({ role: 'assistant', content: '', refusal: null })
export const STOP = delta({}, 'stop')
export const DONE = 'data: [DONE]\n\n'
export const texts = (...pieces: string[]): string => pieces.map((content) => delta({ content })).join('')

const USAGE = { prompt_tokens: 9, completion_tokens: 3, total_tokens: 12 }
export const usage = (fields: object = {}): string => event({ choices: [], usage: { ...USAGE, ...fields } })

const toolStart = (index: number, id: string, name = 'get_weather'): string =>
  delta({ tool_calls: [{ index, id, type: 'function', function: { name, arguments: '' } }] })
const argumentsPart = (index: number, text: string): string =>
  delta({ tool_calls: [{ index, function: { arguments: text } }] })
const argumentsByCharacter = (index: number, json: string): string =>
  Array.from(json, (character) => argumentsPart(index, character)).join('')

const TOOL_STOP = delta({}, 'tool_calls')

const plain = `${START}${texts('Hello', ' ', 'world', '!')}${STOP}`

/** Complete streams, each a text that is sent in one part. */
const BODIES: Record<string, string> = {
  'text with usage': `${plain}${usage()}${DONE}`,
  'text without usage': `${plain}${DONE}`,
  'usage with cached and reasoning tokens': `${plain}${usage({
    prompt_tokens_details: { cached_tokens: 5, audio_tokens: 0 },
    completion_tokens_details: { reasoning_tokens: 2, audio_tokens: 0 },
  })}${DONE}`,
  'usage with details that are null': `${plain}${usage({
    prompt_tokens_details: { cached_tokens: null, audio_tokens: null },
    completion_tokens_details: null,
  })}${DONE}`,
  'usage in every chunk': `${START}${[1, 2, 3]
    .map((n) =>
      event({
        choices: [{ index: 0, delta: { content: `${String(n)} ` } }],
        usage: { ...USAGE, completion_tokens: n },
      }),
    )
    .join('')}${STOP}${usage()}${DONE}`,
  'usage in the last chunk of the text': `${START}${texts('a', 'b')}${event({
    choices: [{ index: 0, delta: { content: 'c' }, finish_reason: 'stop' }],
    usage: USAGE,
  })}${DONE}`,
  'no end marker': plain,
  'no finish reason': `${START}${texts('a', 'b')}${DONE}`,
  'events after the end marker': `${plain}${DONE}${texts('ignored')}`,
  'an empty message': `${START}${STOP}${DONE}`,
  'a refusal': `${delta({ role: 'assistant', content: null, refusal: 'I cannot' })}${delta({ refusal: ' help.' })}${STOP}${DONE}`,
  'empty deltas': `${START}${delta({})}${texts('a')}${delta({})}${delta({ content: null })}${texts('b')}${STOP}${DONE}`,
  'a delta that is null': `${START}${event({ choices: [{ index: 0, delta: null }] })}${texts('a')}${STOP}${DONE}`,
  'choices that are null': `${START}${event({ choices: null })}${texts('a')}${STOP}${DONE}`,
  'the role in every chunk': `${['a', 'b', 'c'].map((content) => delta({ role: 'assistant', content })).join('')}${STOP}${DONE}`,
  'no role': `${texts('a', 'b', 'c')}${STOP}${DONE}`,
  'the role only after the first text': `${texts('a')}${delta({ role: 'assistant', content: 'b' })}${texts('c')}${STOP}${DONE}`,
  'no id': `${['a', 'b'].map((content) => event({ choices: [{ index: 0, delta: { role: 'assistant', content } }] }, { model: 'm' })).join('')}${DONE}`,
  'an id that changes': `${START}${['x', 'y'].map((id) => event({ id, choices: [{ index: 0, delta: { content: id } }] })).join('')}${STOP}${DONE}`,
  'several choices': `${START}${[0, 1, 0].map((index) => event({ choices: [{ index, delta: { content: `c${String(index)}` } }] })).join('')}${STOP}${DONE}`,
  reasoning: `${delta({ role: 'assistant', content: null, reasoning_content: '' })}${['I ', 'think', '.'].map((text) => delta({ content: null, reasoning_content: text })).join('')}${['So', ' yes'].map((content) => delta({ content, reasoning_content: null })).join('')}${STOP}${usage()}${DONE}`,
  'reasoning and text in one chunk': `${START}${delta({ content: 'a', reasoning_content: 'x' })}${delta({ content: 'b', reasoning_content: 'y' })}${STOP}${DONE}`,
  'a field that is unknown': `${START}${delta({ content: 'a', provider_specific_fields: { x: 1 } })}${STOP}${DONE}`,
  'content that is a list': `${START}${delta({ content: [{ type: 'text', text: 'x' }] })}${texts('a')}${STOP}${DONE}`,
  'a tool call without arguments': `${START}${toolStart(0, 'call_1')}${argumentsPart(0, '{}')}${TOOL_STOP}${usage()}${DONE}`,
  'a tool call in one chunk': `${delta({ role: 'assistant', content: null, tool_calls: [{ index: 0, id: 'call_1', type: 'function', function: { name: 'get_weather', arguments: '{"city":"Oslo"}' } }] })}${TOOL_STOP}${DONE}`,
  'parallel tool calls': `${START}${toolStart(0, 'call_1')}${argumentsByCharacter(0, '{"city":"Paris"}')}${toolStart(1, 'call_2')}${argumentsByCharacter(1, '{"city":"Zürich"}')}${TOOL_STOP}${usage()}${DONE}`,
  'tool calls whose arguments alternate': `${START}${toolStart(0, 'call_1')}${toolStart(1, 'call_2')}${argumentsPart(0, '{"city":')}${argumentsPart(1, '{"city":')}${argumentsPart(0, '"A"}')}${argumentsPart(1, '"B"}')}${TOOL_STOP}${DONE}`,
  'two tool calls with the same index': `${START}${toolStart(0, 'call_1')}${argumentsPart(0, '{"city":"A"}')}${toolStart(0, 'call_2')}${argumentsPart(0, '{"city"')}${argumentsPart(0, ':"B"}')}${TOOL_STOP}${DONE}`,
  'text before a tool call': `${START}${texts('Let me', ' look.')}${toolStart(0, 'call_1')}${argumentsByCharacter(0, '{"city":"Rome"}')}${TOOL_STOP}${DONE}`,
  'arguments that are not JSON': `${START}${toolStart(0, 'call_1')}${argumentsPart(0, '{"city":')}${argumentsPart(0, ' oops')}${TOOL_STOP}${DONE}`,
  'fields of tool calls that are null': `${START}${toolStart(0, 'call_1')}${['{"city":', '"A"}'].map((text) => delta({ tool_calls: [{ index: 0, id: null, type: null, function: { name: null, arguments: text } }] })).join('')}${TOOL_STOP}${DONE}`,
  'tool calls with extra fields': `${START}${toolStart(0, 'call_1')}${['{"city":', '"A"}'].map((text, n) => delta({ tool_calls: [{ index: 0, function: { arguments: text }, extra_content: { n: String(n) } }] })).join('')}${TOOL_STOP}${DONE}`,
  'empty lists of tool calls': `${delta({ role: 'assistant', content: '', tool_calls: [] })}${['a', 'b'].map((content) => delta({ content, tool_calls: [] })).join('')}${STOP}${DONE}`,
  'a call of a tool that does not exist': `${START}${toolStart(0, 'call_1', 'other')}${argumentsPart(0, '{}')}${TOOL_STOP}${DONE}`,
  'a function call': `${START}${delta({ function_call: { name: 'f', arguments: '{' } })}${delta({ function_call: { arguments: '}' } })}${delta({}, 'function_call')}${DONE}`,
  'comments and keep-alives': `: start\n\n${START}: keep-alive\n\n:\n\n${texts('a')}: x\n${texts('b')}${STOP}${DONE}`,
  'names and ids of events': `event: chunk\nid: 7\nretry: 100\n${plain}${DONE}`,
  'data on several lines': `data: {"id":"x","choices":[{"index":0,\ndata: "delta":{"role":"assistant","content":"a"}}]}\n\n${STOP}${DONE}`,
  'lines that end with CR LF': `${plain}${usage()}${DONE}`.replaceAll('\n', '\r\n'),
  'data without a space after the colon': `${plain}${DONE}`.replaceAll('data: ', 'data:'),
  'an incomplete event at the end': `${plain}data: {"id":"x"`,
  'an error in the stream': `${START}${texts('a', 'b')}data: {"error":{"message":"overloaded","type":"server_error","code":"overloaded"}}\n\n`,
  'an error as the first event':
    'data: {"error":{"message":"no such model","type":"invalid_request_error","code":null}}\n\n',
  'malformed JSON': `${START}${texts('a')}data: {"id": oops}\n\n${texts('b')}${DONE}`,
  'an event that is not an object': `${START}data: 42\n\n${texts('b')}${STOP}${DONE}`,
  'an event that is null': `${START}data: null\n\n${texts('b')}${STOP}${DONE}`,
  'no event': '',
  'only the end marker': DONE,
}

const AFTER_TOOLS: Recording = { parts: [`${START}${texts('It is', ' sunny.')}${STOP}${usage()}${DONE}`] }

const MULTIBYTE = `${START}${texts('naïve ', '日本語', '👩‍🚀', ' ok')}${STOP}${DONE}`

/** Each case is a list of responses, in the order of the calls. */
export const CASES: [name: string, recordings: Recording[]][] = [
  ...Object.entries(BODIES).map(([name, body]): [string, Recording[]] => [
    name,
    [{ parts: [body] }, AFTER_TOOLS],
  ]),
  ['a stream that arrives byte by byte', [{ parts: splitBytes(MULTIBYTE, 1) }]],
  [
    'tool calls in parts of three bytes',
    [{ parts: splitBytes(BODIES['parallel tool calls']!, 3) }, AFTER_TOOLS],
  ],
  [
    'lines with CR LF in parts of five bytes',
    [{ parts: splitBytes(BODIES['lines that end with CR LF']!, 5) }],
  ],
  ['a connection that is cut', [{ parts: [START, texts('a'), texts('b'), CUT] }]],
  ['a connection that is cut in an event', [{ parts: [START, texts('a'), 'data: {"id"', CUT] }]],
]

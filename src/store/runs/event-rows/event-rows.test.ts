import { expect, it } from 'vitest'
import { makeRandom } from '../../../../test/support/random.js'
import { decodeRow, listReferences, parseRow } from './event-decoder.js'
import { EventEncoder } from './event-encoder.js'
import type { BuiltRow } from './row-builder.js'
import type { StoredEvent } from './row-format.js'
import { toKeyframe } from './template.js'

const T0 = 1_767_225_600_000

/** Reads each row on its own, with the events of other rows that it refers to. */
const readRow = (rows: readonly BuiltRow[], row: BuiltRow, after = 0): StoredEvent[] => {
  const parsed = parseRow(row)
  const references = new Map(
    listReferences(parsed).map((seq) => {
      const holder = rows.find(({ first_seq, last_seq }) => first_seq <= seq && seq <= last_seq)!
      const event = parseRow(holder).verbatim.get(seq)!
      return [seq, toKeyframe(seq, event.type, JSON.stringify(event))!]
    }),
  )
  return decodeRow(parsed, references, after)
}

const readAll = (rows: readonly BuiltRow[]): StoredEvent[] => rows.flatMap((row) => readRow(rows, row))

const number = (fields: readonly ({ type: string } & Record<string, unknown>)[]): StoredEvent[] =>
  fields.map((event, index) => ({ seq: index + 1, type: event.type, text: JSON.stringify(event) }))

const times = (at: number, isLangGraph = false) => ({
  ...(isLangGraph ? {} : { at }),
  timestamp: new Date(at).toISOString(),
})

const metadata = (message: number) => ({
  langgraph_node: 'agent',
  langgraph_step: message,
  checkpoint_ns: `agent:00000000-0000-5000-8000-${String(message).padStart(12, '0')}`,
  tags: ['a', 'b'],
  text: 'x'.repeat(1_000),
})

const nativeToken = (token: string, at: number, call = 1) => ({
  type: 'llm.token',
  node_id: 'agent',
  call_id: `call-${String(call)}`,
  token,
  ...times(at),
})

const chunk = (content: string, at: number, message = 1) => ({
  type: 'lg.messages',
  data: [
    {
      content,
      additional_kwargs: {},
      id: `message-${String(message)}`,
      type: 'AIMessageChunk',
      tool_calls: [],
    },
    metadata(message),
  ],
  ...times(at, true),
})

const partial = (content: string, at: number, message = 1) => ({
  type: 'lg.messages/partial',
  data: [{ content, id: `message-${String(message)}`, type: 'ai', tool_calls: [] }],
  ...times(at, true),
})

const WORDS = [
  ' the',
  'a',
  ' state',
  '\n',
  '"',
  '\\',
  '',
  '😀',
  '\ud800',
  '\u0000',
  'é',
  '","',
  '{"type":',
  '-0',
  ' the',
]

const countBytes = (rows: readonly BuiltRow[]): number =>
  rows.reduce((sum, { events }) => sum + Buffer.byteLength(events), 0)

/** Encodes the events in batches, as the journal does. */
const encode = (events: readonly StoredEvent[], batchSize: () => number): BuiltRow[] => {
  const encoder = new EventEncoder()
  const rows: BuiltRow[] = []
  for (let start = 0; start < events.length;) {
    const batch = events.slice(start, start + batchSize())
    rows.push(...encoder.encode(batch))
    start += batch.length
  }
  return rows
}

/** Several messages at the same time, in all stream modes, between other events. */
const makeRandomRun = (random: () => number): StoredEvent[] => {
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)]!
  const accumulated = new Map<number, string>()
  let at = T0
  const makeNext = () => {
    at = Math.round((at + random() * 30) * 10) / 10
    const message = Math.floor(random() * 3)
    const word = random() < 0.1 ? WORDS.join('').repeat(3) : pick(WORDS)
    if (!accumulated.has(message) || random() < 0.02) accumulated.set(message, 'm'.repeat(20))
    accumulated.set(message, accumulated.get(message)! + word)
    return pick<() => { type: string } & Record<string, unknown>>([
      () => nativeToken(word, at, message),
      () => chunk(word, at, message),
      () => chunk(word, at, message),
      () => partial(accumulated.get(message)!, at, message),
      () => ({ type: 'node.started', node_id: word, ...times(at) }),
      () => ({ type: 'llm.token', token: { [word]: word, __proto: [at, null, -1e21] }, timestamp: 'x' }),
      () => ({ ...nativeToken(word, at, message), at: word }),
      () => ({ ...nativeToken(word, at, message), at: at + 0.05 }),
      () => ({ type: 'lg.messages', timestamp: new Date(at).toISOString() }),
    ])()
  }
  return number(Array.from({ length: 1 + Math.floor(random() * 300) }, makeNext))
}

it('random sequences of events are read as they were written, from any position', () => {
  for (let seed = 1; seed <= 100; seed++) {
    const random = makeRandom(seed)
    const events = makeRandomRun(random)
    const largest = random() < 0.3 ? 1 : 60
    const rows = encode(events, () => 1 + Math.floor(random() * largest))
    expect(readAll(rows), `seed ${String(seed)}`).toEqual(events)
    const row = rows[Math.floor(random() * rows.length)]!
    const after = row.first_seq + Math.floor(random() * (row.last_seq - row.first_seq + 1))
    expect(readRow(rows, row, after)).toEqual(events.slice(after, row.last_seq))
  }
})

it('rows of events that were encoded again are read as the first ones', () => {
  for (let seed = 1; seed <= 30; seed++) {
    const events = makeRandomRun(makeRandom(seed))
    const rows = encode(events, () => 3)
    expect(readAll(encode(readAll(rows), () => 1_000))).toEqual(events)
  }
})

const makeTokens = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ text: WORDS[index % 3]!, at: T0 + index * 20.1 }))

it('a token of the LangGraph API takes less than 80 bytes in a row of its own, and less than 20 in a large row', () => {
  const events = number(makeTokens(5_000).flatMap(({ text, at }) => [nativeToken(text, at), chunk(text, at)]))
  expect(countBytes(encode(events, () => 2)) / 5_000).toBeLessThan(80)
  expect(countBytes(encode(events, () => 4_000)) / 5_000).toBeLessThan(20)
})

it('accumulated messages take an amount of storage that does not grow with their square', () => {
  let content = ''
  const events = number(makeTokens(2_000).map(({ text, at }) => partial((content += text), at)))
  expect(readAll(encode(events, () => 1))).toEqual(events)
  expect(countBytes(encode(events, () => 1)) / 2_000).toBeLessThan(400)
  expect(countBytes(encode(events, () => 4_000)) / 2_000).toBeLessThan(20)
})

it('a row with a long token, or with more messages than a row can refer to, is split', () => {
  const many = Array.from({ length: 400 }, (_, index) => [
    chunk(`t${String(index)}`, T0 + index, index % 25),
    { ...chunk(`t${String(index)}`, T0 + index, index % 25), type: 'lg.messages|subgraph' },
  ])
  const events = number([...many.flat(), chunk('x'.repeat(70_000), T0), chunk('y', T0)])
  const rows = encode(events, () => 1_000)
  expect(rows.length).toBeGreaterThan(2)
  expect(rows.filter(({ events }) => events.includes('x'.repeat(70_000)))).toHaveLength(1)
  expect(readAll(rows)).toEqual(events)
})

it('events without chunks are stored as a plain JSON array', () => {
  const events = number([
    { type: 'run.started' },
    { type: 'llm.token', token: 'a' },
    { type: 'run.completed' },
  ])
  const [row] = encode(events, () => 9)
  expect(row!.events).toBe(`[${events.map(({ text }) => text).join(',')}]`)
})

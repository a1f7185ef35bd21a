import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readEvents, ResumableStream, type StreamMessage, type StreamState } from './stream.ts'

/** An EventSource whose connection the test controls. */
class FakeSource extends EventTarget {
  static opened: FakeSource[] = []
  isClosed = false
  constructor(readonly url: string) {
    super()
    FakeSource.opened.push(this)
  }
  close(): void {
    this.isClosed = true
  }
  open(): void {
    this.dispatchEvent(new Event('open'))
  }
  fail(): void {
    this.dispatchEvent(new Event('error'))
  }
  send(type: string, data: string, id: string): void {
    this.dispatchEvent(Object.assign(new Event(type), { data, lastEventId: id }))
  }
}

const last = (): FakeSource => FakeSource.opened.at(-1)!

beforeEach(() => {
  vi.useFakeTimers()
  FakeSource.opened = []
})
afterEach(() => {
  vi.useRealTimers()
})

const startStream = () => {
  const states: StreamState[] = []
  const messages: StreamMessage[] = []
  const stream = new ResumableStream({
    url: (id) => `/stream?after=${id ?? 'start'}`,
    types: ['run.started'],
    onMessage: (message) => messages.push(message),
    onState: (state) => states.push(state),
    EventSource: FakeSource as unknown as typeof EventSource,
  })
  return { stream, states, messages }
}

test('a stream that fails is opened again after its last event, and says so', () => {
  const { states, messages } = startStream()
  last().open()
  last().send('run.started', '{}', '7')
  last().fail()
  expect(states).toEqual(['connecting', 'live', 'reconnecting'])
  vi.advanceTimersByTime(2_000)
  expect(FakeSource.opened).toHaveLength(2)
  expect(last().url).toBe('/stream?after=7')
  last().open()
  expect(states.at(-1)).toBe('live')
  expect(messages).toEqual([{ type: 'run.started', data: '{}', id: '7' }])
})

test('a service that stays away is asked less and less often', () => {
  startStream()
  for (let failures = 0; failures < 8; failures += 1) {
    last().fail()
    vi.advanceTimersByTime(15_000)
  }
  const before = FakeSource.opened.length
  last().fail()
  vi.advanceTimersByTime(5_000)
  expect(FakeSource.opened.length).toBe(before)
  vi.advanceTimersByTime(10_000)
  expect(FakeSource.opened.length).toBe(before + 1)
})

test('a closed stream neither reconnects nor passes events on', () => {
  const { stream, states, messages } = startStream()
  last().open()
  stream.close()
  stream.close()
  last().send('run.started', '{}', '8')
  last().fail()
  vi.advanceTimersByTime(60_000)
  expect(FakeSource.opened).toHaveLength(1)
  expect(last().isClosed).toBe(true)
  expect(messages).toEqual([])
  expect(states.filter((state) => state === 'closed')).toHaveLength(1)
})

test('events are read from a response, however it is cut into chunks', async () => {
  const text = 'id: 1\nevent: values\ndata: {"a":\ndata: "ü"}\n\n: heartbeat\n\ndata: end\r\n\r\n'
  const bytes = new TextEncoder().encode(text)
  for (const size of [1, 3, 7, bytes.length]) {
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        for (let at = 0; at < bytes.length; at += size) controller.enqueue(bytes.slice(at, at + size))
        controller.close()
      },
    })
    const messages: StreamMessage[] = []
    for await (const message of readEvents(body)) messages.push(message)
    expect(messages).toEqual([
      { id: '1', type: 'values', data: '{"a":\n"ü"}' },
      { id: '', type: 'message', data: 'end' },
    ])
  }
})

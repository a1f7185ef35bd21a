import { Client } from '@langchain/langgraph-sdk'
import { useMessageMetadata, useStream } from '@langchain/react'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import WebSocket from 'ws'
import { newId } from '../../src/platform/ids.js'
import { startApp, type TestApp } from '../support/app.js'
import { makeChatProject, ORIGIN } from '../support/chat-project.js'
import { openPage, type Page, type RenderedHook } from '../support/browser-page.js'

const project = makeChatProject()
let app: TestApp
let apiUrl: string
let client: Client
let page: Page

beforeAll(async () => {
  app = await startApp({ execute: true, project: project.folder })
  apiUrl = await app.listen()
  client = new Client({ apiUrl, apiKey: null })
  page = await openPage(ORIGIN)
})
afterAll(async () => {
  await page.close()
  await app.stop()
})
beforeEach(() => project.release())
afterEach(() => page.reload())

interface State extends Record<string, unknown> {
  messages?: { type: string; id: string; content: string }[]
  log?: string[]
}

const webSocketFactory = (url: string): globalThis.WebSocket =>
  new WebSocket(url, { origin: ORIGIN }) as unknown as globalThis.WebSocket

const toMessage = (content: string): State => ({ messages: [{ type: 'human', id: newId(), content }] })

const waitUntilLoaded = <T extends { isLoading: boolean }>({
  waitUntil,
}: Pick<RenderedHook<T>, 'waitUntil'>): Promise<T> =>
  waitUntil(({ isLoading }) => expect(isLoading).toBe(false))

type Transport = 'sse' | 'websocket'

/** Renders a page with a chat and returns what it shows. */
const chatWith = (assistantId: string, threadId?: string, transport: Transport = 'sse') => {
  const runs: string[] = []
  const rendered = page.render((load) => {
    const stream = useStream<State>({
      assistantId,
      apiUrl,
      transport,
      fetch: load.fetch,
      webSocketFactory,
      callerOptions: load.callerOptions,
      threadId: threadId ?? null,
      onCreated: ({ runId }) => void runs.push(runId),
    })
    return {
      stream,
      texts: stream.messages.map(({ text }) => text),
      isLoading: stream.isLoading,
      first: useMessageMetadata(stream, stream.messages[0]?.id),
    }
  })
  return { ...rendered, thread: () => rendered.current().stream.threadId ?? '', run: () => runs.at(-1) ?? '' }
}

describe.each(['sse', 'websocket'] as const)('the useStream of @langchain/react, over %s', (transport) => {
  it('the page shows streamed tokens, the final message, and a second message of the same thread', async () => {
    const chat = chatWith('chat', undefined, transport)
    project.hold()
    void chat.current().stream.submit(toMessage('Hello'))
    await chat.waitUntil(({ texts }) => expect(texts).toEqual(['Hello', 'You ']))
    expect(chat.current().isLoading).toBe(true)
    project.release()
    await waitUntilLoaded(chat)
    expect(chat.current().texts).toEqual(['Hello', 'You said: Hello'])
    await chat.current().stream.submit(toMessage('Bye'))
    await chat.waitUntil(({ texts }) =>
      expect(texts).toEqual(['Hello', 'You said: Hello', 'Bye', 'You said: Bye']),
    )
    expect((await client.threads.getState<State>(chat.thread())).values.messages).toHaveLength(4)
  })

  it('interrupts are resumed one by one and together, and a breakpoint is continued', async () => {
    const chat = chatWith('asking', undefined, transport)
    await chat.current().stream.submit({ item: 'hat' })
    await chat.waitUntil(({ stream }) =>
      expect(stream.interrupt?.value).toEqual({ question: 'May I order a hat?' }),
    )
    await chat.current().stream.respond(true)
    const { stream } = await chat.waitUntil(({ stream }) => expect(stream.interrupts).toHaveLength(2))
    await stream.respondAll(
      Object.fromEntries(
        stream.interrupts.map(({ id, value }) => [
          id,
          JSON.stringify(value).includes('colour') ? 'green' : 'M',
        ]),
      ),
    )
    await chat.waitUntil(({ stream, isLoading }) => {
      expect(stream.values).toMatchObject({ colour: 'green', size: 'M' })
      expect(isLoading).toBe(false)
    })
    await chat.current().stream.submit(null)
    await chat.waitUntil(({ stream }) => expect(stream.values.log).toEqual(['ordered a green hat of size M']))
    expect(chat.current().stream.interrupts).toEqual([])
  })

  it('stop() cancels the run', async () => {
    const chat = chatWith('chat', undefined, transport)
    project.hold()
    void chat.current().stream.submit(toMessage('Hello'))
    await chat.waitUntil(({ texts }) => expect(texts).toEqual(['Hello', 'You ']))
    await chat.current().stream.stop()
    await waitUntilLoaded(chat)
    await expect
      .poll(async () => (await client.runs.get(chat.thread(), chat.run())).status, { timeout: 10_000 })
      .toBe('interrupted')
    project.release()
    await chat.current().stream.submit(toMessage('Again'))
    // The hook keeps the partial reply, which is not part of any state.
    await chat.waitUntil(({ texts }) => expect(texts).toEqual(['Hello', 'Again', 'You said: Again', 'You ']))
  })

  it('the page shows its thread after a reload, and joins the active run', async () => {
    const before = chatWith('chat', undefined, transport)
    await before.current().stream.submit(toMessage('Hello'))
    project.hold()
    void before.current().stream.submit(toMessage('Bye'))
    await before.waitUntil(({ texts }) => expect(texts.at(-1)).toBe('You '))
    const threadId = before.thread()
    page.reload()
    const chat = chatWith('chat', threadId, transport)
    await chat.waitUntil(({ texts, isLoading }) => {
      expect(texts).toEqual(['Hello', 'You said: Hello', 'Bye', 'You '])
      expect(isLoading).toBe(true)
    })
    project.release()
    await waitUntilLoaded(chat)
    expect(chat.current().texts.at(-1)).toBe('You said: Bye')
    page.reload()
    const later = chatWith('chat', threadId, transport)
    await later.waitUntil(({ texts }) => expect(texts).toHaveLength(4))
    expect(later.current().isLoading).toBe(false)
  })
})

describe('the useStream of @langchain/react', () => {
  it('the page shows a sent message before the server responds', async () => {
    const chat = chatWith('chat')
    await chat.current().stream.submit(toMessage('Hello'))
    await chat.waitUntil(({ texts }) => expect(texts).toEqual(['Hello', 'You said: Hello']))
    expect(chat.renders.find(({ texts }) => texts.length > 0)?.texts).toEqual(['Hello'])
    const statuses = chat.renders.map(({ first }) => first?.optimisticStatus)
    expect(statuses).toContain('pending')
    expect(statuses.at(-1)).toBe('sent')
  })

  it('the page shows an error until a run succeeds', async () => {
    const chat = chatWith('counting')
    await chat.current().stream.submit({ what: 'fail' })
    await chat.waitUntil(({ stream }) => expect(String(stream.error)).toContain('it cannot be counted'))
    await chat.current().stream.submit({ what: 'add', numbers: [1, 2] })
    await chat.waitUntil(({ stream }) => expect(stream.values['total']).toBe(3))
    expect(chat.current().stream.error).toBeUndefined()
  })

  it('an interrupt is shown after a reload and can be resumed', async () => {
    const before = chatWith('asking')
    await before.current().stream.submit({ item: 'hat' })
    const threadId = before.thread()
    page.reload()
    const chat = chatWith('asking', threadId)
    await chat.waitUntil(({ stream }) =>
      expect(stream.interrupt?.value).toEqual({ question: 'May I order a hat?' }),
    )
    const { stream } = chat.current()
    await stream.respond(true, { interruptId: stream.interrupt!.id! })
    await chat.waitUntil(({ stream }) => expect(stream.interrupts).toHaveLength(2))
  })

  it('editing an earlier message forks the thread', async () => {
    const chat = chatWith('chat')
    project.hold()
    void chat.current().stream.submit(toMessage('Hello'))
    const { first } = await chat.waitUntil(({ first }) => expect(first?.parentCheckpointId).toBeDefined())
    project.release()
    await waitUntilLoaded(chat)
    await chat.current().stream.submit(toMessage('Bye'), { forkFrom: first!.parentCheckpointId! })
    await chat.waitUntil(({ texts }) => expect(texts).toEqual(['Bye', 'You said: Bye']))
  })

  it('the page shows tool calls and their results', async () => {
    const chat = chatWith('agent')
    await chat.current().stream.submit(toMessage('What is the weather in Paris?'))
    const { stream } = await chat.waitUntil(({ texts }) => expect(texts).toHaveLength(4))
    expect(stream.toolCalls).toMatchObject([{ name: 'weather', input: { city: 'Paris' } }])
    expect(JSON.stringify(stream.toolCalls[0])).toContain('the sun shines in Paris')
  })
})

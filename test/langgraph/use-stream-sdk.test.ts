import { Client, type Message } from '@langchain/langgraph-sdk'
import { useStream } from '@langchain/langgraph-sdk/react'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { newId } from '../../src/platform/ids.js'
import { startApp, type TestApp } from '../support/app.js'
import { makeChatProject, ORIGIN } from '../support/chat-project.js'
import { crossOriginFetch } from '../support/cross-origin.js'
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
  messages?: Message[]
  log?: string[]
}

interface Options {
  threadId?: string
  reconnectOnMount?: boolean
}

/** Renders a page with a chat and returns what it shows. */
const chatWith = (assistantId: string, options: Options = {}) => {
  let threadId = options.threadId ?? ''
  let runId = ''
  const rendered = page.render((load) => {
    const stream = useStream<State>({
      assistantId,
      apiUrl,
      callerOptions: load.callerOptions,
      fetchStateHistory: true,
      onThreadId: (id) => {
        threadId = id
      },
      onCreated: ({ run_id }) => {
        runId = run_id
      },
      ...options,
    })
    return {
      stream,
      texts: stream.messages.map(({ content }) => content),
      isLoading: stream.isLoading,
      tools: stream.toolProgress,
    }
  })
  return { ...rendered, thread: () => threadId, run: () => runId }
}

const toMessage = (content: string): State => ({ messages: [{ type: 'human', id: newId(), content }] })

const waitUntilLoaded = <T extends { isLoading: boolean }>({
  waitUntil,
}: Pick<RenderedHook<T>, 'waitUntil'>): Promise<T> =>
  waitUntil(({ isLoading }) => expect(isLoading).toBe(false))

describe('the useStream of @langchain/langgraph-sdk/react', () => {
  it('the page shows streamed tokens, the final message, and a second message of the same thread', async () => {
    const chat = chatWith('chat')
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

  it('the page shows optimistic values before the server responds', async () => {
    const chat = chatWith('chat')
    const message = toMessage('Hello')
    const optimisticValues = { messages: [{ ...message.messages![0]!, content: 'Hello …' }] as Message[] }
    await chat.current().stream.submit(message, { optimisticValues })
    await chat.waitUntil(({ texts }) => expect(texts).toEqual(['Hello', 'You said: Hello']))
    expect(chat.renders.find(({ texts }) => texts.length > 0)?.texts).toEqual(['Hello …'])
  })

  it('interrupts are resumed by value and by ID, and a breakpoint is continued', async () => {
    const chat = chatWith('asking')
    await chat.current().stream.submit({ item: 'hat' })
    await chat.waitUntil(({ stream }) =>
      expect(stream.interrupt).toMatchObject({ value: { question: 'May I order a hat?' } }),
    )
    await chat.current().stream.submit(null, { command: { resume: true } })
    const { stream } = await chat.waitUntil(({ stream }) => expect(stream.interrupts).toHaveLength(2))
    const resume = Object.fromEntries(
      stream.interrupts.map(({ id, value }) => [
        id,
        JSON.stringify(value).includes('colour') ? 'green' : 'M',
      ]),
    )
    await chat.current().stream.submit(null, { command: { resume } })
    await chat.waitUntil(({ stream }) => expect(stream.interrupts).toEqual([{ when: 'breakpoint' }]))
    await chat.current().stream.submit(null)
    await chat.waitUntil(({ stream }) => expect(stream.values.log).toEqual(['ordered a green hat of size M']))
    expect(chat.current().stream.interrupts).toEqual([])
  })

  it.each([false, true])('stop() cancels the run (reconnectOnMount: %s)', async (reconnectOnMount) => {
    const chat = chatWith('chat', { reconnectOnMount })
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
    await chat.waitUntil(({ texts }) => expect(texts.at(-1)).toBe('You said: Again'))
  })

  it('the page shows an error, also after a reload, until a run succeeds', async () => {
    const failing = chatWith('counting')
    // The hook also logs the error.
    const log = vi.spyOn(console, 'error').mockReturnValue()
    await failing.current().stream.submit({ what: 'fail' })
    log.mockRestore()
    const threadId = failing.thread()
    await failing.waitUntil(({ stream }) =>
      expect(stream.error).toMatchObject({ name: 'CountingError', message: 'it cannot be counted' }),
    )
    page.reload()
    const chat = chatWith('counting', { threadId })
    await chat.waitUntil(({ stream }) => expect(String(stream.error)).toContain('it cannot be counted'))
    await chat.current().stream.submit({ what: 'add', numbers: [1, 2] })
    await chat.waitUntil(({ stream }) => expect(stream.values['total']).toBe(3))
    expect(chat.current().stream.error).toBeUndefined()
  })

  it('the page shows its thread after a reload, and joins the active run', async () => {
    const before = chatWith('chat', { reconnectOnMount: true })
    await before.current().stream.submit(toMessage('Hello'))
    project.hold()
    void before.current().stream.submit(toMessage('Bye'))
    await before.waitUntil(({ texts }) => expect(texts.at(-1)).toBe('You '))
    const threadId = before.thread()
    page.reload()
    const chat = chatWith('chat', { threadId, reconnectOnMount: true })
    await chat.waitUntil(({ texts, isLoading }) => {
      expect(texts).toEqual(['Hello', 'You said: Hello', 'Bye', 'You '])
      expect(isLoading).toBe(true)
    })
    project.release()
    await waitUntilLoaded(chat)
    expect(chat.current().texts.at(-1)).toBe('You said: Bye')
    page.reload()
    const later = chatWith('chat', { threadId, reconnectOnMount: true })
    await later.waitUntil(({ texts }) => expect(texts).toHaveLength(4))
    expect(later.renders.some(({ isLoading }) => isLoading)).toBe(false)
  })

  it('editing an earlier message creates a branch, and both branches can be shown', async () => {
    const chat = chatWith('chat')
    await chat.current().stream.submit(toMessage('Hello'))
    const { stream } = await chat.waitUntil(({ stream }) => expect(stream.history).not.toEqual([]))
    const at = stream.getMessagesMetadata(stream.messages[0]!)?.firstSeenState?.parent_checkpoint
    await stream.submit(toMessage('Bye'), { checkpoint: at ?? null })
    await chat.waitUntil(({ texts }) => expect(texts).toEqual(['Bye', 'You said: Bye']))
    const { stream: edited } = chat.current()
    const { branch, branchOptions = [] } = edited.getMessagesMetadata(edited.messages[0]!) ?? {}
    expect(branchOptions).toHaveLength(2)
    edited.setBranch(branchOptions.find((option) => option !== branch)!)
    await chat.waitUntil(({ texts }) => expect(texts).toEqual(['Hello', 'You said: Hello']))
  })

  it('the page shows tool calls and their results', async () => {
    const chat = chatWith('agent')
    await chat.current().stream.submit(toMessage('What is the weather in Paris?'))
    const { tools } = await chat.waitUntil(({ texts }) => expect(texts).toHaveLength(4))
    expect(tools).toMatchObject([{ name: 'weather', toolCallId: 'call_paris', state: 'completed' }])
    expect(JSON.stringify(tools[0]?.result)).toContain('the sun shines in Paris')
  })
})

describe('a page of another origin', () => {
  const from = (origin: string) =>
    new Client({ apiUrl, apiKey: 'key', callerOptions: { fetch: crossOriginFetch(origin), maxRetries: 0 } })

  it('an allowed origin can read response headers and error messages', async () => {
    const { threads, runs } = from(ORIGIN)
    const read = crossOriginFetch(ORIGIN)
    await threads.create()
    const { thread_id } = await threads.create()
    let runPath = ''
    const onRunCreated = (run: { run_id: string; thread_id?: string }): void => {
      runPath = `/threads/${String(run.thread_id)}/runs/${run.run_id}`
    }
    const events: { data: unknown }[] = []
    for await (const event of runs.stream(thread_id, 'agent', { input: toMessage('Hello'), onRunCreated }))
      events.push(event)
    const { run_id } = events[0]!.data as { run_id: string }
    expect(runPath).toBe(`/threads/${thread_id}/runs/${run_id}`)
    const headers = { 'content-type': 'application/json', 'x-api-key': 'key', 'last-event-id': '-1' }
    const joined = await read(`${apiUrl}${runPath}/stream`, { headers })
    expect(joined.headers.get('location')).toBe(`${runPath}/stream`)
    expect(await joined.text()).toContain('You said: Hello')
    const list = await read(`${apiUrl}/threads/search`, { method: 'POST', headers, body: '{"limit": 1}' })
    expect(list.headers.get('x-pagination-next')).toBe('1')
    await expect(threads.get(newId())).rejects.toThrow(/404.*does not exist/)
  })

  it('an origin that is not allowed cannot read responses', async () => {
    await expect(from('https://evil.example').threads.search()).rejects.toThrow('may not read')
  })
})

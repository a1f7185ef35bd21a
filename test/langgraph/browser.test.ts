/** The React hooks of LangGraph's SDKs in a real browser. Other tests check them in more detail, in a simulated page. */
import { join } from 'node:path'
import { Client } from '@langchain/langgraph-sdk'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { newId } from '../../src/platform/ids.js'
import { readProject } from '../../src/project/read-project.js'
import { startPeerIn, type Peer } from '../differential/peer.js'
import { isPeerLive } from '../differential/recording.js'
import { startApp, type TestApp } from '../support/app.js'
import { hasBrowser, openBrowser, saveScreenshot, type BrowserSession } from '../support/browser.js'
import { makeChatProject } from '../support/chat-project.js'

const project = makeChatProject({})
let app: TestApp
let peer: Peer | undefined
let apiUrl: string
let client: Client
let browser: BrowserSession
let pages: Record<'current' | 'old', string>
let page: Page

describe.skipIf(!hasBrowser)('the React hooks in a real browser', { timeout: 60_000 }, () => {
  beforeAll(async () => {
    const { graphs } = readProject(join(project.folder, 'langgraph.json'))!
    ;[app, peer, browser] = await Promise.all([
      startApp({ execute: true, project: project.folder }),
      isPeerLive ? startPeerIn(project.folder, { graphs }) : undefined,
      openBrowser(),
    ])
    apiUrl = await app.listen()
    client = new Client({ apiUrl, apiKey: null })
    const [current, old] = await Promise.all([
      browser.serve('chat-page.tsx'),
      browser.serve('chat-page.tsx', { '@langchain/langgraph-sdk': 'langgraph-sdk-1.9' }),
      // The first run loads the graphs, which takes long on a busy machine.
      client.runs.wait(null, 'chat', { input: toMessage('Hello') }),
    ])
    pages = { current, old }
  }, 120_000)
  afterAll(async () => {
    await Promise.all([browser.close(), app.stop(), peer?.stop()])
  })
  beforeEach(() => project.release())
  afterEach(() => page.context().close())

  const HOOKS = [
    ['@langchain/langgraph-sdk/react', { hook: 'sdk' }],
    ['@langchain/langgraph-sdk/react 1.9.31', { hook: 'sdk', version: 'old' }],
    ['@langchain/react over SSE', { hook: 'react' }],
    ['@langchain/react over a WebSocket', { hook: 'react', transport: 'websocket' }],
  ] as const

  const openChat = async (
    assistant: string,
    query: Record<string, string> = {},
    api = apiUrl,
  ): Promise<void> => {
    const url = query['version'] === 'old' ? pages.old : pages.current
    page = await browser.open(url, { api, assistant, ...query })
  }

  // The hooks lose a call that is made while they still connect after a reload, and do not show when they are ready. A busy machine makes
  // that time long enough to matter, so these tests may be repeated.
  describe.each(HOOKS)('useStream of %s', { retry: 2 }, (_name, query) => {
    it('the page shows tokens while they are generated, and joins the run after a reload', async () => {
      await openChat('chat', query)
      project.hold()
      await submit(toMessage('Hello'))
      await expectShown({ texts: ['Hello', 'You '], isLoading: true })
      await page.reload()
      await expectShown({ texts: ['Hello', 'You '], isLoading: true })
      project.release()
      await expectShown({ texts: ['Hello', 'You said: Hello'], isLoading: false })
      if (query.hook === 'sdk') await expectSaved(2)
      await submit(toMessage('Bye'))
      await expectShown({ texts: ['Hello', 'You said: Hello', 'Bye', 'You said: Bye'], isLoading: false })
      await saveScreenshot(page, `chat-${Object.values(query).join('-')}`)
    })

    it('the page shows interrupts, also after a reload, and resumes them', async () => {
      await openChat('asking', query)
      await submit({ item: 'hat' })
      await expectShown({
        interrupts: [expect.objectContaining({ value: { question: 'May I order a hat?' } })],
      })
      await page.reload()
      await expectShown({
        interrupts: [expect.objectContaining({ value: { question: 'May I order a hat?' } })],
      })
      await (query.hook === 'react' ? callHook('respond', true) : submit(null, { command: { resume: true } }))
      await expectShown({ interrupts: [expect.any(Object), expect.any(Object)], isLoading: false })
    })

    it('stop() cancels the run', async () => {
      await openChat('chat', query)
      project.hold()
      await submit(toMessage('Hello'))
      await expectShown({ texts: ['Hello', 'You '] })
      await callHook('stop')
      await expectShown({ isLoading: false })
      await expect.poll(async () => (await readRun()).status, { timeout: 30_000 }).toBe('interrupted')
    })
  })

  // Shows that the pages themselves are right: they work in the same way on the other server. Only HEDDLE_PEER=live checks it,
  // because nothing of Heddle takes part.
  describe.each(isPeerLive ? HOOKS : [])('useStream of %s on the LangGraph.js server', (_name, query) => {
    it('the page shows replies and interrupts, and resumes them', async () => {
      await openChat('chat', query, peer!.url)
      await submit(toMessage('Hello'))
      await expectShown({ texts: ['Hello', 'You said: Hello'], isLoading: false })
      await page.context().close()
      await openChat('asking', query, peer!.url)
      await submit({ item: 'hat' })
      await expectShown({
        interrupts: [expect.objectContaining({ value: { question: 'May I order a hat?' } })],
      })
      await (query.hook === 'react' ? callHook('respond', true) : submit(null, { command: { resume: true } }))
      await expectShown({ interrupts: [expect.any(Object), expect.any(Object)], isLoading: false })
    })
  })

  describe('useStream of @langchain/langgraph-sdk/react', () => {
    it('the page shows optimistic values, and both branches of an edited message', async () => {
      await openChat('chat')
      const message = toMessage('Hello')
      const optimisticValues = { messages: [{ ...message.messages[0], content: 'Hello …' }] }
      await submit(message, { optimisticValues })
      await expectShown({ texts: ['Hello', 'You said: Hello'], isLoading: false })
      expect((await readWindow<string[][]>('renders')).find(({ length }) => length > 0)).toEqual(['Hello …'])
      await expect.poll(() => readWindow('firstCheckpoint'), { timeout: 30_000 }).toBeTruthy()
      await submit(toMessage('Bye'), { checkpoint: await readWindow('firstCheckpoint') })
      await expectShown({ texts: ['Bye', 'You said: Bye'], isLoading: false })
      await expect.poll(() => readWindow('branchOptions'), { timeout: 30_000 }).toHaveLength(2)
      const branches = await readWindow<string[]>('branchOptions')
      const shownBranch = await readWindow<string>('branch')
      await callHook(
        'setBranch',
        branches.find((branch) => branch !== shownBranch),
      )
      await expectShown({ texts: ['Hello', 'You said: Hello'] })
    })

    it('a second page joins the stream of a run', async () => {
      await openChat('chat', { reconnect: 'false' })
      project.hold()
      await submit(toMessage('Hello'))
      await expectShown({ texts: ['Hello', 'You '] })
      const { thread_id, run_id } = await readRun()
      const firstPage = page
      await openChat('chat', { reconnect: 'false', thread: thread_id })
      await expectShown({ isLoading: false })
      await callHook('joinStream', run_id)
      await expectShown({ texts: ['Hello', 'You '], isLoading: true })
      project.release()
      await expectShown({ texts: ['Hello', 'You said: Hello'], isLoading: false })
      await firstPage.context().close()
    })
  })
})

const toMessage = (content: string) => ({ messages: [{ type: 'human', id: newId(), content }] })

const readWindow = <T>(name: string): Promise<T> =>
  page.evaluate((key) => (globalThis as unknown as Record<string, T>)[key] as T, name)

/** Calls a function of the hook without waiting for it: `submit` resolves only when the run has ended. */
const callHook = async (name: string, ...args: unknown[]): Promise<void> => {
  await page.waitForFunction(() => 'chat' in globalThis)
  await page.evaluate(
    ([key, values]) => {
      const { chat } = globalThis as unknown as { chat: Record<string, (...args: unknown[]) => unknown> }
      void chat[key]!(...values)
    },
    [name, args] as const,
  )
}

const submit = (...args: unknown[]): Promise<void> => callHook('submit', ...args)

const expectShown = async (expected: object): Promise<void> => {
  await expect.poll(() => readWindow('shown'), { timeout: 30_000, interval: 20 }).toMatchObject(expected)
}

/**
 * Waits until the hook has rendered its new history. `submit` continues from the newest checkpoint that the hook knows, and
 * `isLoading` becomes false one render earlier: a message that is sent between the two creates a branch without the last reply.
 */
const expectSaved = async (messages: number): Promise<void> => {
  await expect.poll(() => readWindow('savedMessages'), { timeout: 30_000, interval: 20 }).toBe(messages)
}

const readRun = async () => {
  const thread = new URL(page.url()).searchParams.get('thread')!
  return client.runs.get(thread, await readWindow('runId'))
}

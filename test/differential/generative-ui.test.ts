/** Runs a project with a generative UI on both servers, and compares what pages get from them. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createContext, runInContext } from 'node:vm'
import { Client } from '@langchain/langgraph-sdk'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { packageRoot } from '../../src/platform/package-root.js'
import { startApp, type TestApp } from '../support/app.js'
import { hasBrowser, openBrowser, saveScreenshot, type BrowserSession } from '../support/browser.js'
import { copyExample, startPeer, type Peer, type PeerSettings } from './peer.js'

const PROJECT = join(packageRoot, 'test/projects/generative-ui')
const settings = JSON.parse(readFileSync(join(PROJECT, 'langgraph.json'), 'utf8')) as PeerSettings

let app: TestApp
let peer: Peer
let urls: Record<'theirs' | 'ours', string>

beforeAll(async () => {
  ;[peer, app] = await Promise.all([
    startPeer(PROJECT, settings),
    startApp({ execute: true, project: copyExample(PROJECT) }),
  ])
  urls = { theirs: peer.url, ours: await app.listen() }
  // The other server starts to listen before its first build has ended.
  for (const agent of Object.keys(settings.ui ?? {}))
    await vi.waitFor(async () => expect((await requestComponent(urls.theirs, agent)).status).toBe(200), {
      timeout: 30_000,
      interval: 50,
    })
}, 120_000)
afterAll(() => Promise.all([peer.stop(), app.stop()]))

const requestComponent = (
  url: string,
  agent: string,
  body: unknown = { name: 'forecast' },
): Promise<Response> =>
  fetch(`${url}/ui/${encodeURIComponent(agent)}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

const readResponse = async (pending: Promise<Response>, url: string) => {
  const response = await pending
  return {
    status: response.status,
    type: response.headers.get('content-type')?.split(';')[0],
    text: (await response.text()).replaceAll(url, ''),
  }
}

const onBothServers = async <T>(call: (url: string) => Promise<T>): Promise<[ours: T, theirs: T]> =>
  Promise.all([call(urls.ours), call(urls.theirs)])

describe('the routes of the UI', () => {
  it.each(['weather', 'my-agent 2'])('both servers send the same HTML for the UI of "%s"', async (agent) => {
    const [ours, theirs] = await onBothServers((url) => readResponse(requestComponent(url, agent), url))
    expect(ours).toMatchObject({ status: 200, type: 'text/html' })
    // The other server sends the HTML as text/plain and does not encode the URL, which the browser then does.
    expect({ ...ours, text: ours.text.replaceAll('%20', ' '), type: 'text/plain' }).toEqual(theirs)
  })

  it('the script of both servers hands the component to the SDK', async () => {
    const [ours, theirs] = await onBothServers(async (url) => {
      const { text, ...response } = await readResponse(fetch(`${url}/ui/weather/entrypoint.js`), url)
      return { ...response, calls: renderInPage(text) }
    })
    expect(ours).toEqual({ status: 200, type: 'text/javascript', calls: expect.any(Object) })
    expect(ours.calls).toMatchObject({ shadowRootId: 'root-1', componentName: 'Forecast', target: 'div' })
    expect(ours).toEqual(theirs)
  })

  it('both servers compile the classes of Tailwind that the components use', async () => {
    const [ours, theirs] = await onBothServers((url) =>
      readResponse(fetch(`${url}/ui/weather/entrypoint.css`), url),
    )
    for (const { status, type, text } of [ours, theirs]) {
      expect([status, type]).toEqual([200, 'text/css'])
      expect(text.replace(/\s+/g, ' ')).toContain('.p-\\[13px\\] { padding: 13px; }')
      expect(text).toContain('border-radius: var(--radius-lg)')
      expect(text).not.toMatch(/@apply|@import/)
    }
  })

  it('both servers refuse unknown graphs, unknown files and requests without a name', async () => {
    const [ours, theirs] = await onBothServers((url) =>
      Promise.all([
        readResponse(requestComponent(url, 'unknown'), url),
        readResponse(fetch(`${url}/ui/weather/unknown.js`), url),
        readResponse(fetch(`${url}/ui/unknown/entrypoint.js`), url),
        readResponse(requestComponent(url, 'weather', {}), url),
      ]),
    )
    expect(ours.map(({ status }) => status)).toEqual([404, 404, 404, 422])
    // The other server responds to invalid bodies with 400 everywhere; see "validation errors" of the listed differences.
    expect(theirs.map(({ status }) => status)).toEqual([404, 404, 404, 400])
    expect(JSON.parse(ours[0].text)).toMatchObject({ detail: theirs[0].text })
  })
})

/** Runs the script of the UI in a page that provides what the SDK does, and renders a component. */
const renderInPage = (script: string): unknown => {
  const calls: object[] = []
  const shadowRoot = { appendChild: (child: unknown) => child }
  const page: Record<string | symbol, unknown> = {
    document: {
      getElementById: () => ({ shadowRoot }),
      createElement: (name: string) => name,
    },
    [Symbol.for('LGUI_REQUIRE')]: (name: string) => ({ name }),
    [Symbol.for('LGUI_EXT_STORE')]: {
      respond: (shadowRootId: string, component: { name: string }, target: unknown) =>
        calls.push({ shadowRootId, componentName: component.name, target }),
    },
  }
  page['window'] = page
  runInContext(`${script}\n;__LGUI_weather.render("forecast", "root-1")`, createContext(page))
  return calls[0]
}

describe('a graph that pushes components', () => {
  it('both servers emit the same events and store the same components', async () => {
    const [ours, theirs] = await onBothServers(async (apiUrl) => {
      const client = new Client({ apiUrl, apiKey: null })
      const { thread_id } = await client.threads.create()
      const events: unknown[] = []
      for await (const { event, data } of client.runs.stream(thread_id, 'weather', {
        input: { messages: [{ type: 'human', id: 'question', content: 'Paris' }] },
        streamMode: ['custom', 'updates'],
      }))
        if (event !== 'metadata') events.push({ event, data })
      const { values } = await client.threads.getState<{ ui: unknown[] }>(thread_id)
      return { events, ui: values.ui }
    })
    expect(ours.events).toHaveLength(5)
    expect(ours.ui).toEqual([
      expect.objectContaining({ name: 'forecast', props: { city: 'Paris', degrees: 21 } }),
    ])
    expect(withNumberedIds(ours)).toEqual(withNumberedIds(theirs))
  })
})

/** Replaces each UUID with the number of its first occurrence. */
const withNumberedIds = (value: unknown): unknown => {
  const ids: string[] = []
  const text = JSON.stringify(value).replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, (id) => {
    if (!ids.includes(id)) ids.push(id)
    return `#${String(ids.indexOf(id))}`
  })
  return JSON.parse(text)
}

describe.skipIf(!hasBrowser)('a page in a real browser', { timeout: 60_000 }, () => {
  let browser: BrowserSession
  let pageUrl: string
  let page: Page

  beforeAll(async () => {
    browser = await openBrowser()
    pageUrl = await browser.serve('ui-page.tsx')
  })
  afterAll(() => browser.close())
  afterEach(() => page.context().close())

  const start = async (api: string, assistant: string, input: object): Promise<string[]> => {
    page = await browser.open(pageUrl, { api, assistant, input: JSON.stringify(input) })
    const errors: string[] = []
    page.on('pageerror', (error) => errors.push(error.message))
    await page.click('#start')
    return errors
  }

  it.each(['ours', 'theirs'] as const)(
    'the page shows and uses the components of a run (%s)',
    async (server) => {
      const errors = await start(urls[server], 'weather', { messages: [{ type: 'human', content: 'Paris' }] })
      const card = page.locator('.forecast').first()
      await card.getByText('21 °C').waitFor()
      // Tailwind's utilities and the rules of the stylesheet are in effect in the shadow root.
      const style = await card.evaluate((element) => {
        const { getComputedStyle } = globalThis as unknown as {
          getComputedStyle: (of: unknown) => Record<string, string>
        }
        const { padding, borderRadius, backgroundColor } = getComputedStyle(element)
        return [padding, borderRadius, backgroundColor]
      })
      expect(style).toEqual(['13px', '8px', 'rgb(220, 240, 255)'])
      await card.locator('.like').click()
      await card.getByText('Like (1)').waitFor()
      await card.locator('.next').click()
      await page.locator('.forecast h2', { hasText: 'Oslo' }).waitFor()
      await card.getByText('4 messages').waitFor()
      // The graph removes one of its components at once. The script of the other server fails if it is loaded later.
      if (server === 'ours') expect(errors).toEqual([])
      await saveScreenshot(page, `generative-ui-${server}`)
    },
  )

  it.each(['ours', 'theirs'] as const)(
    'a component resumes an interrupt after a reload (%s)',
    async (server) => {
      const errors = await start(urls[server], 'order', { item: 'hat' })
      await page.locator('.approve').waitFor()
      await page.reload()
      await page.locator('.approve').click()
      await page.getByText('ordered a hat').waitFor()
      await page.locator('.approve').waitFor({ state: 'detached' })
      await page.reload()
      await page.getByText('ordered a hat').waitFor()
      await page.locator('.approval').getByText('hat').waitFor()
      expect(errors).toEqual([])
    },
  )
})

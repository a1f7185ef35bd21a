/** A key without the scope `write` sees every screen, and no control or key of any screen changes anything. */
import type { Page, Request } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasBrowser, openBrowser, type BrowserSession } from '../support/browser.js'
import { createConsoleData, makeClient, type ConsoleData } from '../support/console-data.js'
import { startHeddle, type Heddle } from '../support/heddle-process.js'
import { openConsolePage, trackRequests, type ConsolePage, type PendingRequests } from './console-page.js'

const ADMIN = 'bootstrap-admin-key-1'

/** Requests with a body that only read. */
const READS = /^\/(?:threads\/search|threads\/count|threads\/[\w-]+\/history|console\/sign-in)$/

/**
 * All controls that a key that can only read may see. A new control has to be added here, after checking that it changes nothing on
 * the service.
 */
const HARMLESS = [
  // The shell
  /^Search or go to/,
  /^(?:Relative|UTC)$/,
  /^(?:Theme, keys and account|Open the navigation)$/,
  // Lists and their filters
  /^(?:Columns|Copy as|Live|Export|Created [↑↓])$/,
  /^(?:Status|Assistant|Created|Text)/,
  /^(?:Add a filter|Remove all filters|Remove the filter .*|Search threads|Filter by .*|Filter events)$/,
  /^(?:All|Queued|Running|Needs a person|Completed|Failed|Cancelled|Idle)(?: \d+)?$/,
  /^(?:Runs by outcome|Overview|Start of the range|End of the range|Time range: )/,
  // Values, runs, threads and graphs
  /^(?:Open|Close|Copy) /,
  /^Copy$/,
  /^(?:Timeline|Events|State|Input and output|Fold idle time|JSON|As JSON|Document|Text)$/,
  /^State after .*, checkpoint \d+$/,
  /^Checkpoints \d+ to \d+, the first after /,
  /^(?:Detail|This branch|Earlier checkpoint|Later checkpoint|Difference.*|Compare with…C)$/,
  /^(?:Nested opened|Closed|Zoom In|Zoom Out|Fit View|Checkpoint)$/,
  // Inbox and Playground: texts that are typed stay in the browser
  /^(?:Free|Mine|With others) \d+$/,
  /^Any kind$/,
  // A tool call opens its arguments and its output.
  /^calculator\{/,
  /^(?:What can you do\?|What is 17 × 23\?|Convert 5 miles to km)$/,
  /^(?:Configuration|Breakpoints|Message|Earlier inputs|JavaScript|Python|Changed|New thread|messages)$/,
]

/** Elements that show data and select it: checkpoints, spans, nodes of a graph, tool calls. */
const DATA = '[aria-label^="Checkpoints"] *, [role=listbox] *, .react-flow__node *, table *, ul *'

const CONTROLS =
  'button, input, select, textarea, [role=switch], [role=slider], [role=menuitem], [role=menuitemcheckbox], [contenteditable=true]'

const POLL_MS = 100

let heddle: Heddle
let browser: BrowserSession
let screen: ConsolePage
let page: Page
let data: ConsoleData
let pending: PendingRequests
const writes: string[] = []

const recordWrite = (request: Request): void => {
  const { pathname } = new URL(request.url())
  if (request.method() !== 'GET' && !READS.test(pathname)) writes.push(`${request.method()} ${pathname}`)
}

/** The names of all controls that can be used and do not show data. */
const listControls = (): Promise<string[]> =>
  page.locator(CONTROLS).evaluateAll((elements, data) => {
    const isUsable = (element: Element): boolean =>
      element instanceof HTMLElement &&
      element.offsetParent !== null &&
      !element.matches(':disabled, [aria-disabled=true], [readonly], [data-disabled]')
    const nameOf = (element: Element): string => {
      const labels = [...((element as HTMLInputElement).labels ?? [])].map((label) => label.textContent)
      const name = element.getAttribute('aria-label') ?? (labels.join(' ') || element.textContent)
      return name.trim().replaceAll(/\s+/g, ' ') || element.outerHTML.slice(0, 120)
    }
    return elements.filter((element) => isUsable(element) && !element.matches(data)).map(nameOf)
  }, DATA)

/** Parts of a screen appear when their requests have ended, so this waits until there are no requests and no control is added any more. */
const listLoadedControls = async (): Promise<string[]> => {
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  let names: string[] = []
  let wasLoading = true
  await expect
    .poll(
      async () => {
        const before = { names, wasLoading }
        names = await listControls()
        wasLoading = pending.size > 0 || (await page.getByRole('status', { name: /^Loading/ }).count()) > 0
        return !wasLoading && !before.wasLoading && names.length > 0 && names.join() === before.names.join()
      },
      { interval: POLL_MS },
    )
    .toBe(true)
  return names
}

const findUnknown = (names: string[]): string[] =>
  names.filter((name) => !HARMLESS.some((harmless) => harmless.test(name)))

/** Clicks all controls of the screen, also those that show data, and opens all menus. Returns the items of the menus. */
const clickEverything = async (): Promise<string[]> => {
  const items: string[] = []
  const triggers = page.locator('main [aria-haspopup=menu]:not(:disabled)')
  for (let index = 0; index < (await triggers.count()); index += 1) {
    await triggers.nth(index).click()
    await page.getByRole('menu').waitFor()
    items.push(...(await page.getByRole('menuitem').allInnerTexts()))
    await page.keyboard.press('Escape')
    await page.getByRole('menu').waitFor({ state: 'detached' })
  }
  await page.evaluate(async (controls) => {
    for (const element of document.querySelectorAll<HTMLElement>(`main :is(${controls})`)) {
      element.click()
      await new Promise((resolve) => requestAnimationFrame(resolve))
    }
  }, CONTROLS)
  return items
}

const HARMLESS_ITEMS = /^(?:curl|JavaScript|Python|Link to|Id of|Copy|Export|Last )/

/** Types into all text fields and sends, and presses every key except `g`, which starts the keys of the navigation. */
const typeEverything = async (): Promise<void> => {
  const fields = page.locator('main textarea:enabled, main [contenteditable=true]')
  for (let index = 0; index < (await fields.count()); index += 1) {
    await fields.nth(index).focus()
    await page.keyboard.type('yes')
    await page.keyboard.press('Enter')
    await page.keyboard.press('ControlOrMeta+Enter')
  }
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
  await page.keyboard.press('ArrowDown')
  for (const key of 'abcdefhijklmnopqrstuvwxyz0123456789') {
    await page.keyboard.press(key)
    if ((await page.locator('[role=dialog]').count()) > 0) await page.keyboard.press('Escape')
  }
}

describe.skipIf(!hasBrowser)('a key that can only read', () => {
  beforeAll(async () => {
    ;[heddle, browser] = await Promise.all([
      startHeddle({ env: { AUTH_ENABLED: 'true', API_KEYS: ADMIN } }),
      openBrowser(),
    ])
    const admin = makeClient(heddle, ADMIN)
    data = await createConsoleData(admin)
    await admin.post('/api/v1/views', { name: 'Shared', screen: 'runs', query: 'q=cup', shared: true })
    const { key } = await admin.post('/api/v1/api-keys', { name: 'reader', scopes: ['read'] })
    screen = await openConsolePage(browser, heddle.url)
    page = screen.page
    page.on('request', recordWrite)
    pending = trackRequests(page)
    await screen.goto('/runs')
    await page.getByLabel('API key or token').fill(key)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByText('refund-desk').filter({ visible: true }).first().waitFor()
  })
  afterAll(async () => {
    await Promise.all([browser.close(), heddle.stop()])
  })

  it.each([
    ['Home', () => ''],
    ['Runs', () => '/runs'],
    ['Runs of a view', () => '/runs?q=cup'],
    ['an empty list of runs', () => '/runs?q=nothing'],
    ['a completed run', () => `/runs/${data.runs.approved}`],
    ['the events of a run', () => `/runs/${data.runs.approved}?tab=events`],
    ['the state of a run', () => `/runs/${data.runs.approved}?tab=state`],
    ['the input of a run', () => `/runs/${data.runs.approved}?tab=io`],
    ['a failed run', () => `/runs/${data.runs.failed}`],
    ['a waiting run', () => `/runs/${data.runs.waiting}`],
    ['Inbox', () => '/inbox'],
    ['Threads', () => '/threads'],
    ['a thread', () => `/threads/${data.threadId}`],
    ['a thread whose state would be edited', () => `/threads/${data.threadId}?edit=1`],
    ['Playground', () => '/chat'],
    ['a conversation', () => `/chat/${data.threadId}`],
    ['Assistants', () => '/assistants'],
    ['the graph of an assistant', () => `/assistants/${data.assistantId}/graph`],
  ])('%s has no control, menu item or key that changes anything', async (_name, path) => {
    await screen.goto(path())
    expect.soft(findUnknown(await listLoadedControls())).toEqual([])
    await typeEverything()
    await screen.navigate(path())
    await listLoadedControls()
    const items = await clickEverything()
    expect.soft(items.filter((item) => !HARMLESS_ITEMS.test(item))).toEqual([])
    expect(writes.splice(0)).toEqual([])
  })
})

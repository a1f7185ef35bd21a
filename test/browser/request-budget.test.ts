/** A page that is left open while runs change all the time sends at most twelve requests a minute. The clock of the page is faked. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { hasBrowser, openBrowser, type BrowserSession } from '../support/browser.js'
import { createConsoleData, makeClient, type Client, type ConsoleData } from '../support/console-data.js'
import { startHeddle, type Heddle } from '../support/heddle-process.js'
import { openConsolePage } from './console-page.js'

const MAX_PER_MINUTE = 12
/** The first refreshes after a quiet time follow each other quickly, so they are not measured. */
const WARM_UP = { steps: 12, stepMs: 5_000 }
const MEASURED = { steps: 12, stepMs: 10_000 }

declare global {
  var receivedChanges: number | undefined
}

/** Runs in the page before its own scripts. */
const countChanges = (): void => {
  const { addEventListener } = EventSource.prototype
  globalThis.receivedChanges = 0
  EventSource.prototype.addEventListener = function (this: EventSource, ...options: unknown[]) {
    if (options[0] === 'changes')
      addEventListener.call(this, 'changes', () => {
        globalThis.receivedChanges! += 1
      })
    Reflect.apply(addEventListener, this, options)
  } as typeof addEventListener
}

/** The path of each screen, and a text that only the loaded screen shows. */
const SCREENS = {
  Home: [() => '/', 'Slowest nodes'],
  Runs: [() => '/runs?assistant=refund-desk', 'refund-desk'],
  Inbox: [() => '/inbox', 'Queue'],
  Threads: [() => '/threads', 'Espresso machine'],
  Thread: [({ threadId }: ConsoleData) => `/threads/${threadId}`, 'Espresso machine'],
  Graph: [({ assistantId }: ConsoleData) => `/assistants/${assistantId}/graph`, 'classify'],
} as const
type ScreenName = keyof typeof SCREENS
const NAMES = Object.keys(SCREENS) as ScreenName[]

/** All screens are open at the same time, each in a profile of its own, and receive the same changes. */
describe.skipIf(!hasBrowser)('the requests of a page under constant load', () => {
  let heddle: Heddle
  let client: Client
  let browser: BrowserSession
  let data: ConsoleData
  let otherThreadId: string
  let pages: Page[]
  let minutes: number
  const requests = Object.fromEntries(NAMES.map((name) => [name, [] as string[]])) as Record<
    ScreenName,
    string[]
  >

  const openScreen = async (name: ScreenName): Promise<Page> => {
    const [path, text] = SCREENS[name]
    const { page, goto } = await openConsolePage(browser, heddle.url)
    await page.clock.install()
    await page.addInitScript(countChanges)
    page.on('request', (request) => {
      if (request.resourceType() === 'fetch')
        requests[name].push(`${request.method()} ${new URL(request.url()).pathname}`)
    })
    await goto(path(data))
    await page.getByText(text).filter({ visible: true }).first().waitFor()
    return page
  }

  const now = (): Promise<number> => pages[0]!.evaluate(() => Date.now())
  const countReceived = (page: Page) => page.evaluate(() => globalThis.receivedChanges)

  /** Changes a run, a thread and what waits for a person, and lets time pass after the pages have received the changes. */
  const step = async (threadId: string, ms: number): Promise<void> => {
    const received = await Promise.all(pages.map(countReceived))
    await client.post('/api/v1/runs', {
      assistant_id: data.assistantId,
      thread_id: threadId,
      input: { message: 'Once more' },
      multitask_strategy: 'enqueue',
    })
    await Promise.all(
      pages.map(async (page, index) => {
        await vi.waitFor(async () => expect(await countReceived(page)).not.toBe(received[index]), {
          timeout: 30_000,
          interval: 100,
        })
        await page.clock.runFor(ms)
      }),
    )
  }
  const play = async ({ steps, stepMs }: typeof MEASURED): Promise<void> => {
    for (let index = 0; index < steps; index += 1)
      await step(index % 2 === 0 ? otherThreadId : data.threadId, stepMs)
  }

  beforeAll(async () => {
    ;[heddle, browser] = await Promise.all([startHeddle(), openBrowser()])
    client = makeClient(heddle)
    data = await createConsoleData(client)
    otherThreadId = (await client.post('/api/v1/threads', {})).thread_id
    pages = await Promise.all(NAMES.map(openScreen))
  })
  beforeAll(() => play(WARM_UP))
  beforeAll(async () => {
    const from = await now()
    for (const name of NAMES) requests[name].length = 0
    await play(MEASURED)
    minutes = ((await now()) - from) / 60_000
  })
  afterAll(async () => {
    await Promise.all([browser.close(), heddle.stop()])
  })

  it.each(NAMES)('%s stays below the limit', (name) => {
    const sent = requests[name]
    expect(sent.length / minutes, sent.toSorted().join('\n')).toBeLessThanOrEqual(MAX_PER_MINUTE)
    // The page is still live.
    expect(sent.length).toBeGreaterThan(0)
  })
})

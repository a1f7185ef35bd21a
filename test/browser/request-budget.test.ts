/** A page that is left open while runs change all the time sends at most twelve requests a minute. The clock of the page is faked. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasBrowser, openBrowser, type BrowserSession } from '../support/browser.js'
import { createConsoleData, makeClient, type Client, type ConsoleData } from '../support/console-data.js'
import { startHeddle, type Heddle } from '../support/heddle-process.js'
import { openConsolePage, type ConsolePage } from './console-page.js'

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

describe.skipIf(!hasBrowser)('the requests of a page under constant load', () => {
  let heddle: Heddle
  let client: Client
  let browser: BrowserSession
  let screen: ConsolePage
  let data: ConsoleData
  const requests: string[] = []

  beforeAll(async () => {
    ;[heddle, browser] = await Promise.all([startHeddle(), openBrowser()])
    client = makeClient(heddle)
    data = await createConsoleData(client)
    screen = await openConsolePage(browser, heddle.url)
    await screen.page.clock.install()
    await screen.page.addInitScript(countChanges)
    screen.page.on('request', (request) => {
      if (request.resourceType() === 'fetch')
        requests.push(`${request.method()} ${new URL(request.url()).pathname}`)
    })
  })
  afterAll(async () => {
    await Promise.all([browser.close(), heddle.stop()])
  })

  const now = (): Promise<number> => screen.page.evaluate(() => Date.now())

  /** Changes a run, a thread and what waits for a person, and lets time pass after the page has received the changes. */
  const step = async (threadId: string, ms: number): Promise<void> => {
    const received = await screen.page.evaluate(() => globalThis.receivedChanges)
    await client.post('/api/v1/runs', {
      assistant_id: data.assistantId,
      thread_id: threadId,
      input: { message: 'Once more' },
      multitask_strategy: 'enqueue',
    })
    await expect
      .poll(() => screen.page.evaluate(() => globalThis.receivedChanges), { interval: 20 })
      .not.toBe(received)
    await screen.page.clock.runFor(ms)
  }

  it.each([
    ['Home', () => '/', 'Slowest nodes'],
    ['Runs', () => '/runs?assistant=refund-desk', 'refund-desk'],
    ['Inbox', () => '/inbox', 'Queue'],
    ['Threads', () => '/threads', 'Espresso machine'],
    ['Thread', () => `/threads/${data.threadId}`, 'Espresso machine'],
    ['Graph', () => `/assistants/${data.assistantId}/graph`, 'classify'],
  ])('%s stays below the limit', async (_name, path, text) => {
    await screen.goto(path())
    await screen.page.getByText(text).filter({ visible: true }).first().waitFor()
    const { thread_id: other } = await client.post('/api/v1/threads', {})
    const play = async ({ steps, stepMs }: typeof MEASURED): Promise<void> => {
      for (let index = 0; index < steps; index += 1)
        await step(index % 2 === 0 ? other : data.threadId, stepMs)
    }
    await play(WARM_UP)
    const from = await now()
    requests.length = 0
    await play(MEASURED)
    const minutes = ((await now()) - from) / 60_000
    expect(requests.length / minutes, requests.toSorted().join('\n')).toBeLessThanOrEqual(MAX_PER_MINUTE)
    // The page is still live.
    expect(requests.length).toBeGreaterThan(0)
  })
})

/** The list of threads in the console. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasBrowser, openBrowser, type BrowserSession } from '../support/browser.js'
import { makeClient, type Client } from '../support/console-data.js'
import { startHeddle, type Heddle } from '../support/heddle-process.js'
import { openConsolePage, type ConsolePage } from './console-page.js'

let heddle: Heddle
let client: Client
let browser: BrowserSession
let screen: ConsolePage
let page: Page

const createThread = async (title: string): Promise<string> =>
  (await client.post('/threads', { metadata: { title, customer: title.toLowerCase() } })).thread_id

describe.skipIf(!hasBrowser)('the list of threads in the console', () => {
  beforeAll(async () => {
    ;[heddle, browser] = await Promise.all([startHeddle(), openBrowser()])
    client = makeClient(heddle)
    screen = await openConsolePage(browser, heddle.url)
    page = screen.page
  })
  afterAll(async () => {
    expect(screen.takeProblems()).toEqual([])
    await Promise.all([browser.close(), heddle.stop()])
  })

  it('threads are found by text, id, metadata and status', async () => {
    await createThread('Blender')
    const kettle = await createThread('Kettle')
    const links = (): Promise<string[]> =>
      page
        .locator('[role=row] a[href*="/console/threads/"]')
        .evaluateAll((found) => found.map((one) => (one as HTMLAnchorElement).pathname.split('/').at(-1)!))
    await screen.goto('/threads')
    for (const text of ['kettle', kettle, 'customer=kettle']) {
      await page.getByRole('searchbox', { name: 'Search threads' }).fill(text)
      await expect.poll(links).toEqual([kettle])
    }
    await page.getByRole('searchbox', { name: 'Search threads' }).fill('no such thread')
    await page.getByText('No thread matches').waitFor()
    await page.getByRole('button', { name: 'Remove all filters' }).click()
    await expect.poll(links).toContain(kettle)
    expect(await page.getByRole('searchbox', { name: 'Search threads' }).inputValue()).toBe('')
    await page.getByRole('group', { name: 'Status' }).getByRole('button', { name: 'Failed' }).click()
    await page.getByText('No thread matches').waitFor()
  })
})

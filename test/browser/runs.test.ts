/** Finding runs in the console: filters in the URL, text, saved views and keys. */
import type { Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { hasBrowser, openBrowser, type BrowserSession } from '../support/browser.js'
import { callServer } from '../support/call-server.js'
import { createConsoleData, makeClient, type Client, type ConsoleData } from '../support/console-data.js'
import { startHeddle, type Heddle } from '../support/heddle-process.js'
import { openConsolePage, type ConsolePage } from './console-page.js'

let heddle: Heddle
let client: Client
let browser: BrowserSession
let screen: ConsolePage
let page: Page
let data: ConsoleData

/** The rows of the list without its header. */
const rows = (): Locator =>
  page
    .getByRole('table', { name: 'Runs' })
    .getByRole('row')
    .filter({ has: page.getByRole('cell') })
const rowOf = (runId: string): Locator => rows().filter({ has: page.locator(`a[title="${runId}"]`) })
const listShown = (): Promise<string[]> =>
  page
    .locator('[role=row] a[href*="/console/runs/"]')
    .evaluateAll((links) => links.map((link) => (link as HTMLElement).title))

/** The ids that the API returns for the filters, newest first, as the list shows them. */
const listByApi = async (query: string): Promise<string[]> => {
  const { data: runs } = (await client.get(`/api/v1/runs?view=summary&${query}`)) as unknown as {
    data: { run_id: string }[]
  }
  return runs.map(({ run_id }) => run_id)
}

const expectList = async (query: string): Promise<void> => {
  const expected = await listByApi(query)
  expect(expected.length).toBeGreaterThan(0)
  await expect.poll(listShown).toEqual(expected)
}

const chooseInMenu = async (
  chip: string,
  item: string,
  position: 'first' | 'last' = 'first',
): Promise<void> => {
  await page
    .getByRole('search')
    .getByRole('button', { name: new RegExp(`^${chip}`) })
    .click()
  await page.getByRole('menuitemcheckbox', { name: item })[position]().click()
  await page.keyboard.press('Escape')
}

const readViews = async (): Promise<{ name: string; query: string; shared: boolean }[]> =>
  (await callServer(heddle, 'GET', '/api/v1/views?screen=runs')).body.data

describe.skipIf(!hasBrowser)('finding runs in the console', () => {
  beforeAll(async () => {
    ;[heddle, browser] = await Promise.all([startHeddle(), openBrowser()])
    client = makeClient(heddle)
    data = await createConsoleData(client)
    screen = await openConsolePage(browser, heddle.url)
    page = screen.page
  })
  afterAll(async () => {
    await Promise.all([browser.close(), heddle.stop()])
  })
  afterEach(() => {
    expect(screen.takeProblems()).toEqual([])
  })

  it('filters stay in the URL after opening a run, going back and reloading', async () => {
    await screen.goto('/runs')
    await expectList('')
    await chooseInMenu('Status', 'Failed')
    await chooseInMenu('Status', 'Needs a person')
    await page.waitForURL(/status=failed,requires_action/)
    await expectList('status=failed,requires_action')

    await rowOf(data.runs.failed).getByRole('cell', { name: 'order-sync' }).click()
    await page.waitForURL(`**/runs/${data.runs.failed}`)
    await page.goBack()
    await page.waitForURL(/status=failed,requires_action/)
    await expectList('status=failed,requires_action')
    await page.reload()
    await expectList('status=failed,requires_action')

    await page.getByRole('button', { name: 'Remove the filter Status' }).click()
    await page.waitForURL((url) => url.search === '')
    await expectList('')
  })

  it('a negated filter leaves out the runs of an assistant', async () => {
    await screen.goto('/runs')
    await chooseInMenu('Assistant', 'order-sync', 'last')
    await page.waitForURL(/assistant=!order-sync/)
    await expectList('assistant_id=!order-sync')
    expect(await listShown()).not.toContain(data.runs.failed)
    await page.getByRole('search').getByText('not order-sync').waitFor()
  })

  it('metadata, duration and attempts are filters too', async () => {
    await screen.goto('/runs')
    await page.getByRole('button', { name: 'Add a filter' }).click()
    const form = page.getByRole('dialog', { name: 'Add a filter' })
    await form.getByLabel('Key').fill('channel')
    await form.getByLabel('Value').fill('mail')
    await form.getByRole('button', { name: 'Add filter' }).click()
    await page.waitForURL(/meta\.channel=mail/)
    await expectList(`metadata=${encodeURIComponent('{"channel":"mail"}')}`)

    await page.getByRole('button', { name: 'Add a filter' }).click()
    await form.getByLabel('Filter by').selectOption('slow')
    await form.getByLabel('Duration at least').fill('soon')
    await form.getByText('With a unit').waitFor()
    expect(await form.getByRole('button', { name: 'Add filter' }).isEnabled()).toBe(false)
    await form.getByLabel('Duration at least').fill('10m')
    await form.getByRole('button', { name: 'Add filter' }).click()
    await page.getByText('No run matches these filters').waitFor()
    await page.getByRole('button', { name: 'Remove all filters' }).click()
    await expectList('')
  })

  it('text finds inputs and the start of an id, and marks where it matches', async () => {
    await screen.goto('/runs')
    await expectList('')
    await page.keyboard.press('/')
    await page.keyboard.type('espresso')
    await page.waitForURL(/q=espresso/)
    await expectList('q=espresso')
    await expect.poll(() => page.locator('mark').allInnerTexts()).toEqual(['espresso'])
    await page.getByRole('searchbox', { name: 'Text' }).fill(data.runs.completed)
    await expect.poll(listShown).toEqual([data.runs.completed])
  })

  it('leaving the list while typing does not return to it', async () => {
    await screen.goto('/runs')
    await page.getByRole('searchbox', { name: 'Text' }).fill('espresso')
    await page.getByRole('link', { name: 'Threads' }).first().click()
    await page.getByRole('heading', { level: 1, name: 'Threads' }).waitFor()
    // Timers of a page fire in the order of their times, so the timer of the text field would have fired before this one.
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 400)))
    expect(new URL(page.url()).pathname).toBe('/console/threads')
  })

  it('a view is saved, shared, renamed, opened by its link and deleted', async () => {
    await screen.goto('/runs?status=failed&assistant=order-sync')
    await page.getByRole('button', { name: 'Save as view' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('Failed syncs')
    await dialog.getByRole('checkbox', { name: 'Everyone in this tenant sees it' }).uncheck()
    await dialog.getByRole('button', { name: 'Save' }).click()
    const tab = page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: /^Failed syncs/ })
    await tab.waitFor()
    const saved = { query: 'status=failed&assistant=order-sync' }
    expect(await readViews()).toMatchObject([{ ...saved, name: 'Failed syncs', shared: false }])

    await page.getByRole('button', { name: 'Change the view Failed syncs' }).click()
    await page.getByRole('menuitem', { name: 'Rename or share' }).click()
    await dialog.getByLabel('Name').fill('Broken syncs')
    await dialog.getByRole('checkbox', { name: 'Everyone in this tenant sees it' }).check()
    await dialog.getByRole('button', { name: 'Save' }).click()
    const renamed = page
      .getByRole('navigation', { name: 'Views' })
      .getByRole('link', { name: /^Broken syncs/ })
    await renamed.waitFor()
    expect(await readViews()).toMatchObject([{ ...saved, name: 'Broken syncs', shared: true }])

    await page.getByRole('link', { name: 'All runs' }).click()
    await expectList('')
    await renamed.click()
    await expectList('status=failed&assistant_id=order-sync')

    await page.getByRole('button', { name: 'Change the view Broken syncs' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await renamed.waitFor({ state: 'detached' })
    expect(await readViews()).toEqual([])
  })

  it('the tabs of views have the counts of the API', async () => {
    await screen.goto('/runs')
    const { total } = (await client.get('/api/v1/runs/counts?status=failed')) as unknown as { total: number }
    const tab = page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: /^Failed/ })
    await expect.poll(() => tab.innerText()).toMatch(new RegExp(`^Failed\\s*${String(total)}$`))
  })

  it('keys move through the list, select, open a run and show help', async () => {
    await screen.goto('/runs')
    await expectList('')
    const [, second] = await listShown()
    await page.keyboard.press('j')
    await page.keyboard.press('j')
    await page.keyboard.press('j')
    await page.keyboard.press('k')
    await page.keyboard.press('x')
    await expect.poll(() => rowOf(second!).getAttribute('aria-selected')).toBe('true')
    await page.getByRole('toolbar', { name: 'Selected runs' }).getByText('1 selected').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('toolbar', { name: 'Selected runs' }).waitFor({ state: 'detached' })
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: 'Keyboard' }).getByText('Run again').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.keyboard.press('Enter')
    await page.waitForURL(`**/runs/${second!}`)
  })
})

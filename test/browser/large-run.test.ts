/** A run with 20,000 events in a real browser: all of it can be reached, and only the visible rows are in the page. */
import type { Locator } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { hasBrowser, openBrowser, type BrowserSession } from '../support/browser.js'
import { openConsolePage, type ConsolePage } from './console-page.js'
import { createTestDatabase, openDatabase, type TestDatabase } from '../support/databases.js'
import { startHeddle, type Heddle } from '../support/heddle-process.js'
import { insertRun } from '../support/insert-run.js'
import { LARGE_RUN_EVENTS, LARGE_RUN_SPANS, makeLargeRun } from '../support/large-run.js'
import { T0 } from '../support/rows.js'
import { makeStores } from '../support/stores.js'

/** More rows than a screen shows, and far fewer than the run has. */
const MAX_RENDERED_ROWS = 200

const insertLargeRun = async (url: string): Promise<string> => {
  const db = await openDatabase(url)
  await db.migrate(T0)
  const stores = makeStores(db)
  const run = await insertRun(stores, {
    tenant_id: 'default',
    status: 'completed',
    attempt: 1,
    started_at: T0 + 1,
    completed_at: T0 + LARGE_RUN_EVENTS,
  })
  await db.write(stores.runEvents.insertStatements(makeLargeRun(run).rows))
  await db.close()
  return run.run_id
}

const scrollToEnd = (rows: Locator): Promise<void> =>
  rows.first().evaluate((row) => {
    let area = row.parentElement
    while (area !== null && area.scrollHeight <= area.clientHeight + 1) area = area.parentElement
    area?.scrollTo(0, area.scrollHeight)
  })

describe.skipIf(!hasBrowser)('a run with 20,000 events', () => {
  let database: TestDatabase
  let heddle: Heddle
  let browser: BrowserSession
  let screen: ConsolePage
  let runId: string

  beforeAll(async () => {
    database = await createTestDatabase('sqlite')
    runId = await insertLargeRun(database.url)
    ;[heddle, browser] = await Promise.all([startHeddle({ databaseUrl: database.url }), openBrowser()])
  })
  afterAll(async () => {
    await Promise.all([browser.close(), heddle.stop()])
    await database.drop()
  })
  beforeEach(async () => {
    screen = await openConsolePage(browser, heddle.url)
  })
  afterEach(() => screen.close())

  /** Checks that the last row can be scrolled to and that the page never contains all rows. */
  const checkRows = async (rows: Locator, last: Locator): Promise<void> => {
    expect(await rows.count()).toBeLessThan(MAX_RENDERED_ROWS)
    expect(await last.count()).toBe(0)
    await scrollToEnd(rows)
    await last.waitFor()
    expect(await rows.count()).toBeLessThan(MAX_RENDERED_ROWS)
    expect(screen.takeProblems()).toEqual([])
  }

  it('the timeline has all spans and scrolls to the last one', async () => {
    await screen.goto(`/runs/${runId}`)
    const rows = screen.page.getByRole('listbox', { name: 'Timeline' }).getByRole('option')
    await screen.page.locator(`[role=option][aria-setsize="${LARGE_RUN_SPANS}"]`).first().waitFor()
    await checkRows(rows, screen.page.locator(`[role=option][aria-posinset="${LARGE_RUN_SPANS}"]`))
  })

  it('thousands of checkpoints are as many marks as the axis has room for', async () => {
    await screen.goto(`/runs/${runId}`)
    const { page } = screen
    await page.getByText('3,999 checkpoints').waitFor()
    const marks = page.getByRole('button', { name: /^(State after|Checkpoints) / })
    expect(await marks.count()).toBeLessThan(MAX_RENDERED_ROWS)
    await marks.first().click()
    await page.getByRole('heading', { name: 'State after agent' }).waitFor()
    await marks.first().click()
    await page.getByText('checkpoint 2, compared with 1').waitFor()
  })

  it('the list of events has all events and scrolls to the last one', async () => {
    await screen.goto(`/runs/${runId}?tab=events`)
    await screen.page.locator(`[aria-rowcount="${LARGE_RUN_EVENTS + 1}"]`).waitFor()
    const rows = screen.page.locator('[role=rowgroup] [role=row]')
    await checkRows(rows, rows.filter({ hasText: 'run.completed' }))
  })
})

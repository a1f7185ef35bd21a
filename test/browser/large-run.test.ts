/** A run with 20,000 events in a real browser. Prints how long it takes to open and the long tasks while scrolling. */
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { hasBrowser, openBrowser, type BrowserSession } from '../support/browser.js'
import { openConsolePage, type ConsolePage } from './console-page.js'
import { createTestDatabase, openDatabase, type TestDatabase } from '../support/databases.js'
import { startHeddle, type Heddle } from '../support/heddle-process.js'
import { insertRun } from '../support/insert-run.js'
import { T0 } from '../support/rows.js'
import { makeStores } from '../support/stores.js'

const EVENT_COUNT = 20_000
const EVENTS_PER_ROW = 500
/** More rows than a screen shows, and far fewer than the run has. */
const MAX_RENDERED_ROWS = 200

declare global {
  var longTasks: number[] | undefined
}

/** Runs in the page before its own scripts. */
const observeLongTasks = (): void => {
  globalThis.longTasks = []
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) globalThis.longTasks?.push(Math.round(duration))
  }).observe({ type: 'longtask', buffered: true })
}

const takeLongTasks = (page: Page): Promise<number[]> => page.evaluate(() => globalThis.longTasks!.splice(0))

const makeEvent = (index: number, ids: object): object => {
  const seq = index + 1
  const at = T0 + index
  const common = { ...ids, seq, at, timestamp: new Date(at).toISOString() }
  if (index === 0) return { ...common, type: 'run.queued' }
  if (index === 1) return { ...common, type: 'run.claimed', attempt: 1, worker: 'worker-1', queue_ms: 1 }
  if (index === EVENT_COUNT - 1) return { ...common, type: 'run.completed', output: { done: true } }
  const task = Math.floor(index / 2)
  const node = {
    task_id: `task-${String(task)}`,
    step: task,
    parent: null,
    node_id: `step_${String(task % 40)}`,
  }
  return index % 2 === 0
    ? { ...common, ...node, type: 'node.started', node_type: 'node' }
    : { ...common, ...node, type: 'node.completed', output: { count: task }, duration_ms: 1 }
}

const insertLargeRun = async (url: string): Promise<string> => {
  const db = await openDatabase(url)
  await db.migrate(T0)
  const stores = makeStores(db)
  const { tenant_id, run_id, thread_id } = await insertRun(stores, {
    tenant_id: 'default',
    status: 'completed',
    attempt: 1,
    started_at: T0 + 1,
    completed_at: T0 + EVENT_COUNT,
  })
  const events = Array.from({ length: EVENT_COUNT }, (_, index) => makeEvent(index, { run_id, thread_id }))
  const rows = Array.from({ length: EVENT_COUNT / EVENTS_PER_ROW }, (_, index) => {
    const first = index * EVENTS_PER_ROW
    const text = JSON.stringify(events.slice(first, first + EVENTS_PER_ROW))
    return { tenant_id, run_id, first_seq: first + 1, last_seq: first + EVENTS_PER_ROW, events: text }
  })
  await db.write(stores.runEvents.insertStatements(rows))
  await db.close()
  return run_id
}

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
    await screen.page.addInitScript(observeLongTasks)
  })
  afterEach(() => screen.close())

  /** Scrolls to the end in steps, as a wheel does. */
  const scrollToEnd = (selector: string): Promise<void> =>
    screen.page.locator(selector).evaluate(async (element) => {
      const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
      const step = Math.max(element.clientHeight, element.scrollHeight / 60)
      while (element.scrollTop + element.clientHeight < element.scrollHeight - 1) {
        element.scrollBy(0, step)
        await frame()
      }
      await frame()
    })

  const printFigures = (view: string, figures: object): void => {
    process.stdout.write(`${JSON.stringify({ test: 'large-run', view, events: EVENT_COUNT, ...figures })}\n`)
  }

  /** Opens a view of the run, scrolls to its end and checks that only the visible rows are in the page. */
  const openAndScroll = async (view: string, rowSelector: string, lastText: string): Promise<void> => {
    const { page } = screen
    const started = performance.now()
    await screen.goto(`/runs/${runId}?tab=${view}`)
    const rows = page.locator(rowSelector)
    await rows.first().waitFor({ timeout: 60_000 })
    const open_ms = Math.round(performance.now() - started)
    const opening = await takeLongTasks(page)
    await rows.first().evaluate((row) => {
      let area = row.parentElement
      while (area !== null && area.scrollHeight <= area.clientHeight + 1) area = area.parentElement
      area?.setAttribute('data-scrolled', '')
    })
    expect(await rows.count()).toBeLessThan(MAX_RENDERED_ROWS)
    // The events arrive in pages, so the end moves while the first ones are shown.
    const last = page.locator(rowSelector, { hasText: lastText })
    await expect
      .poll(
        async () => {
          await scrollToEnd('[data-scrolled]')
          return last.count()
        },
        { timeout: 60_000 },
      )
      .toBeGreaterThan(0)
    expect(await rows.count()).toBeLessThan(MAX_RENDERED_ROWS)
    printFigures(view, {
      open_ms,
      long_tasks_opening_ms: opening,
      long_tasks_scrolling_ms: await takeLongTasks(page),
    })
    expect(screen.takeProblems()).toEqual([])
  }

  it('the timeline opens, and scrolls to its last span', async () => {
    const lastNode = `step_${String(((EVENT_COUNT - 2) / 2) % 40)}`
    await openAndScroll('timeline', '[role=listbox][aria-label=Timeline] [role=option]', lastNode)
  })

  it('the list of events opens, and scrolls to its last event', async () => {
    await openAndScroll('events', '[role=rowgroup] [role=row]', 'run.completed')
  })
})

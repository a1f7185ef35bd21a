/**
 * Measures the console in headless Chromium: what the first page loads, how long Home takes until it can be used, and how a run with
 * 20,000 events opens and scrolls. Every page is opened in a new profile, so nothing is cached. Without Chromium only the size is
 * measured.
 */
import { cpSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium, type Browser, type Locator, type Page } from 'playwright-core'
import { readBundleSizes } from '../console/scripts/bundle-size.mjs'
import { buildConsole } from '../scripts/build-console.mjs'
import { findChromium } from '../scripts/install-chromium.mjs'
import { LARGE_RUN_EVENTS, LARGE_RUN_SPANS } from '../test/support/large-run.js'
import type { Programs } from './build.js'
import { makeTemporaryFolder, withCleanup, type Defer } from './cleanup.js'
import { fillLargeRun } from './fill-large-run.js'
import { fillSqlite } from './fill-runs.js'
import { observePage, scrollToEnd, takeLongTasks, waitUntilQuiet, waitUntilShown } from './page-times.js'
import { atMost, formatRange, printNote, toInfoFinding, type Finding } from './report.js'
import { median } from './rounds.js'
import { startServer } from './server-process.js'

const ROUNDS = 7
const RUNS = 10_000
const KB = 1024
const FIRST_LOAD_KB = 180
const HOME_MS = 1_200
const OPEN_MS = 1_000
const LONG_TASK_MS = 50
/** A page can be used when its content is shown and no long task has followed for this time. */
const QUIET_MS = 500
const SCROLL_STEPS = 120

const FIGURES = 'main dl dd'

interface RunTab {
  name: string
  row: string
  /** Matches when all events are there. */
  complete: string
}

const TABS: RunTab[] = [
  { name: 'timeline', row: '[role=option]', complete: `[role=option][aria-setsize="${LARGE_RUN_SPANS}"]` },
  {
    name: 'events',
    row: '[role=rowgroup] [role=row]',
    complete: `[aria-rowcount="${LARGE_RUN_EVENTS + 1}"]`,
  },
]

const consoleDist = fileURLToPath(new URL('../console/dist', import.meta.url))

export const benchConsole = (programs: Programs): Promise<Finding[]> =>
  withCleanup(async (defer) => {
    await buildConsole({ withDev: false })
    const { firstLoad } = readBundleSizes(consoleDist)
    const size = atMost('console: first load, gzip', firstLoad.bytes / KB, FIRST_LOAD_KB, ' kB', 1)
    const executablePath = findChromium()
    if (executablePath === undefined) {
      printNote('Chromium was not found, so only the size is measured')
      return [size]
    }
    const { url, runId } = await startService(programs, defer)
    const browser = await chromium.launch({ executablePath, chromiumSandbox: false, args: ['--disable-gpu'] })
    defer(() => browser.close())
    const findings = [size, await measureHome(browser, url), ...(await measureOpening(browser, url, runId))]
    for (const tab of TABS) findings.push(...(await measureRun(browser, `${url}/runs/${runId}`, tab)))
    return findings
  })

const startService = async (programs: Programs, defer: Defer): Promise<{ url: string; runId: string }> => {
  cpSync(consoleDist, join(dirname(programs.service), 'console'), { recursive: true })
  const file = `${makeTemporaryFolder(defer)}/heddle.db`
  const env = { DATABASE_URL: `sqlite:${file}` }
  // The first start creates the tables.
  await (await startServer(programs.service, env)).stop()
  fillSqlite(file, RUNS)
  const runId = fillLargeRun(file)
  const server = await startServer(programs.service, env)
  defer(server.stop)
  return { url: `http://127.0.0.1:${String(server.port)}/console`, runId }
}

/** Opens an address in a new profile. */
const withPage = async <T>(
  browser: Browser,
  selectors: string[],
  url: string,
  measure: (page: Page) => Promise<T>,
): Promise<T> => {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  try {
    const page = await context.newPage()
    await observePage(page, selectors)
    await page.goto(url)
    return await measure(page)
  } finally {
    await context.close()
  }
}

/** The first round is not counted: the code of the service is not compiled then. */
const repeat = async <T>(measure: () => Promise<T>): Promise<T[]> => {
  await measure()
  const results: T[] = []
  for (let round = 0; round < ROUNDS; round++) results.push(await measure())
  return results
}

/** From the navigation until the figures are shown and the last long task before a quiet time has ended. */
const measureHome = async (browser: Browser, url: string): Promise<Finding> => {
  const times = await repeat(() =>
    withPage(browser, [FIGURES], url, async (page) => {
      const shown = await waitUntilShown(page, FIGURES)
      return Math.max(shown, await waitUntilQuiet(page, QUIET_MS))
    }),
  )
  printNote(`Home: ${formatRange(times)} ms`)
  return atMost(`console: Home can be used, median of ${ROUNDS}`, median(times), HOME_MS, ' ms', 0)
}

/** As people open a run: from a click in the list until all spans are there, and from a click on the tab until all events are. */
const measureOpening = async (browser: Browser, url: string, runId: string): Promise<Finding[]> => {
  const selectors = TABS.map(({ complete }) => complete)
  const results = await repeat(() =>
    withPage(browser, selectors, `${url}/runs?q=${runId}`, async (page) => {
      const link = page.locator(`main a[href*="${runId}"]`).first()
      await link.waitFor()
      await waitUntilQuiet(page, QUIET_MS)
      const run = await timeClick(page, link, selectors[0]!)
      await waitUntilQuiet(page, QUIET_MS)
      const events = await timeClick(page, page.getByRole('tab', { name: 'Events' }), selectors[1]!)
      return { run, events }
    }),
  )
  const [runs, events] = [results.map(({ run }) => run), results.map((result) => result.events)]
  const count = LARGE_RUN_EVENTS.toLocaleString('en')
  printNote(`from the list: ${formatRange(runs)} ms, then the events: ${formatRange(events)} ms`)
  return [
    atMost(`console: run of ${count} events opened from the list`, median(runs), OPEN_MS, ' ms', 0),
    atMost(`console: its events opened from the timeline`, median(events), OPEN_MS, ' ms', 0),
  ]
}

const timeClick = async (page: Page, target: Locator, selector: string): Promise<number> => {
  const started = await page.evaluate(() => performance.now())
  await target.click()
  return (await waitUntilShown(page, selector)) - started
}

/**
 * With an empty cache, from the navigation until the first rows are shown, and until all events are there. Then it scrolls to the end.
 */
const measureRun = async (
  browser: Browser,
  url: string,
  { name, row, complete }: RunTab,
): Promise<Finding[]> => {
  const results = await repeat(() =>
    withPage(browser, [row, complete], `${url}?tab=${name}`, async (page) => {
      const first = await waitUntilShown(page, row)
      const all = await waitUntilShown(page, complete)
      await waitUntilQuiet(page, QUIET_MS)
      const opening = await takeLongTasks(page)
      await scrollToEnd(page, row, SCROLL_STEPS)
      await waitUntilQuiet(page, QUIET_MS)
      return { first, all, opening: Math.max(0, ...opening), scrolling: await takeLongTasks(page) }
    }),
  )
  const longest = results.map(({ scrolling }) => Math.max(0, ...scrolling))
  const count = LARGE_RUN_EVENTS.toLocaleString('en')
  printNote(`${name}: first rows after ${formatRange(results.map(({ first }) => first))} ms`)
  printNote(`${name}: longest task while opening ${formatRange(results.map(({ opening }) => opening))} ms`)
  return [
    toInfoFinding(
      `console: ${name} of ${count} events complete, empty cache`,
      `${median(results.map(({ all }) => all)).toFixed(0)} ms`,
    ),
    atMost(`console: ${name}, longest task while scrolling`, median(longest), LONG_TASK_MS, ' ms', 0),
  ]
}

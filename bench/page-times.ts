/** What happens in a page of the console, measured inside of the page. All times are milliseconds since the navigation. */
import type { Page } from 'playwright-core'

interface LongTask {
  start: number
  duration: number
}

/** The parts of the DOM that are used here; the benchmarks are compiled without its types. */
interface Region {
  parentElement: Region | null
  scrollHeight: number
  clientHeight: number
  scrollBy: (x: number, y: number) => void
}
interface Observer {
  observe: (...options: unknown[]) => void
}
type Entries = { getEntries: () => { startTime: number; duration: number }[] }
declare const document: { querySelector: (selector: string) => unknown }
declare const requestAnimationFrame: (callback: (time: unknown) => void) => number
declare const MutationObserver: new (callback: () => void) => Observer
declare const PerformanceObserver: new (callback: (entries: Entries) => void) => Observer

declare global {
  var longTasks: LongTask[] | undefined
  /** The first time at which each selector matched an element of the page. */
  var shownAt: Record<string, number> | undefined
}

/** Runs in the page before its own scripts. The observer is notified before the next frame is painted. */
const observe = (selectors: string[]): void => {
  const longTasks: LongTask[] = []
  const shownAt: Record<string, number> = {}
  Object.assign(globalThis, { longTasks, shownAt })
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) longTasks.push({ start: startTime, duration })
  }).observe({ type: 'longtask', buffered: true })
  new MutationObserver(() => {
    for (const selector of selectors)
      if (!(selector in shownAt) && document.querySelector(selector) !== null)
        shownAt[selector] = performance.now()
  }).observe(document, { childList: true, subtree: true, characterData: true, attributes: true })
}

export const observePage = async (page: Page, selectors: string[]): Promise<void> => {
  await page.addInitScript(observe, selectors)
}

/** Waits until the selector has matched and returns when it did. */
export const waitUntilShown = async (page: Page, selector: string): Promise<number> => {
  const handle = await page.waitForFunction((name) => globalThis.shownAt?.[name], selector)
  return (await handle.jsonValue())!
}

/** Waits until the main thread has had no long task for `quietMs`, and returns the end of the last one, or 0. */
export const waitUntilQuiet = async (page: Page, quietMs: number): Promise<number> => {
  const handle = await page.waitForFunction((quiet) => {
    const { start, duration } = globalThis.longTasks?.at(-1) ?? { start: 0, duration: 0 }
    return performance.now() - start - duration >= quiet && { end: start + duration }
  }, quietMs)
  return ((await handle.jsonValue()) as { end: number }).end
}

/** Returns the durations of the long tasks since the last call. */
export const takeLongTasks = (page: Page): Promise<number[]> =>
  page.evaluate(() => globalThis.longTasks!.splice(0).map(({ duration }) => duration))

/** Scrolls the region with these rows to its end, one step per frame, as a wheel does. */
export const scrollToEnd = (page: Page, rowSelector: string, steps: number): Promise<void> =>
  page
    .locator(rowSelector)
    .first()
    .evaluate(async (row, count) => {
      let area = (row as unknown as Region).parentElement
      while (area !== null && area.scrollHeight <= area.clientHeight + 1) area = area.parentElement
      if (area === null) throw new Error('the rows are in no region that scrolls')
      const step = area.scrollHeight / count
      for (let index = 0; index <= count; index++) {
        area.scrollBy(0, step)
        await new Promise((resolve) => requestAnimationFrame(resolve))
      }
    }, steps)

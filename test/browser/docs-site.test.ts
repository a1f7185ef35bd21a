/** The documentation at /docs in a real browser: reading, searching without a network, and on a small screen. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasBrowser, openBrowser, saveScreenshot, type BrowserSession } from '../support/browser.js'
import { startHeddle, type Heddle } from '../support/heddle-process.js'
import { findOverflow, findViolations } from './check-screen.js'
import { openConsolePage, type ConsolePage } from './console-page.js'

let heddle: Heddle
let browser: BrowserSession
let screen: ConsolePage

describe.skipIf(!hasBrowser)('the documentation', () => {
  beforeAll(async () => {
    ;[heddle, browser] = await Promise.all([startHeddle({}), openBrowser()])
    // The page reports problems; its paths below /console are not used here.
    screen = await openConsolePage(browser, heddle.url)
  })
  afterAll(async () => {
    await Promise.all([browser.close(), heddle.stop()])
  })

  it('a page is accessible in both themes, and fits a wide and a narrow screen', async () => {
    const { page } = screen
    await page.goto(`${heddle.url}/docs/webhooks`)
    await page.getByRole('heading', { level: 1, name: 'Webhooks' }).waitFor()
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      expect.soft(await findViolations(page), colorScheme).toEqual([])
      await saveScreenshot(page, `docs-${colorScheme}`)
    }
    expect.soft(await findOverflow(page)).toEqual([])
    await page.setViewportSize({ width: 390, height: 844 })
    await page.reload()
    expect.soft(await findOverflow(page)).toEqual([])
    const link = page.locator('.menu').getByRole('link', { name: 'Evaluations', exact: true })
    expect(await link.isVisible()).toBe(false)
    await page.getByText('Menu', { exact: true }).click()
    await link.waitFor()
    await saveScreenshot(page, 'docs-narrow')
    await page.setViewportSize({ width: 1280, height: 800 })
    expect(screen.takeProblems()).toEqual([])
  })

  it('the search finds a section by a word of its text, and opens it with the keyboard', async () => {
    const { page } = screen
    await page.goto(`${heddle.url}/docs`)
    await page.keyboard.press('/')
    await page.keyboard.type('pgbouncer transaction mode')
    const results = page.getByRole('listbox', { name: 'Search results' })
    await results.getByRole('option', { selected: true }).waitFor()
    expect(await findViolations(page)).toEqual([])
    await saveScreenshot(page, 'docs-search')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Operations' }).waitFor()
    expect(new URL(page.url())).toMatchObject({ pathname: '/docs/operations', hash: '#pgbouncer' })
    expect(screen.takeProblems()).toEqual([])
  })

  it('a search without a result says so', async () => {
    const { page } = screen
    await page.getByRole('combobox').fill('zzzzqqqq')
    await page.getByText('Nothing found for “zzzzqqqq”').waitFor()
    await page.keyboard.press('Escape')
    await page.getByText('Nothing found for “zzzzqqqq”').waitFor({ state: 'hidden' })
  })
})

/** The checks that every screen of the console passes: accessible in both themes, no overflow on wide and narrow pages, no error. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { packageRoot } from '../../src/platform/package-root.js'
import { saveScreenshot } from './browser.js'
import type { ConsolePage } from './console-page.js'

const THEMES = ['light', 'dark'] as const
const WIDE = { width: 1280, height: 800 }
const NARROW = { width: 390, height: 844 }

const axeSource = readFileSync(join(packageRoot, 'node_modules/axe-core/axe.min.js'), 'utf8')

declare global {
  var axe: { run: (options: object) => Promise<AxeResults> } | undefined
}

/** Returns one line for each element that violates a rule. */
export const findViolations = async (page: Page): Promise<string[]> => {
  if (!(await page.evaluate(() => globalThis.axe !== undefined))) await page.evaluate(axeSource)
  return page.evaluate(async () => {
    const { violations } = await globalThis.axe!.run({ resultTypes: ['violations'] })
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)} ${failureSummary ?? ''}`),
    )
  })
}

/**
 * Returns the elements that are wider than the window, or an empty list if neither the page nor its main part scrolls sideways. A table
 * inside of a part that scrolls on its own is not found.
 */
const findOverflow = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const areas = [document.documentElement, ...document.querySelectorAll('main')]
    const tooWide = areas.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
    return tooWide.flatMap((area) => {
      const { right } = area.getBoundingClientRect()
      const widest = [...area.querySelectorAll('*')].filter(
        (element) => element.getBoundingClientRect().right > right + 1,
      )
      return [`${area.tagName} is ${String(area.scrollWidth)} px wide`].concat(
        widest.slice(0, 5).map((element) => element.outerHTML.slice(0, 200)),
      )
    })
  })

const checkTheme = async (page: Page, name: string, theme: (typeof THEMES)[number]): Promise<void> => {
  await page.emulateMedia({ colorScheme: theme })
  await expect.poll(() => page.evaluate(() => document.documentElement.dataset['theme'])).toBe(theme)
  await page.setViewportSize(WIDE)
  expect.soft(await findViolations(page), `axe, ${theme}`).toEqual([])
  expect.soft(await findOverflow(page), 'overflow at 1280 px').toEqual([])
  await saveScreenshot(page, `${name}-${theme}`)
}

/** `name` is the file name of the screenshots. The page already shows the screen. */
export const checkScreen = async ({ page, takeProblems }: ConsolePage, name: string): Promise<void> => {
  await expect.poll(() => page.title()).toMatch(/^.+ · Heddle$/)
  for (const theme of THEMES) await checkTheme(page, name, theme)
  await page.setViewportSize(NARROW)
  await expect.poll(() => findOverflow(page), 'overflow at 390 px').toEqual([])
  await saveScreenshot(page, `${name}-narrow`)
  await page.setViewportSize(WIDE)
  expect(takeProblems()).toEqual([])
}

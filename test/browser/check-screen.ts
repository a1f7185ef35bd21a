/** The checks that every screen of the console passes: accessible in both themes, no overflow on wide and narrow pages, no error. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { packageRoot } from '../../src/platform/package-root.js'
import { saveScreenshot } from '../support/browser.js'
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
 * Returns the elements that make the page or its main part scroll sideways, or an empty list. A wide table inside of a part that scrolls
 * on its own does not count.
 */
export const findOverflow = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const clips = (element: Element): boolean => getComputedStyle(element).overflowX !== 'visible'
    const isClipped = (element: Element, area: Element): boolean => {
      const parent = element.parentElement
      return parent !== null && parent !== area && (clips(parent) || isClipped(parent, area))
    }
    const areas = [document.documentElement, ...document.querySelectorAll('main')]
    const tooWide = areas.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
    return tooWide.flatMap((area) => {
      const { right } = area.getBoundingClientRect()
      const widest = [...area.querySelectorAll('*')].filter(
        (element) => element.getBoundingClientRect().right > right + 1 && !isClipped(element, area),
      )
      return [`${area.tagName} is ${String(area.scrollWidth)} px wide`].concat(
        widest.slice(0, 5).map((element) => element.outerHTML.slice(0, 200)),
      )
    })
  })

/** Parts that observe their own size are drawn again one frame after the page. */
const waitForLayout = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    for (let frame = 0; frame < 3; frame++) await new Promise((resolve) => requestAnimationFrame(resolve))
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
  await waitForLayout(page)
  expect.soft(await findOverflow(page), 'overflow at 390 px').toEqual([])
  await saveScreenshot(page, `${name}-narrow`)
  await page.setViewportSize(WIDE)
  expect.soft(takeProblems()).toEqual([])
}

/** A page of the console in a real browser. It records everything that must not happen on any screen. */
import type { BrowserContextOptions, Locator, Page, Request } from 'playwright-core'
import { vi } from 'vitest'
import type { BrowserSession } from '../support/browser.js'

export interface ConsolePage {
  page: Page
  /** Opens a path of the console, for example `/runs`. */
  goto: (path: string) => Promise<void>
  /**
   * Goes to a path as a link of the console does, which takes a third of the processor time of loading the page again. The last screen is
   * left first, so its texts are not taken for those of the next one.
   */
  navigate: (path: string) => Promise<void>
  /** Errors, dialogs, violations of the content security policy and requests to other hosts, since the last call. */
  takeProblems: () => string[]
  close: () => Promise<void>
}

/** Replaces the text of a code editor as a person does: select all, delete, insert. */
export const replaceText = async (editor: Locator, text: string): Promise<void> => {
  // Until the editor has loaded, a text field that cannot be changed takes its place.
  await editor.and(editor.page().locator('[contenteditable=true]')).click()
  const { keyboard } = editor.page()
  await keyboard.press('ControlOrMeta+a')
  await keyboard.press('Delete')
  await keyboard.insertText(text)
}

export type PendingRequests = ReadonlySet<Request>

/** The requests that have not ended. The stream of changes is not one of them, because it stays open. */
export const trackRequests = (page: Page): PendingRequests => {
  const pending = new Set<Request>()
  page.on('request', (request) => {
    if (request.resourceType() !== 'eventsource') pending.add(request)
  })
  page.on('requestfinished', (request) => pending.delete(request))
  page.on('requestfailed', (request) => pending.delete(request))
  return pending
}

const NOT_FOUND = /^Not found · /
const isAtNotFound = async (page: Page): Promise<boolean> => NOT_FOUND.test(await page.title())

/** Goes to a path without loading the page, and waits for the title of its screen. */
const push = async (page: Page, path: string, isNotFound: boolean): Promise<void> => {
  await page.evaluate((url) => {
    history.pushState(null, '', url)
  }, `/console${path}`)
  await vi.waitUntil(async () => (await isAtNotFound(page)) === isNotFound, { timeout: 60_000, interval: 20 })
}

declare global {
  var reportViolation: ((text: string) => void) | undefined
}

/** Runs in the page before its own scripts. */
const reportViolations = (): void => {
  document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sample }) => {
    globalThis.reportViolation?.(`${effectiveDirective} blocked ${blockedURI} ${sample}`)
  })
}

export const openConsolePage = async (
  browser: BrowserSession,
  url: string,
  options: BrowserContextOptions = {},
): Promise<ConsolePage> => {
  const { host } = new URL(url)
  const page = await browser.openPage({
    viewport: { width: 1280, height: 800 },
    reducedMotion: 'reduce',
    ...options,
  })
  const problems: string[] = []
  await page.exposeFunction('reportViolation', (text: string) => problems.push(`CSP: ${text}`))
  await page.addInitScript(reportViolations)
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(`console: ${message.text()} ${message.location().url}`)
  })
  page.on('pageerror', (error) => problems.push(`uncaught: ${error.message}`))
  page.on('request', (request) => {
    const target = new URL(request.url())
    const isInPage = target.protocol === 'data:' || target.protocol === 'blob:'
    if (!isInPage && target.host !== host) problems.push(`request to another host: ${request.url()}`)
  })
  page.on('dialog', (dialog) => {
    problems.push(`dialog: ${dialog.message()}`)
    void dialog.dismiss().catch(() => undefined)
  })
  const goto = async (path: string): Promise<void> => {
    await page.goto(`${url}/console${path}`)
  }
  return {
    page,
    goto,
    navigate: async (path) => {
      if (!page.url().startsWith(`${url}/console`)) return goto(path)
      await push(page, '/no-such-screen', true)
      await push(page, path, false)
    },
    takeProblems: () => problems.splice(0),
    close: () => page.context().close(),
  }
}

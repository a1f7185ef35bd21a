/**
 * Opens pages in a real browser. The browser can reach this machine only. Without a browser the tests are skipped with a message,
 * except in CI, which installs one (HEDDLE_INSTALL_CHROMIUM), and with `npm run test:browser`: both fail without one.
 */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { build } from 'esbuild'
import {
  chromium,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Page,
  type Request,
  type Response,
} from 'playwright-core'
import { onTestFailed } from 'vitest'
import { findChromium, installChromium } from '../../scripts/install-chromium.mjs'
import { packageRoot } from '../../src/platform/package-root.js'

const FLAGS = [
  '--disable-gpu',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
]
/** Only ends a wait for something that never happens: a busy machine can be ten times slower than usual. */
const TIMEOUT_MS = 60_000
/** So many characters of a body are printed when a test fails. */
const MAX_PRINTED = 1_500

const findOrInstallChromium = (): string | undefined => {
  const isRequired = process.env['HEDDLE_INSTALL_CHROMIUM'] === '1'
  if (isRequired) installChromium()
  const path = findChromium()
  if (path !== undefined) return path
  if (isRequired) throw new Error('Chromium was neither found nor installed: install it or set CHROMIUM_PATH')
  process.stderr.write(
    'Chromium was not found, so the browser tests are skipped: install it or set CHROMIUM_PATH\n',
  )
  return undefined
}

const chromiumPath = findOrInstallChromium()
export const hasBrowser = chromiumPath !== undefined

export interface BrowserSession {
  /**
   * Bundles a page of `test/support/browser-pages`, serves it from an origin of its own and returns its address. `alias` replaces
   * packages.
   */
  serve: (pageFile: string, alias?: Record<string, string>) => Promise<string>
  /** Opens an address in a profile of its own, with these values as its query. */
  open: (url: string, query: Record<string, string>) => Promise<Page>
  /** Opens an empty page in a profile of its own. */
  openPage: (options?: BrowserContextOptions) => Promise<Page>
  /** Closes the pages of this session. */
  close: () => Promise<void>
}

export const openBrowser = async (): Promise<BrowserSession> => {
  const browser = await getBrowser()
  const contexts: BrowserContext[] = []
  const servers: Server[] = []
  const openPage = async (options: BrowserContextOptions = {}): Promise<Page> => {
    const context = await browser.newContext(options)
    contexts.push(context)
    const page = await context.newPage()
    page.setDefaultTimeout(TIMEOUT_MS)
    return page
  }
  return {
    serve: async (pageFile, alias = {}) => {
      const { server, url } = await servePage(await bundlePage(pageFile, alias))
      servers.push(server)
      return url
    },
    open: async (url, query) => {
      const page = await openPage()
      printActivityOnFailure(page)
      await page.goto(`${url}/?${new URLSearchParams(query).toString()}`)
      return page
    },
    openPage,
    close: async () => {
      await Promise.all(contexts.map((context) => context.close()))
      await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))))
    },
  }
}

/** Prints the requests, the responses and the console of the page if the test fails. */
const printActivityOnFailure = (page: Page): void => {
  const started = performance.now()
  const lines: string[] = []
  const add = (text: string): void => {
    lines.push(`${String(Math.round(performance.now() - started))} ms ${text}`)
  }
  const describe = (request: Request): string => `${request.method()} ${new URL(request.url()).pathname}`
  const addResponse = async (response: Response): Promise<void> => {
    const isJson = response.headers()['content-type']?.includes('json') === true
    const body = isJson ? await response.text().catch(() => '') : ''
    add(`${describe(response.request())}: ${String(response.status())} ${body.slice(0, MAX_PRINTED)}`)
  }
  page.on('request', (request) => {
    add(`${describe(request)} ${request.postData()?.slice(0, MAX_PRINTED) ?? ''}`)
  })
  page.on('response', (response) => void addResponse(response))
  page.on('requestfailed', (request) => {
    add(`${describe(request)} failed: ${request.failure()?.errorText ?? ''}`)
  })
  page.on('console', (message) => {
    add(`console.${message.type()}: ${message.text()}`)
  })
  page.on('pageerror', (error) => {
    add(`uncaught: ${error.message}`)
  })
  onTestFailed(() => {
    process.stderr.write(`The page did the following:\n${lines.join('\n')}\n`)
  })
}

/** Saves what the page shows, if SCREENSHOTS names a folder. */
export const saveScreenshot = async (page: Page, name: string): Promise<void> => {
  const folder = process.env['SCREENSHOTS']
  if (folder !== undefined) await page.screenshot({ path: join(folder, `${name}.png`) })
}

/** The test files of a worker share this module and its browser, which ends with the worker. */
let shared: Promise<Browser> | undefined

const getBrowser = (): Promise<Browser> => (shared ??= launch())

const launch = async (): Promise<Browser> => {
  const browser = await chromium.launch({
    executablePath: chromiumPath!,
    chromiumSandbox: false,
    args: FLAGS,
  })
  // After a crash, the next file starts another browser.
  browser.once('disconnected', () => {
    shared = undefined
  })
  return browser
}

const bundlePage = async (pageFile: string, alias: Record<string, string>): Promise<string> => {
  const { outputFiles } = await build({
    entryPoints: [`${packageRoot}/test/support/browser-pages/${pageFile}`],
    bundle: true,
    write: false,
    format: 'iife',
    platform: 'browser',
    jsx: 'automatic',
    // The production build of React, as applications ship it.
    minify: true,
    alias,
  })
  return outputFiles[0]!.text
}

const servePage = async (script: string): Promise<{ server: Server; url: string }> => {
  const server = createServer((request, response) => {
    const isScript = request.url === '/page.js'
    response.writeHead(200, { 'content-type': isScript ? 'text/javascript' : 'text/html; charset=utf-8' })
    response.end(isScript ? script : '<!doctype html><div id="root"></div><script src="/page.js"></script>')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { server, url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}` }
}

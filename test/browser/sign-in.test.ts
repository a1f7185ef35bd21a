/** Signing in to the console of a service with authentication, in a real browser. */
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { hasBrowser, openBrowser, type BrowserSession } from '../support/browser.js'
import { checkScreen } from './check-screen.js'
import { createConsoleData, makeClient } from '../support/console-data.js'
import { openConsolePage, type ConsolePage } from './console-page.js'
import { startHeddle, type Heddle } from '../support/heddle-process.js'

const ADMIN = 'bootstrap-admin-key-1'
/** The file read-only.test.ts checks that a key without `write` sees none of these. */
const WRITE_BUTTONS = /^(New run|Run again)/

let heddle: Heddle
let browser: BrowserSession
let keys: Record<'writer', string>
let screen: ConsolePage
let page: Page

const createKey = async (name: string, scopes: string[]): Promise<string> =>
  (await makeClient(heddle, ADMIN).post('/api/v1/api-keys', { name, scopes })).key

const signIn = async (credential: string, target = page): Promise<void> => {
  await target.getByLabel('API key or token').fill(credential)
  await target.getByRole('button', { name: 'Sign in' }).click()
}

const signInForm = (target = page) => target.getByRole('heading', { name: 'Sign in to Heddle' })
const runList = (target = page) => target.getByText('refund-desk').filter({ visible: true }).first()

const signOut = async (): Promise<void> => {
  await page.getByRole('button', { name: 'Theme, keys and account' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await signInForm().waitFor()
}

describe.skipIf(!hasBrowser)('signing in to the console', () => {
  beforeAll(async () => {
    ;[heddle, browser] = await Promise.all([
      startHeddle({ env: { AUTH_ENABLED: 'true', API_KEYS: ADMIN } }),
      openBrowser(),
    ])
    await createConsoleData(makeClient(heddle, ADMIN))
    keys = { writer: await createKey('writer', ['read', 'write']) }
  })
  afterAll(async () => {
    await Promise.all([browser.close(), heddle.stop()])
  })
  beforeEach(async () => {
    screen = await openConsolePage(browser, heddle.url)
    page = screen.page
  })
  afterEach(() => screen.close())

  /** The browser itself writes the 401 of the first request to its console. */
  const takeUnexpectedProblems = (): string[] =>
    screen.takeProblems().filter((problem) => !/status of 401/.test(problem))

  it('the sign-in page is accessible in both themes', async () => {
    await screen.goto('/runs')
    await signInForm().waitFor()
    expect(takeUnexpectedProblems()).toEqual([])
    await checkScreen(screen, 'sign-in')
  })

  it('a wrong key shows an error and does not sign in', async () => {
    await screen.goto('/runs')
    await signIn('hdl_wrong-key')
    await page.getByText('This key is not valid').waitFor()
    expect(await signInForm().isVisible()).toBe(true)
    expect(await page.context().cookies()).toEqual([])
    expect(takeUnexpectedProblems()).toEqual([])
  })

  it('a key signs in to the requested screen, stays signed in after a reload, and signs out', async () => {
    await screen.goto('/runs?status=failed')
    await signIn(keys.writer)
    await page.getByText('order-sync').filter({ visible: true }).first().waitFor()
    expect(page.url()).toContain('/console/runs?status=failed')
    await page.reload()
    await page.getByText('order-sync').filter({ visible: true }).first().waitFor()
    const stored = await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]))
    expect(stored).not.toContain(keys.writer)
    expect(await page.evaluate(() => document.cookie)).toBe('')
    await signOut()
    await page.reload()
    await signInForm().waitFor()
    expect(await page.context().cookies()).toEqual([])
    expect(takeUnexpectedProblems()).toEqual([])
  })

  it('a key that can write sees the buttons that write', async () => {
    await screen.goto('/runs')
    await signIn(keys.writer)
    await runList().waitFor()
    await expect.poll(() => page.getByRole('button', { name: WRITE_BUTTONS }).count()).toBeGreaterThan(0)
  })

  it('two tabs share the session, and signing out in one ends it in the other', async () => {
    await screen.goto('/runs')
    await signIn(keys.writer)
    await runList().waitFor()
    const other = await page.context().newPage()
    await other.goto(`${heddle.url}/console/runs`)
    await runList(other).waitFor()
    await signOut()
    await other.getByRole('link', { name: 'Threads' }).first().click()
    await signInForm(other).waitFor()
    await signIn(keys.writer, other)
    await other.getByText('Espresso machine').first().waitFor()
  })
})

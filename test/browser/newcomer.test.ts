/**
 * The path of a newcomer: start the service as `npm start` does, open it in a browser, start a run, watch it live, kill the service in
 * the middle, and see the run continue in its second attempt. The page is never reloaded.
 */
import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasBrowser, openBrowser, saveScreenshot, type BrowserSession } from '../support/browser.js'
import { makeTempFolder, startHeddle, type Heddle } from '../support/heddle-process.js'

/** Longer than a restart and a run of ten seconds, even on a busy machine. */
const timeout = 240_000

let folder: string
let heddle: Heddle
let browser: BrowserSession
let page: Page

/** `npm start` adds this flag, see scripts/start.mjs. */
const startAsNpmDoes = (port = 0): Promise<Heddle> =>
  startHeddle({ folder, args: ['start', '--allow-crash'], env: { PORT: String(port) } })

/** The supervisor runs the service in a child process. */
const findServicePid = (supervisor: number): number => {
  const children = readFileSync(
    `/proc/${String(supervisor)}/task/${String(supervisor)}/children`,
    'utf8',
  ).trim()
  expect(children).toMatch(/^\d+$/)
  return Number(children)
}

const readBody = async (path: string): Promise<Record<string, unknown>> =>
  (await (await fetch(heddle.url + path)).json()) as Record<string, unknown>

const timeline = () => page.getByRole('listbox', { name: 'Timeline' })
const row = (name: string | RegExp) => timeline().getByRole('option', { name })
const waitForText = (text: string | RegExp, timeoutMs = 60_000): Promise<void> =>
  page.getByText(text).filter({ visible: true }).first().waitFor({ timeout: timeoutMs })

describe.skipIf(!hasBrowser)('a newcomer to the console', () => {
  beforeAll(async () => {
    folder = makeTempFolder()
    ;[heddle, browser] = await Promise.all([startAsNpmDoes(), openBrowser()])
    page = await browser.openPage({ viewport: { width: 1280, height: 800 } })
  })
  afterAll(async () => {
    await Promise.all([browser.close(), heddle.stop()])
  })

  it('the address of the service leads to the console', async () => {
    await page.goto(`${heddle.url}/`)
    await waitForText('Heddle is running, and nothing has run yet')
    expect(new URL(page.url()).pathname).toMatch(/^\/console\/?$/)
    await page.evaluate(() => {
      document.body.dataset['reloaded'] = 'no'
    })
  })

  it(
    'the crash button kills the service in the middle of a run and shows its second attempt',
    { timeout },
    async () => {
      await page.getByRole('button', { name: 'Crash it and watch it resume' }).click()
      await waitForText('Killing the service with SIGKILL')
      await waitForText('The service was killed in the third step')
      await page.waitForURL(/\/console\/runs\/[\w-]+/, { timeout: 120_000 })
      await row(/Attempt 2/).waitFor({ timeout: 60_000 })
      expect(await row(/Attempt 1/).count()).toBe(1)
      expect(heddle.output()).toContain('the console has killed the service; restarting it')
      await saveScreenshot(page, 'newcomer-crash')
    },
  )

  it(
    'a run that is watched live continues after kill -9 and a restart, without a reload',
    { timeout },
    async () => {
      // The run of the crash button has to end first: its thread executes one run at a time.
      await waitForText('Completed', 120_000)
      const first = page.url()
      await page.getByRole('button', { name: 'Run again' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Start' }).click()
      await page.waitForURL((url) => url.href !== first)
      const runId = new URL(page.url()).pathname.split('/').at(-1)!

      await row(/check_policy/)
        .first()
        .waitFor({ timeout: 60_000 })
      await waitForText('Running')
      const { port } = heddle
      process.kill(findServicePid(heddle.pid), 'SIGKILL')
      const { code } = await heddle.exited
      expect(code).toBe(137)
      await waitForText('Connection lost, reconnecting')
      await saveScreenshot(page, 'newcomer-lost')

      heddle = await startAsNpmDoes(port)
      expect(heddle.port).toBe(port)
      await waitForText(/Live again/)
      await row(/Attempt 2/).waitFor({ timeout: 60_000 })
      await row(/draft_reply/)
        .first()
        .waitFor({ timeout: 60_000 })
      await waitForText('Completed', 120_000)
      expect(await row(/Attempt [12]/).count()).toBe(2)
      await saveScreenshot(page, 'newcomer-resumed')

      expect(await readBody(`/api/v1/runs/${runId}`)).toMatchObject({ status: 'completed', attempt: 2 })
      expect(await page.evaluate(() => document.body.dataset['reloaded'])).toBe('no')
    },
  )
})

/** Home, the command palette and the preferences of the console. */
import type { Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { hasBrowser, openBrowser, type BrowserSession } from '../support/browser.js'
import { callServer } from '../support/call-server.js'
import { createConsoleData, makeClient, type Client, type ConsoleData } from '../support/console-data.js'
import { startHeddle, type Heddle } from '../support/heddle-process.js'
import { openConsolePage, type ConsolePage } from './console-page.js'

interface Statistics {
  totals: {
    runs: Record<'created' | 'completed' | 'failed' | 'cancelled', number>
    tokens: { input: number; output: number }
  }
  queue: { depth: number }
}

let heddle: Heddle
let client: Client
let browser: BrowserSession
let screen: ConsolePage
let page: Page

/** The legend of the chart has the same words; it comes after the figures. */
const figure = (label: string): Locator =>
  page
    .locator('dl > div')
    .filter({ has: page.locator('dt', { hasText: new RegExp(`^${label}$`) }) })
    .first()

const listRuns = async (query = '') =>
  (await callServer(heddle, 'GET', `/api/v1/runs?${query}`)).body.data as {
    run_id: string
    input: unknown
    status: string
  }[]

const openPalette = async (text: string): Promise<void> => {
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill(text)
}

describe.skipIf(!hasBrowser)('Home, palette and preferences', () => {
  beforeAll(async () => {
    ;[heddle, browser] = await Promise.all([startHeddle({ args: ['start', '--allow-crash'] }), openBrowser()])
    client = makeClient(heddle)
    screen = await openConsolePage(browser, heddle.url)
    page = screen.page
  })
  afterAll(async () => {
    await Promise.all([browser.close(), heddle.stop()])
  })
  afterEach(() => {
    expect(screen.takeProblems()).toEqual([])
  })

  describe('before the first run', () => {
    it('the playground is one key away', async () => {
      await screen.goto('')
      await page.getByText('nothing has run yet').waitFor()
      await page.keyboard.press('2')
      await page.waitForURL(/\/console\/chat/)
    })

    it('the third way to start explains that it kills the service', async () => {
      await screen.goto('')
      const crash = page.getByRole('button', { name: /^Crash it and watch it resume/ })
      await crash.waitFor()
      expect(await crash.innerText()).toContain('kills this service')
    })

    it('the demo runs and its page opens', async () => {
      await screen.goto('')
      await page.getByRole('button', { name: /^Run the demo/ }).click()
      await page.waitForURL(/\/console\/runs\/[\w-]+$/)
      const runId = new URL(page.url()).pathname.split('/').at(-1)!
      await client.waitForStatus(runId, 'completed')
      const [run, ...others] = await listRuns()
      expect(others).toEqual([])
      expect(run).toMatchObject({ run_id: runId, status: 'completed' })
      await page.getByText('Completed').filter({ visible: true }).first().waitFor()
    })
  })

  describe('with runs', () => {
    let data: ConsoleData

    beforeAll(async () => {
      data = await createConsoleData(client)
    })

    it('the figures are those of the API', async () => {
      await screen.goto('')
      const read = async (): Promise<Statistics> => (await callServer(heddle, 'GET', '/api/v1/stats')).body
      await expect.poll(async () => (await read()).totals.runs.created).toBe(5)
      const { totals, queue } = await read()
      await expect.poll(() => figure('Runs per minute').innerText()).toContain('5 in 24 h')
      const ended = totals.runs.completed + totals.runs.failed + totals.runs.cancelled
      const failed = `${String(Math.round((totals.runs.failed / ended) * 100))} %`
      expect((await figure('Failed').innerText()).replaceAll('\u00A0', ' ')).toContain(failed)
      expect(await figure('Queue').innerText()).toMatch(new RegExp(`^Queue\\s+${String(queue.depth)}\\b`))
      expect(await figure('Tokens and cost').innerText()).toContain(
        String(totals.tokens.input + totals.tokens.output),
      )
    })

    it('a bar of the chart opens the runs of its time', async () => {
      await screen.goto('?since=1h')
      const chart = page.getByRole('slider', { name: /^Runs by outcome/ })
      await chart.focus()
      await page.keyboard.press('ArrowLeft')
      await expect.poll(() => chart.getAttribute('aria-valuetext')).toMatch(/completed/)
      const outcomes = (await chart.getAttribute('aria-valuetext'))!.matchAll(
        /(\d+) (?:completed|failed|cancelled)/g,
      )
      const counted = [...outcomes].reduce((sum, [, count]) => sum + Number(count), 0)
      await page.keyboard.press('Enter')
      await page.waitForURL(/\/console\/runs\?ended_from=.*&ended_to=/)
      const { searchParams } = new URL(page.url())
      const query = `ended_after=${searchParams.get('ended_from')!}&ended_before=${searchParams.get('ended_to')!}`
      const expected = (await listRuns(query)).map(({ run_id }) => run_id)
      expect(expected.length).toBe(counted)
      await page.getByRole('search').getByText(/ to /).waitFor()
      const shown = (): Promise<string[]> =>
        page
          .locator('[role=row] a[href*="/console/runs/"]')
          .evaluateAll((links) => links.map((link) => (link as HTMLElement).title))
      await expect.poll(shown).toEqual(expected)
    })

    it('a click on the chart opens the runs of that bar too', async () => {
      await screen.goto('?since=1h')
      const chart = page.getByRole('slider', { name: /^Runs by outcome/ })
      const box = (await chart.boundingBox())!
      await chart.click({ position: { x: box.width - 3, y: box.height / 2 } })
      await page.waitForURL(/\/console\/runs\?ended_from=.*&ended_to=/)
    })

    it('what fails and who is waited for lead to the runs', async () => {
      await screen.goto('')
      await page.getByRole('region', { name: 'Failing now' }).getByText('order-sync').waitFor()
      await page
        .getByRole('region', { name: 'Needs a person' })
        .getByRole('link', { name: /refund-desk/ })
        .click()
      await page.waitForURL(new RegExp(`/console/inbox\\?run=${data.runs.waiting}`))
    })

    it('the palette finds a run by the start of its id', async () => {
      await screen.goto('/threads')
      await openPalette(data.runs.failed.slice(0, 18))
      await page.getByRole('option', { name: /^run / }).first().click()
      await page.waitForURL(`**/runs/${data.runs.failed}`)
    })

    it('the palette finds an assistant by its name and a screen by its title', async () => {
      await openPalette('refund')
      await page.getByRole('option', { name: /^assistant refund-desk/ }).click()
      await page.waitForURL(new RegExp(`/assistants/${data.assistantId}`))
      await openPalette('inbox')
      await page.getByRole('option', { name: /^Inbox/ }).waitFor()
      await page.keyboard.press('Enter')
      await page.waitForURL(/\/console\/inbox/)
    })

    it('the theme and the format of times persist', async () => {
      const theme = (): Promise<string | undefined> =>
        page.evaluate(() => document.documentElement.dataset['theme'])
      const time = (): Promise<string> => page.locator('[role=row] time').first().innerText()
      await screen.goto('/runs')
      await page.getByRole('button', { name: 'Theme, keys and account' }).click()
      await page.getByRole('menuitemcheckbox', { name: 'Dark' }).click()
      await page.getByRole('group', { name: 'Times' }).getByRole('button', { name: 'UTC' }).click()
      await expect.poll(theme).toBe('dark')
      await expect.poll(time).toMatch(/\d\d:\d\d/)
      await page.reload()
      await expect.poll(theme).toBe('dark')
      await expect.poll(time).toMatch(/\d\d:\d\d/)
      await openPalette('theme')
      await page.getByRole('option', { name: 'Light theme' }).click()
      await page.getByRole('group', { name: 'Times' }).getByRole('button', { name: 'Relative' }).click()
      await page.reload()
      await expect.poll(theme).toBe('light')
      await expect.poll(time).toMatch(/ago|now/)
    })
  })
})

/** Running evaluations, human reviews and the calibration of a judge in the console; and what a key that can only read sees. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasBrowser, openBrowser, type BrowserSession } from '../support/browser.js'
import { makeClient, type Client } from '../support/console-data.js'
import { startHeddle, type Heddle } from '../support/heddle-process.js'
import { checkScreen } from './check-screen.js'
import { openConsolePage, type ConsolePage } from './console-page.js'

const ADMIN = 'bootstrap-admin-key-1'
const REVIEWED = 20
const LONG = 400

const GRAPH = {
  nodes: [
    {
      id: 'reply',
      type: 'transform',
      set: { response: `input.n < 10.0 ? 'The refund of your order is on its way to you.' : 'No.'` },
    },
  ],
  output: { response: 'response' },
}

let heddle: Heddle
let admin: Client
let browser: BrowserSession
let screen: ConsolePage
let page: Page
let datasets: { short: string; long: string }
let assistantId: string

const createDataset = async (name: string, count: number): Promise<string> => {
  const { id } = (await admin.post('/api/v1/datasets', { name })) as unknown as { id: string }
  const examples = Array.from({ length: count }, (_, n) => ({
    input: { n, message: `Where is the refund of order ${String(n)}?` },
    expected_output: { response: 'The refund of your order is on its way to you.' },
  }))
  await admin.post(`/api/v1/datasets/${id}/examples`, { examples })
  return id
}

const createEvaluation = async (body: object): Promise<string> =>
  ((await admin.post('/api/v1/evals', { assistant_id: assistantId, ...body })) as unknown as { id: string })
    .id

const signIn = async (target: ConsolePage, key: string): Promise<void> => {
  await target.goto('/datasets')
  await target.page.getByLabel('API key or token').fill(key)
  await target.page.getByRole('button', { name: 'Sign in' }).click()
  await target.page.getByRole('heading', { level: 1, name: 'Datasets' }).waitFor()
  target.takeProblems()
}

describe.skipIf(!hasBrowser)('running and reviewing evaluations in the console', () => {
  beforeAll(async () => {
    ;[heddle, browser] = await Promise.all([
      startHeddle({ env: { AUTH_ENABLED: 'true', API_KEYS: ADMIN } }),
      openBrowser(),
    ])
    admin = makeClient(heddle, ADMIN)
    assistantId = (await admin.post('/api/v1/assistants', { name: 'refunds', graph_schema: GRAPH }))
      .assistant_id
    datasets = { short: await createDataset('short', REVIEWED), long: await createDataset('long', LONG) }
    screen = await openConsolePage(browser, heddle.url)
    page = screen.page
    await signIn(screen, ADMIN)
  })
  afterAll(async () => {
    await Promise.all([browser.close(), heddle.stop()])
  })

  it('a running evaluation shows its progress and the time left, and is cancelled and continued', async () => {
    const id = await createEvaluation({ name: 'long one', dataset_id: datasets.long, concurrency: 1 })
    await screen.goto(`/evaluations/${id}`)
    await page.getByRole('button', { name: 'Start' }).click()
    await page.getByText(/of 400 runs.*about .* left/).waitFor()
    expect(await page.getByRole('progressbar', { name: 'Progress' }).getAttribute('aria-valuemax')).toBe(
      '400',
    )
    await page.getByRole('button', { name: 'Cancel', exact: true }).click()
    await page.getByRole('button', { name: 'Cancel the evaluation' }).click()
    await page.getByText('Cancelled').first().waitFor()
    await page.getByRole('button', { name: 'Continue' }).waitFor()
    const rows = page.locator('[role=table][aria-label=Results] [role=row]')
    await expect.poll(() => rows.count()).toBeGreaterThan(3)
    // Only the visible rows are in the page.
    expect(await rows.count()).toBeLessThan(40)
    expect(screen.takeProblems()).toEqual([])
  })

  it('outputs are reviewed with the keyboard, and the judge is calibrated with the reviews', async () => {
    const id = await createEvaluation({
      name: 'with people',
      dataset_id: datasets.short,
      criteria: [
        { name: 'right', scorer: 'llm_judge', config: { criteria: 'accuracy' } },
        { name: 'quality', scorer: 'human', config: { question: 'Would you send this?' } },
      ],
      run_immediately: true,
    })
    await screen.goto(`/evaluations/${id}`)
    await page.getByText('Needs reviews').waitFor()
    await page.getByRole('link', { name: 'Review', exact: true }).click()
    await page.getByText('Would you send this?').waitFor()
    await checkScreen(screen, 'evaluation-review')
    for (let done = 0; done < REVIEWED; done += 1) {
      await page.getByText(`${String(done)} reviewed here`).waitFor()
      await page.getByText('Would you send this?').waitFor()
      const isGood = await page.getByText('The refund of your order is on its way to you.').count()
      await page.keyboard.press(isGood > 1 ? '1' : '0')
      await page.keyboard.press('Enter')
    }
    await page.getByText('Nothing left to review').waitFor()
    await page.getByRole('link', { name: 'Open the results' }).click()
    await page.getByText('Completed').first().waitFor()
    await screen.goto(`/evaluations/${id}/review`)
    await page.getByText('Nothing left to review').waitFor()
    await screen.goto('/evaluations/calibration')
    await page.getByRole('button', { name: 'Calibrate a judge' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Calibrate' }).click()
    await page.getByText('Cohen’s kappa').waitFor()
    await page.getByText('judge: passed').waitFor()
    await checkScreen(screen, 'calibration')
  })

  it('a key that can only read sees every screen and no control that changes anything', async () => {
    const { key } = await admin.post('/api/v1/api-keys', { name: 'reader', scopes: ['read'] })
    const reader = await openConsolePage(browser, heddle.url)
    await signIn(reader, key)
    const evaluations = (await admin.get('/api/v1/evals')) as unknown as { data: { id: string }[] }
    const WRITES =
      /^(?:New|Add|Import|Evaluate|Edit|Delete|Save|Rename|Start|Cancel|Continue|Retry|Review|Calibrate|More actions|✓ Good|✗ Bad)/
    for (const path of [
      '/datasets',
      `/datasets/${datasets.short}`,
      '/evaluations',
      `/evaluations/${evaluations.data[0]!.id}`,
      '/evaluations/calibration',
    ]) {
      await reader.goto(path)
      await reader.page.getByRole('heading', { level: 1 }).waitFor()
      await reader.page.getByRole('status', { name: /^Loading/ }).waitFor({ state: 'detached' })
      const names = await reader.page.locator('main button, main a').allInnerTexts()
      expect([path, names.filter((name) => WRITES.test(name))]).toEqual([path, []])
    }
    await reader.goto('/evaluations/new')
    await reader.page.getByText('Your key cannot create evaluations').waitFor()
    expect(reader.takeProblems()).toEqual([])
    await reader.close()
  })
})

/** Datasets and evaluations in the console: from the import of a file to the export of failed rows. */
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasBrowser, openBrowser, type BrowserSession } from '../support/browser.js'
import { makeClient, type Client } from '../support/console-data.js'
import { startHeddle, type Heddle } from '../support/heddle-process.js'
import { checkScreen } from './check-screen.js'
import { openConsolePage, replaceText, type ConsolePage } from './console-page.js'

const XSS = '<img src=x onerror=alert(1)>'

/** A graph with two nodes whose response names the refund for the numbers from `from` to `to`. */
const refundsBetween = (from: number, to: number) => ({
  nodes: [
    {
      id: 'classify',
      type: 'transform',
      set: { isRefund: `input.n >= ${String(from)}.0 && input.n <= ${String(to)}.0` },
    },
    {
      id: 'reply',
      type: 'transform',
      set: { response: `isRefund ? 'The refund is on its way.' : 'I cannot help with this.'` },
    },
  ],
  output: { response: 'response' },
})

const CSV = [
  'input,expected_output,tags,split',
  ...Array.from({ length: 12 }, (_, index) => {
    const input = JSON.stringify({
      n: index + 1,
      message: `Refund of order ${String(index + 1)}, please ${XSS}`,
    })
    const expected = JSON.stringify({ contains: 'refund' })
    const quote = (text: string): string => `"${text.replaceAll('"', '""')}"`
    return [quote(input), quote(expected), index < 3 ? 'hard' : 'easy', index < 6 ? 'train' : 'check'].join(
      ',',
    )
  }),
].join('\n')

let heddle: Heddle
let client: Client
let browser: BrowserSession
let screen: ConsolePage
let page: Page

const button = (name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' })

const createEvaluation = async (name: string, assistant: string): Promise<void> => {
  await page.getByLabel('Name', { exact: true }).first().fill(name)
  await page.getByLabel('Assistant', { exact: true }).selectOption({ label: assistant })
  await button('Add a criterion').click()
  const criterion = page.getByRole('group', { name: 'Criterion contains' })
  await expect.poll(() => button('Start the evaluation').isDisabled()).toBe(true)
  await criterion.getByLabel('Scorer').selectOption('length')
  await page
    .getByRole('group', { name: 'Criterion length' })
    .getByLabel('At most', { exact: true })
    .fill('40')
  await button('Start the evaluation').click()
  await page.getByRole('heading', { level: 1, name }).waitFor()
  await page.getByText('Completed').first().waitFor()
}

describe.skipIf(!hasBrowser)('datasets and evaluations in the console', () => {
  beforeAll(async () => {
    ;[heddle, browser] = await Promise.all([startHeddle(), openBrowser()])
    client = makeClient(heddle)
    await client.post('/api/v1/assistants', { name: 'refunds-1', graph_schema: refundsBetween(1, 9) })
    await client.post('/api/v1/assistants', { name: 'refunds-2', graph_schema: refundsBetween(5, 12) })
    screen = await openConsolePage(browser, heddle.url, { acceptDownloads: true })
    page = screen.page
  })
  afterAll(async () => {
    await Promise.all([browser.close(), heddle.stop()])
  })

  it('empty screens say what to do', async () => {
    await screen.goto('/datasets')
    await page.getByText('No dataset yet').waitFor()
    await checkScreen(screen, 'datasets-empty')
    await screen.goto('/evaluations')
    await page.getByText('No evaluation yet').waitFor()
    await checkScreen(screen, 'evaluations-empty')
    await screen.goto('/evaluations/calibration')
    await page.getByText('No judge is calibrated yet').waitFor()
    await checkScreen(screen, 'calibration-empty')
  })

  it('a dataset is created and a file is imported after a preview; wrong files are explained', async () => {
    await screen.goto('/datasets')
    await button('New dataset').click()
    await page.getByLabel('Name').fill('refunds')
    await button('Create').click()
    await page.getByText('No example yet').waitFor()
    await button('Import a file').click()
    const file = page.getByLabel('File')
    await file.setInputFiles({
      name: 'wrong.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from('question\nhi\n'),
    })
    await page.getByText('No column is named input or input.<key>').waitFor()
    expect(await button('Import').last().isDisabled()).toBe(true)
    const lines = [...Array<string>(12).fill('{"input": {"message": "hi"}}'), '{"output": 1}']
    await file.setInputFiles({
      name: 'broken.jsonl',
      mimeType: 'application/x-ndjson',
      buffer: Buffer.from(lines.join('\n')),
    })
    await page.getByRole('dialog').getByRole('button', { name: 'Import' }).click()
    await page.getByText('Nothing was imported. Correct these lines and try again:').waitFor()
    await page.getByRole('alert').getByText('13').first().waitFor()
    screen.takeProblems()
    await file.setInputFiles({ name: 'refunds.csv', mimeType: 'text/csv', buffer: Buffer.from(CSV) })
    await page.getByRole('region', { name: 'Preview' }).getByText('Refund of order 1, please').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Import' }).click()
    await page.getByText('12 examples imported as version 2').waitFor()
    await page.getByRole('table', { name: 'Examples' }).getByText('Refund of order 12, please').waitFor()
    await checkScreen(screen, 'dataset')
  })

  it('examples are edited, filtered by tag and split, and every change is a version', async () => {
    await page.getByRole('table', { name: 'Examples' }).getByText('Refund of order 12, please').click()
    await page.getByRole('dialog').getByLabel('Tags').fill('easy, last')
    await replaceText(page.getByRole('textbox', { name: 'Expected output' }), '{"contains": ')
    await page.getByText('The expected output is not valid JSON').waitFor()
    expect(await button('Save').isDisabled()).toBe(true)
    await replaceText(page.getByRole('textbox', { name: 'Expected output' }), '{"contains": "refund"}')
    await button('Save').click()
    await page.getByText('12 examples, version 3').waitFor()
    await page.getByRole('searchbox', { name: 'Filter by tag' }).fill('hard')
    await page.getByText('3 examples loaded').waitFor()
    await page.getByRole('searchbox', { name: 'Filter by tag' }).fill('')
    await page.getByRole('searchbox', { name: 'Filter by split' }).fill('check')
    await page.getByText('6 examples loaded').waitFor()
    await page.getByRole('tab', { name: /Versions/ }).click()
    await page.getByText('Version 3 · current').waitFor()
    await checkScreen(screen, 'dataset-versions')
    await button(/^Version 2/).click()
    await page.getByText('Version 2, which cannot be changed').waitFor()
  })

  it('two evaluations run from the form, with progress and a grid that is filtered and searched', async () => {
    await page.getByRole('link', { name: 'Evaluate' }).click()
    await page.getByRole('heading', { name: 'New evaluation' }).waitFor()
    await checkScreen(screen, 'evaluation-new')
    await createEvaluation('first', 'refunds-1')
    await page.getByText('75 %').first().waitFor()
    const results = page.getByRole('table', { name: 'Results' })
    await button(/^Failed 3/).click()
    await page.getByText('3 examples loaded').waitFor()
    await button(/^All 12/).click()
    await page.getByRole('searchbox', { name: 'Search results' }).fill('/order 1[0-2],/')
    await page.getByText('3 examples loaded').waitFor()
    expect(page.url()).toContain('q=/order+1')
    await results.getByText('Refund of order 11').click()
    const details = page.getByRole('complementary', { name: 'Details of the example' })
    await details.getByText('I cannot help with this.').waitFor()
    await details.getByText('reply').waitFor()
    await checkScreen(screen, 'evaluation')
    await screen.goto('/evaluations/new')
    await createEvaluation('second', 'refunds-2')
  })

  it('a comparison states its verdict, and a regression shows both outputs and both timelines', async () => {
    await button('Compare').click()
    await page.getByRole('menuitem', { name: 'first' }).click()
    await page.getByText('4 regressed, 3 fixed').waitFor()
    await page.getByText('No clear difference.').waitFor()
    await checkScreen(screen, 'evaluation-compare')
    await button(/Regressed 4/).click()
    await page.getByText('4 examples loaded').waitFor()
    await page.getByRole('table', { name: 'Results' }).getByText('Refund of order 2,').click()
    const details = page.getByRole('complementary', { name: 'Details of the example' })
    await details.getByText('The refund is on its way.').waitFor()
    await details.getByText('I cannot help with this.').waitFor()
    await details.getByRole('deletion').first().waitFor()
    await details.getByRole('textbox', { name: 'Comment on the output' }).last().fill('Too short')
    await details.getByRole('button', { name: '✗ Bad' }).last().click()
    await details.getByText('Too short').waitFor()
    for (const name of ['first', 'second']) {
      const timeline = details.getByRole('group', { name: `Timeline, ${name}` })
      await timeline.getByText('classify').waitFor()
      await timeline.getByText('reply').waitFor()
    }
    await checkScreen(screen, 'evaluation-compare-details')
    await page.keyboard.press('Escape')
    await details.waitFor({ state: 'detached' })
  })

  it('failed rows and a report are exported as files', async () => {
    const save = async (item: string): Promise<string> => {
      await button('Export').click()
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('menuitem', { name: item }).click(),
      ])
      return readFile(await download.path(), 'utf8')
    }
    const csv = await save('Export failed rows, CSV')
    expect(csv.trim().split('\n')).toHaveLength(5)
    const report = await save('Export a report, HTML')
    expect(report).toContain('second against first')
    expect(report).not.toContain('<img')
    expect(screen.takeProblems()).toEqual([])
  })

  it('two evaluations are chosen in the list, and one is renamed and deleted', async () => {
    await screen.goto('/evaluations')
    await page.getByRole('table', { name: 'Evaluations' }).getByRole('link', { name: 'second' }).waitFor()
    await checkScreen(screen, 'evaluations')
    await page.getByLabel('Choose first').check()
    await page.getByLabel('Choose second').check()
    await page.getByRole('link', { name: 'Compare 2' }).click()
    await page.getByText('4 regressed, 3 fixed').waitFor()
    await page.getByRole('link', { name: 'Swap' }).click()
    await page.getByText('3 regressed, 4 fixed').waitFor()
    await page.getByRole('link', { name: 'first' }).first().click()
    await button('More actions').click()
    await page.getByRole('menuitem', { name: 'Rename' }).click()
    await page.getByRole('dialog').getByLabel('Name').fill('renamed')
    await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click()
    await page.getByRole('heading', { level: 1, name: 'renamed' }).waitFor()
    await button('More actions').click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    // The response arrives after the live refresh that the deletion triggers: it must not load the deleted evaluation.
    const evaluations = '**/api/v1/evals/*'
    await page.route(evaluations, async (route) => {
      if (route.request().method() !== 'DELETE') return route.fallback()
      const response = await route.fetch()
      await page.waitForTimeout(1_500)
      return route.fulfill({ response })
    })
    await button('Delete the evaluation').click()
    await page.getByRole('table', { name: 'Evaluations' }).getByRole('link', { name: 'second' }).waitFor()
    await page.unroute(evaluations)
    await expect.poll(() => page.getByRole('link', { name: 'renamed' }).count()).toBe(0)
    expect(screen.takeProblems()).toEqual([])
  })
})

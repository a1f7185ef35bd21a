/** Changing runs in the console: selected rows, everything that matches, running again, and changes that arrive while the list is open. */
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { hasBrowser, openBrowser, type BrowserSession } from '../support/browser.js'
import { callServer } from '../support/call-server.js'
import { createConsoleData, makeClient, type Client, type ConsoleData } from '../support/console-data.js'
import { makeTempFolder, startHeddle, type Heddle } from '../support/heddle-process.js'
import { openConsolePage, replaceText, type ConsolePage } from './console-page.js'

/** More than the hundred that the list loads at first. */
const MANY = 130

let folder: string
let heddle: Heddle
let client: Client
let browser: BrowserSession
let screen: ConsolePage
let page: Page
let data: ConsoleData

const link = (runId: string): Locator => page.locator(`[role=row] a[title="${runId}"]`)
const row = (runId: string): Locator =>
  page.getByRole('row').filter({ has: page.locator(`a[title="${runId}"]`) })
const dialog = (): Locator => page.getByRole('dialog')
const bar = (): Locator => page.getByRole('toolbar', { name: 'Selected runs' })

const countRuns = async (query: string): Promise<number> =>
  (await callServer(heddle, 'GET', `/api/v1/runs/counts?${query}`)).body.total
const readRun = async (runId: string) => (await callServer(heddle, 'GET', `/api/v1/runs/${runId}`)).body

const startRun = async (assistant_id: string, message: string): Promise<string> =>
  (await client.post('/api/v1/runs', { assistant_id, input: { message } })).run_id

const select = async (...runIds: string[]): Promise<void> => {
  for (const runId of runIds) await row(runId).getByRole('checkbox').check()
  await bar()
    .getByText(`${String(runIds.length)} selected`)
    .waitFor()
}

/** Starts the operation of the open dialog and waits for its end. */
const confirm = async (action: string, result: string): Promise<void> => {
  await dialog().getByRole('button', { name: action }).click()
  await dialog().getByText(result).waitFor()
  await dialog().getByRole('button', { name: 'Done' }).click()
  await dialog().waitFor({ state: 'detached' })
}

describe.skipIf(!hasBrowser)('changing runs in the console', () => {
  let refund: string
  let many: string

  beforeAll(async () => {
    folder = makeTempFolder()
    ;[heddle, browser] = await Promise.all([startHeddle({ folder }), openBrowser()])
    client = makeClient(heddle)
    data = await createConsoleData(client)
    refund = data.assistantId
    const graph_schema = {
      nodes: [
        {
          id: 'price',
          type: 'tool',
          tool: 'calculator',
          arguments: { expression: '2 * 3' },
          output: 'price',
        },
      ],
    }
    many = (await client.post('/api/v1/assistants', { name: 'price-list', graph_schema })).assistant_id
    await Promise.all(Array.from({ length: MANY }, (_, index) => startRun(many, `item ${String(index)}`)))
    await vi.waitFor(
      async () => expect(await countRuns('assistant_id=price-list&status=completed')).toBe(MANY),
      { timeout: 60_000 },
    )
    screen = await openConsolePage(browser, heddle.url)
    page = screen.page
  })
  afterAll(async () => {
    await Promise.all([browser.close(), heddle.stop()])
  })

  it('selected runs are cancelled, run again and deleted', async () => {
    const waiting = [await startRun(refund, 'first'), await startRun(refund, 'second')]
    for (const runId of waiting) await client.waitForStatus(runId, 'requires_action')
    await screen.goto('/runs?assistant=refund-desk')
    await select(...waiting, data.runs.approved)
    await bar().getByRole('button', { name: 'Cancel 2 open' }).click()
    await confirm('Cancel 2 runs', '2 runs of 2 cancelled.')
    for (const runId of waiting) expect(await readRun(runId)).toMatchObject({ status: 'cancelled' })
    expect(await readRun(data.runs.approved)).toMatchObject({ status: 'completed' })
    await row(waiting[0]!).getByText('Cancelled').waitFor()

    await select(waiting[0]!)
    await bar().getByRole('button', { name: 'Run again 1 ended' }).click()
    await confirm('Run again 1 run', '1 run of 1 started again.')
    const { body } = await callServer(heddle, 'GET', '/api/v1/runs?assistant_id=refund-desk&limit=1')
    const repeated = body.data[0]
    expect(repeated).toMatchObject({ retry_of: waiting[0], input: { message: 'first' } })
    await link(repeated.run_id).waitFor()

    await select(...waiting)
    await bar().getByRole('button', { name: 'Delete 2 ended' }).click()
    await confirm('Delete 2 runs', '2 runs of 2 deleted.')
    for (const runId of waiting) {
      expect((await callServer(heddle, 'GET', `/api/v1/runs/${runId}`)).status).toBe(404)
      await link(runId).waitFor({ state: 'detached' })
    }
  })

  it('an operation applies to all runs that match, also those that are not loaded', async () => {
    await screen.goto('/runs?assistant=price-list')
    await page.getByText(`${String(MANY)} of `).waitFor()
    await page.getByRole('checkbox', { name: 'Select all loaded runs' }).check()
    await bar().getByText('100 selected').waitFor()
    await bar()
      .getByRole('button', { name: `Select all ${String(MANY)} that match` })
      .click()
    await bar()
      .getByText(`All ${String(MANY)} selected`)
      .waitFor()
    const others = await countRuns('assistant_id=!price-list')
    await bar().getByRole('button', { name: 'Delete' }).click()
    await dialog()
      .getByText(`This applies to ${String(MANY)} runs.`)
      .waitFor()
    await dialog()
      .getByRole('button', { name: `Delete ${String(MANY)} runs` })
      .click()
    const progress = dialog().getByRole('progressbar')
    await progress.waitFor()
    expect(await progress.getAttribute('aria-valuemax')).toBe(String(MANY))
    await expect.poll(() => progress.getAttribute('aria-valuenow')).toBe(String(MANY))
    await dialog().getByRole('button', { name: 'Done' }).click()
    expect(await countRuns('assistant_id=price-list')).toBe(0)
    expect(await countRuns('assistant_id=!price-list')).toBe(others)
    await page.getByText('No run matches these filters').waitFor()
    expect(screen.takeProblems()).toEqual([])
  })

  it('new runs, new statuses and deletions appear without a reload', async () => {
    await screen.goto('/runs')
    await link(data.runs.failed).waitFor()
    const runId = await startRun(refund, 'for the live list')
    await link(runId).waitFor()
    await row(runId).getByText('Needs a person').waitFor()
    await client.post(`/api/v1/runs/${runId}/resume`, { input: 'approve' })
    await row(runId).getByText('Completed').waitFor()
    await callServer(heddle, 'DELETE', `/api/v1/runs/${runId}`)
    await link(runId).waitFor({ state: 'detached' })
  })

  it('a paused list does not change until it is live again', async () => {
    await screen.goto('/runs')
    await link(data.runs.failed).waitFor()
    let release = (): void => undefined
    const released = new Promise<void>((resolve) => (release = resolve))
    const lists = /\/api\/v1\/runs\?/
    const held = page.waitForRequest(lists)
    await page.route(lists, async (route) => {
      await released
      await route.continue()
    })
    // A change that loads the list again, whose response arrives when the list is paused.
    await startRun(refund, 'before the pause')
    await held
    await page.keyboard.press('l')
    await expect
      .poll(() => page.getByRole('switch', { name: 'Live' }).getAttribute('aria-checked'))
      .toBe('false')
    const runId = await startRun(refund, 'while paused')
    await client.waitForStatus(runId, 'requires_action')
    const response = page.waitForResponse(lists)
    release()
    await (await response).finished()
    // The response would be on the screen after the next frame.
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))))
    expect(await link(runId).count()).toBe(0)
    await page.unroute(lists)
    await page.getByRole('switch', { name: 'Live' }).click()
    await link(runId).waitFor()
  })

  it('the list says that the connection is lost, and continues after a restart of the service', async () => {
    const { port } = heddle
    await heddle.stop()
    await page.getByText('Connection lost, reconnecting').waitFor()
    await page.getByText('Not reachable').waitFor()
    heddle = await startHeddle({ folder, env: { PORT: String(port) } })
    client = makeClient(heddle)
    await page.getByText('Live again').waitFor()
    const runId = await startRun(refund, 'after the restart')
    await link(runId).waitFor()
    await row(runId).getByText('Needs a person').waitFor()
    // The browser reports the requests that failed while the service was away.
    expect(screen.takeProblems().filter((problem) => !/ERR_|Failed to load resource/.test(problem))).toEqual(
      [],
    )
  })

  it('a run is repeated with another input and another version', async () => {
    const version = (
      await callServer(heddle, 'PATCH', `/api/v1/assistants/${refund}`, { body: { description: 'second' } })
    ).body.version
    await screen.goto(`/runs/${data.runs.approved}`)
    await page.getByRole('button', { name: 'Run again' }).click()
    await dialog().getByLabel('Version of the assistant').selectOption(String(version))
    const editor = dialog().getByRole('textbox', { name: 'Input' })
    await replaceText(editor, '{"message": ')
    await dialog().getByText('The input is not valid JSON').waitFor()
    expect(await dialog().getByRole('button', { name: 'Start' }).isEnabled()).toBe(false)
    await replaceText(editor, '{"message": "13 EUR for two cups"}')
    await dialog().getByRole('button', { name: 'Start' }).click()
    await page.waitForURL((url) => !url.pathname.endsWith(data.runs.approved))
    const repeated = new URL(page.url()).pathname.split('/').at(-1)!
    expect(await readRun(repeated)).toMatchObject({
      retry_of: data.runs.approved,
      assistant_version: version,
      input: { message: '13 EUR for two cups' },
    })
    expect(await readRun(data.runs.approved)).toMatchObject({ assistant_version: 1, status: 'completed' })
  })

  it('a run continues from a step in a new branch of the thread', async () => {
    const { thread_id } = await readRun(data.runs.approved)
    await screen.goto(`/runs/${data.runs.approved}`)
    await page.getByRole('button', { name: 'Run from a step' }).click()
    const steps = dialog().getByLabel('Continue after')
    await steps.waitFor()
    const labels = await steps.locator('option').allInnerTexts()
    const index = labels.findIndex((label) => label.includes('classify'))
    expect(index, labels.join()).toBeGreaterThanOrEqual(0)
    const checkpoint = await steps.locator('option').nth(index).getAttribute('value')
    await steps.selectOption({ index })
    await dialog().getByRole('button', { name: 'Start' }).click()
    await page.waitForURL((url) => !url.pathname.endsWith(data.runs.approved))
    const repeated = new URL(page.url()).pathname.split('/').at(-1)!
    await client.waitForStatus(repeated, 'requires_action')
    expect(await readRun(repeated)).toMatchObject({ retry_of: data.runs.approved, thread_id })
    const { body: history } = await callServer(heddle, 'POST', `/threads/${thread_id}/history`, {
      body: { limit: 100 },
    })
    const children = history.filter(
      (state: { parent_checkpoint: { checkpoint_id: string } | null }) =>
        state.parent_checkpoint?.checkpoint_id === checkpoint,
    )
    expect(children.length).toBe(2)
  })
})

/** Threads in the console: history, states and differences, and every change of a thread, checked through the API. */
import type { Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { hasBrowser, openBrowser, type BrowserSession } from '../support/browser.js'
import { callServer } from '../support/call-server.js'
import { makeClient, type Client } from '../support/console-data.js'
import { makeProject } from '../support/graph-project.js'
import { startHeddle, type Heddle } from '../support/heddle-process.js'
import { openConsolePage, replaceText, type ConsolePage } from './console-page.js'

/** Two steps; the state has a schema, so that values of a wrong type can be refused. */
const ORDER_GRAPH = `
import { END, START, StateGraph } from '@langchain/langgraph'
import { z } from 'zod'
const State = z.object({ stage: z.string().default('new'), amount: z.number().default(0), note: z.string().optional() })
export const graph = new StateGraph(State)
  .addNode('price', ({ amount }) => ({ stage: 'priced', amount: amount + 1 }))
  .addNode('ship', ({ stage }) => ({ stage: 'shipped', note: 'after ' + stage }))
  .addEdge(START, 'price').addEdge('price', 'ship').addEdge('ship', END).compile()
`

interface State {
  values: Record<string, unknown>
  next: string[]
  checkpoint: { checkpoint_id: string } | null
  parent_checkpoint: { checkpoint_id: string } | null
}

let heddle: Heddle
let client: Client
let browser: BrowserSession
let screen: ConsolePage
let page: Page
let assistantId: string
let threadId: string

const readHistory = async (id: string): Promise<State[]> =>
  (await callServer(heddle, 'POST', `/threads/${id}/history`, { body: { limit: 100 } })).body
const readState = async (id: string): Promise<State> =>
  (await callServer(heddle, 'GET', `/threads/${id}/state`)).body
const countRuns = async (id: string): Promise<number> =>
  (await callServer(heddle, 'GET', `/api/v1/threads/${id}/runs`)).body.data.length

const checkpoints = (): Locator =>
  page.getByRole('list', { name: 'Checkpoints, oldest first' }).getByRole('button')
const statePanel = (number: number): Locator =>
  page.getByRole('region', { name: `State at checkpoint ${String(number)}` })
const drawer = (): Locator => page.getByRole('region', { name: /^Edit state at checkpoint/ })
const editor = (): Locator => drawer().getByRole('textbox', { name: 'State as JSON' })
const openThread = async (query = ''): Promise<void> => {
  await screen.goto(`/threads/${threadId}${query}`)
  await checkpoints().first().waitFor()
}

const createThread = async (title: string): Promise<string> => {
  const thread = await client.post('/threads', { metadata: { title, customer: title.toLowerCase() } })
  const run = await client.post(`/threads/${thread.thread_id}/runs`, {
    assistant_id: assistantId,
    input: { amount: 4 },
  })
  await client.waitForStatus(run.run_id, 'completed')
  return thread.thread_id
}

describe.skipIf(!hasBrowser)('threads in the console', () => {
  beforeAll(async () => {
    const { env, folder } = makeProject({ order: ORDER_GRAPH })
    ;[heddle, browser] = await Promise.all([startHeddle({ folder, env }), openBrowser()])
    client = makeClient(heddle)
    assistantId = (await client.post('/api/v1/assistants', { name: 'orders', graph_id: 'order' }))
      .assistant_id
    screen = await openConsolePage(browser, heddle.url)
    page = screen.page
  })
  beforeEach(async () => {
    threadId = await createThread('Blender')
  })
  afterAll(async () => {
    await Promise.all([browser.close(), heddle.stop()])
  })
  afterEach(() => {
    expect(screen.takeProblems()).toEqual([])
  })

  it('the history lists the checkpoints of the API, oldest first', async () => {
    await openThread()
    const history = await readHistory(threadId)
    await expect.poll(() => checkpoints().count()).toBe(history.length)
    const labels = await checkpoints().allInnerTexts()
    expect(labels.map((label) => label.split(/\s/)[0])).toEqual(['input', 'input', 'price', 'ship'])
    await statePanel(4).getByText('After ship').waitFor()
  })

  it('a checkpoint shows its state and the difference to the one before', async () => {
    await openThread()
    await checkpoints().nth(2).click()
    await page.waitForURL(/checkpoint=/)
    const panel = statePanel(3)
    await panel.getByText('checkpoint 3, next ship').waitFor()
    await panel.getByText('Difference from checkpoint 2').waitFor()
    const keys = panel.getByRole('table', { name: /^Keys of the state/ })
    await expect.poll(() => keys.innerText()).toMatch(/stage[\s\S]*"new"[\s\S]*"priced"/)
    await panel.getByRole('switch').click()
    await expect.poll(() => keys.innerText()).not.toContain('"new"')
    await panel.getByRole('button', { name: 'JSON', exact: true }).click()
    await panel.getByLabel('State as JSON').getByText('"priced"').waitFor()
    await page.reload()
    await panel.getByLabel('State as JSON').getByText('"priced"').waitFor()
  })

  it('two checkpoints are compared, and keys step through the history', async () => {
    await openThread()
    await page.keyboard.press('[')
    await statePanel(3).waitFor()
    await page.keyboard.press(']')
    await statePanel(4).waitFor()
    await page.keyboard.press('c')
    await statePanel(4).getByRole('combobox', { name: 'compared with' }).selectOption({ index: 2 })
    await statePanel(4).getByText('Difference from checkpoint 2').waitFor()
  })

  it('less detail shows where runs start and end only', async () => {
    await openThread()
    const slider = page.getByRole('slider', { name: 'Detail' })
    await slider.fill('0')
    await page.waitForURL(/detail=runs/)
    await expect.poll(async () => (await checkpoints().allInnerTexts()).join(' ')).not.toContain('price')
    await slider.fill('2')
    await expect.poll(async () => (await checkpoints().allInnerTexts()).join(' ')).toContain('price')
  })

  it('an edited state is saved as a new branch, and the history before it stays', async () => {
    const before = await readHistory(threadId)
    await openThread()
    await checkpoints().nth(2).click()
    await page.keyboard.press('e')
    await replaceText(editor(), '{"stage": "priced", "amount": 99}')
    await drawer().getByText('~ amount').waitFor()
    await drawer().getByRole('button', { name: 'Save only' }).click()
    // The drawer has the same words in lower case.
    await page.getByText(/^Saved as a new branch/).waitFor()

    const state = await readState(threadId)
    expect(state).toMatchObject({ values: { stage: 'priced', amount: 99 }, next: ['ship'] })
    const edited = before.find(({ next }) => next.includes('ship'))!
    expect(state.parent_checkpoint?.checkpoint_id).toBe(edited.checkpoint?.checkpoint_id)
    const after = await readHistory(threadId)
    expect(after.length).toBe(before.length + 1)
    for (const old of before) expect(after).toContainEqual(old)
    await page.getByText('Branch B').waitFor()
    await statePanel(5).getByText('After an edit').waitFor()
  })

  it('an edited state is saved and run from there', async () => {
    await openThread()
    await checkpoints().nth(2).click()
    await page.keyboard.press('e')
    await replaceText(editor(), '{"stage": "checked", "amount": 5}')
    await drawer().getByRole('button', { name: 'Save and run from here' }).click()
    await page.waitForURL(/\/chat\//)
    await expect
      .poll(async () => (await readState(threadId)).values)
      .toMatchObject({
        stage: 'shipped',
        note: 'after checked',
      })
    expect(await countRuns(threadId)).toBe(2)
  })

  it.each([
    ['text that is not JSON', '{"stage": ', 'The state is not valid JSON'],
    ['a list', '[1]', 'The state has to be a JSON object'],
    ['a value of a wrong type', '{"stage": "priced", "amount": "many"}', 'amount must be number, not string'],
    [
      'a key that the graph does not have',
      '{"stage": "priced", "amount": 5, "color": 1}',
      'color is no key of the state',
    ],
  ])('%s is refused with the reason and not sent', async (_name, text, reason) => {
    const before = await readHistory(threadId)
    await openThread()
    await checkpoints().nth(2).click()
    await page.keyboard.press('e')
    await replaceText(editor(), text)
    await drawer().getByRole('alert').getByText(reason).waitFor()
    for (const name of ['Save only', 'Save and run from here'])
      expect(await drawer().getByRole('button', { name }).isEnabled()).toBe(false)
    expect((await readHistory(threadId)).length).toBe(before.length)
  })

  it('a run continues from the selected checkpoint', async () => {
    await openThread()
    await checkpoints().nth(2).click()
    await page.getByRole('button', { name: 'Run from here' }).click()
    await page.waitForURL(/\/chat\//)
    await expect.poll(() => countRuns(threadId)).toBe(2)
    await expect.poll(async () => (await readState(threadId)).next).toEqual([])
  })

  it('the metadata of a thread is edited', async () => {
    await openThread()
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Metadata of the thread' })
    await replaceText(dialog.getByRole('textbox', { name: 'Metadata as JSON' }), '{"customer": "c_18345"}')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved the metadata').waitFor()
    const { body } = await callServer(heddle, 'GET', `/threads/${threadId}`)
    expect(body.metadata).toMatchObject({ customer: 'c_18345', title: 'Blender' })
  })

  it('a thread is copied with its history', async () => {
    await openThread()
    await page.getByRole('button', { name: 'Copy thread' }).click()
    await page.waitForURL(
      (url) => /\/threads\/[\w-]+$/.test(url.pathname) && !url.pathname.endsWith(threadId),
    )
    const copy = new URL(page.url()).pathname.split('/').at(-1)!
    expect((await readState(copy)).values).toEqual((await readState(threadId)).values)
    expect((await readHistory(copy)).length).toBe((await readHistory(threadId)).length)
  })

  it('a thread is deleted after a confirmation and leaves the list', async () => {
    const title = `Toaster ${threadId.slice(0, 8)}`
    threadId = await createThread(title)
    await openThread()
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Go back' }).click()
    expect((await callServer(heddle, 'GET', `/threads/${threadId}`)).status).toBe(200)
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete the thread' }).click()
    await page.getByRole('heading', { level: 1, name: 'Threads' }).waitFor()
    expect((await callServer(heddle, 'GET', `/threads/${threadId}`)).status).toBe(404)
    await page.getByText('Blender').first().waitFor()
    await expect.poll(() => page.getByText(title).count()).toBe(0)
  })
})

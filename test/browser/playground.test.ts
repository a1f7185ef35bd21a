/** The Playground in a real browser: conversations with graphs of a project, verified in the state of the thread. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { hasBrowser, openBrowser, type BrowserSession } from '../support/browser.js'
import { makeChatProject, type ChatProject } from '../support/chat-project.js'
import { makeClient, type Client } from '../support/console-data.js'
import { checkScreen } from './check-screen.js'
import { openConsolePage, type ConsolePage } from './console-page.js'
import { startHeddle, type Heddle } from '../support/heddle-process.js'

let project: ChatProject
let heddle: Heddle
let browser: BrowserSession
let client: Client
let screen: ConsolePage
let page: Page

interface ThreadState {
  values: Record<string, unknown> & { messages?: { type: string; content: string }[] }
  next: string[]
}

/** A graph with a schema of its own has an input schema at once; otherwise the service compiles the project for it. */
const useStateSchema = (file: string): void => {
  const source = readFileSync(file, 'utf8')
    .replace('import { MessagesAnnotation,', 'import { MessagesValue, StateSchema,')
    .replace(
      'new StateGraph(MessagesAnnotation)',
      'new StateGraph(new StateSchema({ messages: MessagesValue }))',
    )
  writeFileSync(file, source)
}

const openChat = async (assistant: string): Promise<void> => {
  await screen.goto(`/chat?assistant=${assistant}`)
  await page.getByText(`Try ${assistant}`).waitFor()
}
const button = (name: string | RegExp) => page.getByRole('button', { name })
const log = () => page.getByRole('log')
const say = async (text: string): Promise<void> => {
  await page.getByRole('textbox', { name: 'Message', exact: true }).fill(text)
  // Nothing can be sent before the schema of the graph is loaded.
  await button(/^Send/).click({ trial: true })
  await page.keyboard.press('Enter')
}
/** The message of a user is shown with its text; a reply that is complete can be repeated. */
const shown = (text: string | RegExp) => log().getByText(text).filter({ visible: true })
const threadId = async (): Promise<string> => {
  await page.waitForURL(/\/console\/chat\/[\w-]+/)
  return new URL(page.url()).pathname.split('/').at(-1)!
}
const readState = async (): Promise<ThreadState> =>
  (await client.get(`/threads/${await threadId()}/state`)) as unknown as ThreadState
const readTexts = async (): Promise<string[]> =>
  ((await readState()).values.messages ?? []).map(({ content }) => content)
const waitForIdle = (): Promise<void> => button(/^Send(?! next)/).waitFor()

describe.skipIf(!hasBrowser)('the Playground', () => {
  beforeAll(async () => {
    project = makeChatProject()
    useStateSchema(join(project.folder, 'chat.ts'))
    ;[heddle, browser] = await Promise.all([startHeddle({ folder: project.folder }), openBrowser()])
    client = makeClient(heddle)
    screen = await openConsolePage(browser, heddle.url)
    page = screen.page
  })
  afterAll(async () => {
    await Promise.all([browser.close(), heddle.stop()])
  })
  beforeEach(() => project.release())
  afterEach(() => {
    expect(screen.takeProblems()).toEqual([])
  })

  it('a message that is sent before the input schema is known is sent afterwards', async () => {
    let release = (): void => undefined
    const released = new Promise<void>((resolve) => (release = resolve))
    const address = /\/assistants\/[^/]+\/schemas/
    await page.route(address, async (route) => {
      await released
      await route.continue()
    })
    await openChat('chat')
    await page.getByRole('textbox', { name: 'Message', exact: true }).fill('sent early')
    await page.keyboard.press('Enter')
    await page.locator('button[aria-busy]').filter({ hasText: 'Send' }).waitFor()
    expect(await log().count()).toBe(0)
    release()
    await shown('sent early').first().waitFor()
    await waitForIdle()
    expect(await readTexts()).toContain('sent early')
    await page.unroute(address)
  })

  it('a reply streams in, and the state is shown beside it', async () => {
    project.hold()
    await openChat('chat')
    await say('one two three')
    await shown('one two three').waitFor()
    await shown(/^You$/).last().waitFor()
    await shown('streaming').waitFor()
    await button(/^Cancel/).waitFor()
    await checkScreen(screen, 'playground-streaming')
    project.release()
    await shown('You said: one two three').waitFor()
    await waitForIdle()
    expect(await readTexts()).toEqual(['one two three', 'You said: one two three'])
    const panel = page.getByRole('complementary', { name: 'This run' })
    await panel.getByText('Completed').waitFor()
    await panel.getByText('messages', { exact: true }).waitFor()
    await panel.getByText('new', { exact: true }).first().waitFor()
  })

  it('a tool call is shown with its arguments and its result', async () => {
    await openChat('agent')
    await say('What is the weather in Paris?')
    await shown('I looked it up: the sun shines in Paris.').waitFor()
    await waitForIdle()
    const call = log().getByRole('button', { name: /^weather/ })
    expect(await call.textContent()).toMatch(/"city": "Paris".*→ the sun shines in Paris.*done/)
    await call.click()
    await shown('Arguments').waitFor()
    await checkScreen(screen, 'playground-tool')
    expect(await readTexts()).toContain('the sun shines in Paris')
  })

  it('a run is cancelled while it streams', async () => {
    project.hold()
    await openChat('chat')
    await say('never ending')
    await shown('streaming').waitFor()
    await button(/^Cancel/).click()
    await shown('The run was cancelled.').waitFor()
    await waitForIdle()
    const [run] = (await client.get(`/threads/${await threadId()}/runs`)) as unknown as { status: string }[]
    expect(run!.status).toBe('interrupted')
    expect(await readTexts()).toEqual(['never ending'])
    project.release()
    await button('Continue').click()
    await shown('You said: never ending').waitFor()
    await waitForIdle()
    expect(await readTexts()).toEqual(['never ending', 'You said: never ending'])
  })

  it('an edited message starts a branch, and the original stays', async () => {
    await openChat('chat')
    await say('first version')
    await shown('You said: first version').waitFor()
    await waitForIdle()
    await button('Edit and fork').click()
    await page.getByRole('textbox', { name: 'Edited message' }).fill('second version')
    await button('Send as a new branch').click()
    await shown('You said: second version').waitFor()
    await waitForIdle()
    expect(await readTexts()).toEqual(['second version', 'You said: second version'])
    await page.getByRole('group', { name: 'Branch 2 / 2' }).waitFor()
    await button('Earlier branch').click()
    await shown('You said: first version').waitFor()
    expect(await shown('You said: second version').count()).toBe(0)
  })

  it('a reply is generated again in a branch of its own', async () => {
    await openChat('chat')
    await say('say it again')
    await shown('You said: say it again').waitFor()
    await waitForIdle()
    await shown('You said: say it again').hover()
    await button(/^Retry/).click()
    await page.getByRole('group', { name: 'Branch 2 / 2' }).waitFor()
    await waitForIdle()
    expect(await readTexts()).toEqual(['say it again', 'You said: say it again'])
    const runs = (await client.get(`/threads/${await threadId()}/runs`)) as unknown as unknown[]
    expect(runs).toHaveLength(2)
  })

  it('a graph without messages has a form, asks inside of the conversation, and pauses before a node', async () => {
    await openChat('asking')
    await page.getByRole('textbox', { name: 'item' }).fill('hat')
    await button(/^Send/).click()
    const card = (title: string) =>
      page.getByRole('region', { name: `Needs a person: ${title}`, exact: true })
    await card('May I order a hat?').waitFor()
    await card('May I order a hat?').getByRole('button', { name: 'JSON' }).click()
    await card('May I order a hat?').locator('.cm-content').fill('false')
    await card('May I order a hat?').getByRole('button', { name: 'Send the reply' }).click()
    await card('Which size?').waitFor()
    await shown('2 steps at the same time').waitFor()
    await checkScreen(screen, 'playground-waiting')
    await card('Which colour?').getByRole('textbox', { name: 'Reply' }).fill('red')
    await card('Which colour?').getByRole('button', { name: 'Send the reply' }).click()
    await card('Which colour?').waitFor({ state: 'detached' })
    await card('Which size?').getByRole('textbox', { name: 'Reply' }).fill('L')
    await card('Which size?').getByRole('button', { name: 'Send the reply' }).click()
    await shown(/order comes next/).waitFor()
    expect(await readState()).toMatchObject({
      next: ['order'],
      values: { item: 'hat', approved: false, colour: 'red', size: 'L' },
    })
    await button('Continue').click()
    await expect.poll(async () => (await readState()).values['log']).toEqual(['ordered a red hat of size L'])
    await page.getByText('Completed').first().waitFor()
  })

  it('a form follows the schema, and a wrong field blocks it with the reason', async () => {
    await openChat('counting')
    await page.getByLabel('what').selectOption('square')
    await page.locator('.cm-content').first().click()
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.insertText('[2, 3')
    await expect.poll(() => button(/^Send/).getAttribute('title')).toBe('numbers is not valid JSON')
    await checkScreen(screen, 'playground-form')
    await page.locator('.cm-content').first().click()
    await page.keyboard.press('ControlOrMeta+End')
    expect(await button(/^Send/).isDisabled()).toBe(true)
    await page.keyboard.insertText(']')
    await button(/^Send/).click()
    await expect.poll(async () => (await readState()).values['total']).toBe(13)
    await waitForIdle()
    const panel = page.getByRole('complementary', { name: 'This run' })
    await panel.getByText('13', { exact: true }).waitFor()
  })

  it('a breakpoint pauses the run before a node, and stays in the URL', async () => {
    await openChat('counting')
    await button(/^Breakpoints/).click()
    await page.getByRole('group', { name: 'Pause before' }).getByText('sum').click()
    await page.keyboard.press('Escape')
    await page.getByLabel('what').selectOption('add')
    await button(/^Send/).click()
    await shown(/sum comes next/).waitFor()
    expect(page.url()).toContain('pause_before=sum')
    expect(await readState()).toMatchObject({ next: ['sum'], values: { log: ['chose add', 'added'] } })
    await button('Continue').click()
    await expect
      .poll(async () => (await readState()).values['log'])
      .toEqual(['chose add', 'added', 'the total is 0'])
    await waitForIdle()
  })

  it('a page that is reloaded during a run continues its stream', async () => {
    project.hold()
    await openChat('chat')
    await say('before the reload')
    await shown('streaming').waitFor()
    await page.reload()
    await shown('before the reload').waitFor()
    await shown('streaming').waitFor()
    project.release()
    await shown('You said: before the reload').waitFor()
    await waitForIdle()
    expect(await readTexts()).toEqual(['before the reload', 'You said: before the reload'])
  })

  it('a restart of the service during a run is reported, and the stream continues', async () => {
    project.hold()
    await openChat('chat')
    await say('through a crash')
    await shown('streaming').waitFor()
    const { port } = heddle
    heddle.kill('SIGKILL')
    await heddle.exited
    await page.getByText(/^Connection lost\. The run continues/).waitFor()
    heddle = await startHeddle({ folder: project.folder, env: { PORT: String(port) } })
    await page.getByText(/^Connection lost\. The run continues/).waitFor({ state: 'detached' })
    project.release()
    await shown('You said: through a crash').waitFor()
    await waitForIdle()
    expect(await readTexts()).toEqual(['through a crash', 'You said: through a crash'])
    // The browser itself reports the requests that failed.
    expect(screen.takeProblems().filter((problem) => !/ERR_|status of 503/.test(problem))).toEqual([])
  })
})

/**
 * Texts from users, models and tools execute nothing in the console. Each resource carries every payload, and each screen that shows the
 * resource is opened. The first test shows that the payloads execute where text is inserted as HTML, so that the others can fail.
 */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { hasBrowser, openBrowser, type BrowserSession } from '../support/browser.js'
import { makeClient, type Client } from '../support/console-data.js'
import { callServer } from '../support/call-server.js'
import { openConsolePage, type ConsolePage } from './console-page.js'
import { makeProject } from '../support/graph-project.js'
import { startHeddle, type Heddle } from '../support/heddle-process.js'
import { XSS_PAYLOADS } from '../support/xss-payloads.js'

const ALL = XSS_PAYLOADS.join('\n\n')
const TABS = [/^Timeline/, /^Events/, /^State/, /^Input and output/]

/** Repeats the texts of its input in every place where a graph can put text. */
const HOSTILE_GRAPH = `
import { AIMessage, ToolMessage } from '@langchain/core/messages'
import { Annotation, END, interrupt, MessagesAnnotation, START, StateGraph } from '@langchain/langgraph'
const State = Annotation.Root({ ...MessagesAnnotation.spec, mode: Annotation(), texts: Annotation(), result: Annotation() })
const speak = ({ texts }) => ({
  messages: texts.flatMap((text, index) => {
    const id = 'call-' + index
    return [
      new AIMessage({ content: text, tool_calls: [{ id, name: text.slice(0, 60), args: { [text]: text } }] }),
      new ToolMessage({ content: text, tool_call_id: id, name: text.slice(0, 60) }),
    ]
  }),
  result: Object.fromEntries(texts.map((text) => [text, text])),
})
const act = ({ mode, texts }) => {
  if (mode === 'fail') throw new Error(texts.join(' '))
  if (mode === 'ask') return { result: interrupt({ question: texts[0], [texts[0]]: texts }) }
  if (mode === 'approve')
    return { result: interrupt([{
      action_request: { action: texts[0], args: { [texts[0]]: texts[0] } },
      config: { allow_accept: true, allow_edit: true, allow_respond: true, allow_ignore: true },
      description: texts.join('\\n\\n'),
    }]) }
  return {}
}
export const graph = new StateGraph(State)
  .addNode('speak', speak).addNode('act', act)
  .addEdge(START, 'speak').addEdge('speak', 'act').addEdge('act', END).compile()
`

let heddle: Heddle
let client: Client
let browser: BrowserSession
let screen: ConsolePage
let assistantId: string

/** Elements and attributes that no text may create. Links of the console lead to http addresses only. */
const findForeignElements = (): Promise<string[]> =>
  screen.page.evaluate(() => {
    const unsafe = 'iframe, object, embed, base, form[action], [srcdoc], main img, main audio, main video'
    const elements = [...document.querySelectorAll(unsafe)]
    const handlers = [...document.querySelectorAll('*')].filter((element) =>
      element.getAttributeNames().some((name) => name.startsWith('on')),
    )
    const links = [...document.links].filter(({ protocol }) => !/^https?:$/.test(protocol))
    return [...elements, ...handlers, ...links].map((element) => element.outerHTML.slice(0, 200))
  })

const expectHarmless = async (): Promise<void> => {
  expect(await findForeignElements()).toEqual([])
  expect(screen.takeProblems()).toEqual([])
}

/** The payload has to be on the screen, otherwise the check proves nothing. */
const open = async (path: string, shownText: string | RegExp): Promise<void> => {
  await screen.navigate(path)
  await screen.page.getByText(shownText).filter({ visible: true }).first().waitFor()
}

const startRun = async (mode: string, texts: readonly string[], fields: object = {}) => {
  const metadata = Object.fromEntries(texts.map((text) => [text.slice(0, 60), text]))
  const body = { assistant_id: assistantId, input: { mode, texts, messages: [] }, metadata, ...fields }
  return (await client.post('/api/v1/runs', body)).run_id
}

/** Resources whose names, texts and values are payloads. */
const createHostileResources = async (): Promise<void> => {
  const schedule = '0 9 * * *'
  for (const payload of XSS_PAYLOADS.slice(0, 8)) {
    const name = payload.slice(0, 60)
    const values = { [name]: payload }
    await client.post('/api/v1/api-keys', { name: payload })
    const { dataset_id } = await client.post('/api/v1/datasets', { name: payload, description: payload })
    const examples = [{ input: values, expected_output: values, tags: [name] }]
    await client.post(`/api/v1/datasets/${dataset_id}/examples`, { examples })
    await client.post('/runs/crons', { assistant_id: assistantId, schedule, input: values, metadata: values })
    const item = { namespace: [name.replaceAll('.', '')], key: payload, value: values }
    expect((await callServer(heddle, 'PUT', '/store/items', { body: item })).status).toBeLessThan(300)
  }
}

describe.skipIf(!hasBrowser)('texts from users, models and tools in the console', () => {
  let threadId: string
  const runs: Record<string, string> = {}

  beforeAll(async () => {
    const { env, folder } = makeProject({ hostile: HOSTILE_GRAPH })
    ;[heddle, browser] = await Promise.all([startHeddle({ folder, env }), openBrowser()])
    client = makeClient(heddle)
    screen = await openConsolePage(browser, heddle.url)
    for (const [index, name] of XSS_PAYLOADS.entries()) {
      const body = { name, description: name, graph_id: 'hostile', metadata: { [name.slice(0, 60)]: name } }
      const assistant = await client.post('/api/v1/assistants', body)
      if (index === 1) assistantId = assistant.assistant_id
      await client.post('/api/v1/threads', { metadata: { title: name, [name.slice(0, 60)]: name } })
    }
    for (const [index, payload] of XSS_PAYLOADS.entries()) {
      const view = { name: payload.slice(0, 100), screen: 'runs', query: `q=${String(index)}`, shared: true }
      await client.post('/api/v1/views', view)
      // The service refuses to call an address of this machine, so every delivery fails with a message that names the address.
      const url = `http://127.0.0.1:1/${payload.replaceAll(/\p{Cc}/gu, '')}`
      await client.post('/api/v1/webhooks', { url, events: ['run.failed'], description: payload })
    }
    await createHostileResources()
    threadId = (await client.post('/api/v1/threads', { metadata: { title: XSS_PAYLOADS[1] } })).thread_id
    runs['completed'] = await startRun('speak', XSS_PAYLOADS, { thread_id: threadId })
    runs['failed'] = await startRun('fail', XSS_PAYLOADS)
    runs['asking'] = await startRun('ask', XSS_PAYLOADS)
    runs['approval'] = await startRun('approve', XSS_PAYLOADS)
    await client.waitForStatus(runs['failed'], 'failed')
    // Receivers that fail are called less often, so the other runs fail after this one has been reported.
    await vi.waitFor(
      async () => {
        const webhooks = (await client.get('/api/v1/webhooks'))['data'] as { failures: number }[]
        expect(webhooks.some(({ failures }) => failures > 0)).toBe(true)
      },
      { timeout: 60_000, interval: 100 },
    )
    for (const payload of XSS_PAYLOADS) await startRun('fail', [payload])
    for (const name of ['asking', 'approval']) await client.waitForStatus(runs[name]!, 'requires_action')
    await client.waitForStatus(runs['completed'], 'completed')
  })
  afterAll(async () => {
    await Promise.all([browser.close(), heddle.stop()])
  })
  /** Drops what a page reports later. */
  const leaveConsole = async (): Promise<void> => {
    await screen.page.goto('about:blank')
    screen.takeProblems()
  }

  it('the payloads execute in a page that inserts them as HTML', async () => {
    await screen.page.goto('about:blank')
    for (const payload of XSS_PAYLOADS)
      await screen.page.evaluate((html) => {
        document.body.innerHTML = html
      }, payload)
    await screen.page.setContent(ALL)
    await expect
      .poll(() => screen.takeProblems().filter((problem) => problem.startsWith('dialog:')).length)
      .toBeGreaterThan(5)
    await leaveConsole()
  })

  // The page is loaded from these addresses, because the service and the console read them.
  it.each([
    ['Runs with a search', `/runs?q=${encodeURIComponent(XSS_PAYLOADS[1]!)}`],
    ['an unknown address', `/${encodeURIComponent(XSS_PAYLOADS[1]!)}`],
  ])('%s shows the payloads as text', async (_name, path) => {
    await screen.goto(path)
    await screen.page.getByRole('heading', { level: 1 }).first().waitFor()
    await expectHarmless()
  })

  it.each([
    ['Home', '', 'Failing now'],
    ['Runs', '/runs', XSS_PAYLOADS[1]!],
    ['Threads', '/threads', XSS_PAYLOADS[1]!],
    ['Assistants', '/assistants', 'alert('],
    ['Playground', '/chat', /./],
    ['Datasets', '/datasets', XSS_PAYLOADS[1]!],
    ['Schedules', '/schedules', 'alert('],
    ['Memory', '/memory', 'alert('],
    ['Webhooks', '/webhooks', 'alert('],
    ['API keys', '/settings/keys', XSS_PAYLOADS[1]!],
    ['Audit log', '/audit', 'alert('],
    ['Connect', '/connect', /./],
  ])('%s shows the payloads as text', async (_name, path, text) => {
    await open(path, text)
    await expectHarmless()
  })

  it.each(['completed', 'failed', 'asking', 'approval'])(
    'the tabs of the %s run show the payloads as text',
    async (name) => {
      const { page } = screen
      await screen.navigate(`/runs/${runs[name]!}?tab=timeline`)
      for (const tab of TABS) {
        await page.getByRole('tab', { name: tab }).click()
        // A very long error above the panel can leave no height for it.
        await page.getByRole('tabpanel', { name: tab }).waitFor({ state: 'attached' })
        await page.getByRole('status', { name: /^Loading/ }).waitFor({ state: 'detached' })
        // In one step, because a live page can replace the row between two.
        await page.evaluate(() =>
          [...document.querySelectorAll<HTMLElement>('[role=option]')].at(-1)?.click(),
        )
        await expectHarmless()
      }
    },
  )

  it.each(['asking', 'approval'])('the Inbox shows a run that is %s as text', async (name) => {
    await open(`/inbox?run=${runs[name]!}`, 'alert(')
    await expectHarmless()
  })

  it('the Playground shows replies, tool calls and tool results as text', async () => {
    await open(`/chat/${threadId}`, 'alert(2)')
    await expectHarmless()
  })

  it('the history of a thread shows its states as text', async () => {
    await open(`/threads/${threadId}`, 'alert(')
    await expectHarmless()
  })

  it('a dataset shows its examples as text', async () => {
    await open('/datasets', XSS_PAYLOADS[1]!)
    await screen.page.getByRole('link', { name: XSS_PAYLOADS[1]! }).click()
    await screen.page.waitForURL(/datasets\/[\w-]+/)
    await screen.page.getByText('alert(2)').filter({ visible: true }).first().waitFor()
    await expectHarmless()
  })

  it('an assistant shows its name and its versions as text', async () => {
    await open(`/assistants/${assistantId}`, XSS_PAYLOADS[1]!)
    await expectHarmless()
  })

  it('the graph of an assistant shows its name as text', async () => {
    await open(`/assistants/${assistantId}/graph`, XSS_PAYLOADS[1]!)
    await expectHarmless()
  })

  it('the names of views are text in tabs, menus and dialogs', async () => {
    const { page } = screen
    await open('/runs?q=1', XSS_PAYLOADS[1]!)
    await page.getByRole('button', { name: `Change the view ${XSS_PAYLOADS[1]!}` }).click()
    await page.getByRole('menuitem', { name: 'Rename or share' }).click()
    expect(await page.getByRole('dialog').getByLabel('Name').inputValue()).toBe(XSS_PAYLOADS[1])
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await page.getByText(`Saved the view ${XSS_PAYLOADS[1]!}`).waitFor()
    await expectHarmless()
  })

  it('the addresses of webhooks that fail are text', async () => {
    // The console keeps the traces of runs that have ended, and the deliveries follow the end of the run.
    await leaveConsole()
    await open('', /webhooks? failing/)
    const titles = await screen.page
      .getByText(/webhooks? failing/)
      .evaluateAll((elements) => elements.map((element) => element.closest<HTMLElement>('[title]')?.title))
    expect(titles.join()).toContain('127.0.0.1')
    await expectHarmless()
    // Deliveries are spans of the timeline of the run that they report.
    await open(`/runs/${runs['failed']!}`, 'run.failed')
    await screen.page
      .getByRole('option', { name: /run\.failed/ })
      .first()
      .click()
    await expectHarmless()
  })

  it('the command palette shows names as text', async () => {
    await open('/runs', XSS_PAYLOADS[1]!)
    await screen.page.keyboard.press('Control+k')
    await screen.page.getByRole('combobox').fill('alert')
    await screen.page.getByRole('option').first().waitFor()
    await expectHarmless()
  })

  describe('after which the service may refuse a request', () => {
    afterAll(leaveConsole)

    it.each(['status', 'assistant', 'since', 'q', 'error', 'meta.key', 'slow', 'attempts'])(
      'the filter %s of the address is text',
      async (name) => {
        await screen.goto(`/runs?${name}=${encodeURIComponent(ALL.slice(0, 1_500))}`)
        await screen.page.getByRole('search').waitFor()
        await screen.page.getByRole('status', { name: /^Loading/ }).waitFor({ state: 'detached' })
        expect(await findForeignElements()).toEqual([])
        // A filter with an impossible value is a 400, which the browser reports.
        expect(screen.takeProblems().filter((problem) => !problem.includes('status of 400'))).toEqual([])
      },
    )
  })
})

/** Every screen of the console in both themes and at two widths: accessible, without errors and without overflow. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasBrowser, openBrowser, type BrowserSession } from '../support/browser.js'
import { checkScreen } from './check-screen.js'
import { createConsoleData, makeClient, type ConsoleData } from '../support/console-data.js'
import { openConsolePage, type ConsolePage } from './console-page.js'
import { startHeddle, type Heddle } from '../support/heddle-process.js'

let heddle: Heddle
let browser: BrowserSession
let screen: ConsolePage

/** Opens a path, waits for a text that only the loaded screen shows, and checks the screen. */
const check = async (name: string, path: string, text: string | RegExp): Promise<void> => {
  await screen.navigate(path)
  await screen.page.getByText(text).filter({ visible: true }).first().waitFor()
  await checkScreen(screen, name)
}

describe.skipIf(!hasBrowser)('every screen of the console', () => {
  beforeAll(async () => {
    ;[heddle, browser] = await Promise.all([startHeddle({ args: ['start', '--allow-crash'] }), openBrowser()])
    screen = await openConsolePage(browser, heddle.url)
  })
  afterAll(async () => {
    await Promise.all([browser.close(), heddle.stop()])
  })

  describe('before the first run', () => {
    it('Home offers three ways to start', async () => {
      await check('home-empty', '', 'Crash it and watch it resume')
    })

    it.each([
      ['runs', '/runs', /./],
      ['inbox', '/inbox', 'Nothing waits for a person'],
      ['threads', '/threads', /./],
    ])('the empty screen %s explains itself', async (name, path, text) => {
      await check(`${name}-empty`, path, text)
    })
  })

  describe('with data', () => {
    let data: ConsoleData
    beforeAll(async () => {
      data = await createConsoleData(makeClient(heddle))
      // The names of assistants are kept for a minute.
      await screen.goto('')
    })

    it('Home shows figures', () => check('home', '', 'Slowest nodes'))
    it('Runs lists the runs', () => check('runs', '/runs', 'refund-desk'))
    it('Runs shows the runs of a filter', () => check('runs-filtered', '/runs?status=failed', 'order-sync'))

    it.each(['timeline', 'events', 'state', 'io'])('Run shows its tab %s', async (tab) => {
      await screen.navigate(`/runs/${data.runs.approved}?tab=${tab}`)
      await screen.page.getByRole('tabpanel').waitFor()
      await expect.poll(() => screen.page.title()).toContain('refund-desk')
      await checkScreen(screen, `run-${tab}`)
    })

    it('Run shows a failure', () => check('run-failed', `/runs/${data.runs.failed}`, 'fetch_order'))
    it('Run shows what it waits for', () => check('run-waiting', `/runs/${data.runs.waiting}`, 'approve'))
    it('Inbox shows an approval', () => check('inbox', '/inbox', 'reject'))
    it('Playground starts a conversation', () => check('playground', '/chat', /./))
    it('Playground shows a conversation', () =>
      check('playground-thread', `/chat/${data.threadId}`, 'What is 84.90 * 12 / 100?'))
    it('Threads lists the threads', () => check('threads', '/threads', 'Espresso machine'))
    it('Thread shows its history', () => check('thread', `/threads/${data.threadId}`, 'Espresso machine'))
    it('Assistants lists the assistants', () => check('assistants', '/assistants', /./))
    it('Assistant shows its configuration', () => check('assistant', `/assistants/${data.assistantId}`, /./))
    it('Graph shows the nodes', () => check('graph', `/assistants/${data.assistantId}/graph`, /./))
    it('an unknown address says so', async () => {
      await screen.goto('/nothing-here')
      await screen.page.getByText('There is no screen at this address').waitFor()
      await checkScreen(screen, 'not-found')
    })
  })
})

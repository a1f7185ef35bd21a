/** Requests that are copied in the console do the same as the console when they are executed. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { packageRoot } from '../../src/platform/package-root.js'
import { hasBrowser, openBrowser, type BrowserSession } from '../support/browser.js'
import { createConsoleData, makeClient, type Client, type ConsoleData } from '../support/console-data.js'
import { startHeddle, type Heddle } from '../support/heddle-process.js'
import { openConsolePage, type ConsolePage } from './console-page.js'

const execute = promisify(execFile)

let heddle: Heddle
let client: Client
let browser: BrowserSession
let screen: ConsolePage
let page: Page
let data: ConsoleData

/** The ids that the API returns for the filters, newest first. */
const listByApi = async (query: string): Promise<string[]> => {
  const { data: runs } = (await client.get(`/api/v1/runs?view=summary&${query}`)) as unknown as {
    data: { run_id: string }[]
  }
  return runs.map(({ run_id }) => run_id)
}

const copyFromMenu = async (item: string): Promise<string> => {
  await page.getByRole('button', { name: 'Copy as' }).click()
  await page.getByRole('menuitem', { name: item, exact: true }).click()
  await page
    .getByText(/^Copied /)
    .first()
    .waitFor()
  return page.evaluate(() => navigator.clipboard.readText())
}

describe.skipIf(!hasBrowser)('copying requests in the console', () => {
  beforeAll(async () => {
    ;[heddle, browser] = await Promise.all([startHeddle(), openBrowser()])
    client = makeClient(heddle)
    data = await createConsoleData(client)
    screen = await openConsolePage(browser, heddle.url, {
      permissions: ['clipboard-read', 'clipboard-write'],
    })
    page = screen.page
  })
  afterAll(async () => {
    await Promise.all([browser.close(), heddle.stop()])
  })
  afterEach(() => {
    expect(screen.takeProblems()).toEqual([])
  })

  it('the copied requests for the list return the list when they are executed', async () => {
    await screen.goto('/runs?status=failed,completed&q=o')
    const expected = await listByApi('status=failed,completed&q=o')
    const env = { PATH: process.env['PATH'], HEDDLE_API_KEY: '' }
    const curl = await copyFromMenu('curl')
    const { stdout: fromCurl } = await execute('sh', ['-c', curl.replace(/^curl/, 'curl -s')], { env })
    const readIds = (text: string) =>
      (JSON.parse(text) as { data: { run_id: string }[] }).data.map(({ run_id }) => run_id)
    expect(readIds(fromCurl)).toEqual(expected)

    const script = (await copyFromMenu('JavaScript, fetch')).replace(
      'console.log(await response.json())',
      'console.log(JSON.stringify(await response.json()))',
    )
    const { stdout } = await execute(process.execPath, ['--input-type=module', '-e', script], { env })
    expect(readIds(stdout)).toEqual(expected)
  })

  it('the copied requests of a run start the same run when they are executed', async () => {
    await screen.goto(`/runs/${data.runs.completed}`)
    const original = await client.get(`/api/v1/runs/${data.runs.completed}`)
    const env = { PATH: process.env['PATH'], HEDDLE_API_KEY: '' }
    const curl = await copyFromMenu('curl')
    const { stdout } = await execute('sh', ['-c', curl.replace(/^curl/, 'curl -s')], { env })
    const started = JSON.parse(stdout) as { run_id: string }
    expect(started).toMatchObject({ assistant_id: original.assistant_id, input: original['input'] })
    await client.waitForStatus(started.run_id, 'completed')

    const script = await copyFromMenu('JavaScript, LangGraph SDK')
    const before = await listByApi('')
    const result = await execute(process.execPath, ['--input-type=module', '-e', script], {
      env,
      cwd: packageRoot,
    })
    expect(result.stdout).toContain("event: 'updates'")
    const [newest] = await listByApi('')
    expect(before).not.toContain(newest)
    expect(await client.get(`/api/v1/runs/${newest!}`)).toMatchObject({
      assistant_id: original.assistant_id,
      status: 'completed',
    })
  })
})

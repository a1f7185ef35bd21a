/** Assistants in a real browser: create one, edit its graph and its configuration, compare versions, and make one current. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasBrowser, openBrowser, type BrowserSession } from '../support/browser.js'
import { makeClient, type Client } from '../support/console-data.js'
import { startHeddle, type Heddle } from '../support/heddle-process.js'
import { checkScreen } from './check-screen.js'
import { openConsolePage, replaceText, type ConsolePage } from './console-page.js'

const ADMIN = 'bootstrap-admin-key-1'

describe.skipIf(!hasBrowser)('the assistants screens', () => {
  let heddle: Heddle
  let browser: BrowserSession
  let screen: ConsolePage
  let page: Page
  let client: Client
  let path: string

  const signIn = async (target: ConsolePage, key: string, start: string): Promise<void> => {
    await target.goto(start)
    await target.page.getByLabel('API key').fill(key)
    await target.page.getByRole('button', { name: 'Sign in' }).click()
  }
  const read = () => client.get(`/api/v1${path}`)

  beforeAll(async () => {
    ;[heddle, browser] = await Promise.all([
      startHeddle({ env: { AUTH_ENABLED: 'true', API_KEYS: ADMIN } }),
      openBrowser(),
    ])
    client = makeClient(heddle, ADMIN)
    await client.post('/api/v1/governance/guardrails', {
      name: 'pii_guard',
      type: 'output_filter',
      config: { detect_patterns: ['email'], action: 'redact' },
    })
    screen = await openConsolePage(browser, heddle.url)
    page = screen.page
    await signIn(screen, ADMIN, '/assistants')
    await page.getByRole('heading', { name: 'Assistants', level: 1 }).waitFor()
    // The first request is refused, because nobody has signed in.
    expect(screen.takeProblems()).toEqual([expect.stringMatching(/status of 401 .*\/me$/)])
  })
  afterAll(async () => {
    await Promise.all([browser.close(), heddle.stop()])
  })

  it('a declarative graph is created and edited, with mistakes beside the field and in the drawing', async () => {
    await page.getByRole('button', { name: 'New assistant' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Create' }).click()
    await dialog.getByText('Enter a name').waitFor()
    await dialog.getByLabel('Name', { exact: true }).fill('refund-desk')
    await dialog.getByLabel('Graph').selectOption('declarative')
    await dialog.getByRole('button', { name: 'Create' }).click()
    await page.getByRole('heading', { name: 'Graph of refund-desk' }).waitFor()
    path = new URL(page.url()).pathname.replace('/console', '').replace('/edit', '')

    const drawing = page.getByRole('group', { name: 'Drawing of the graph' })
    await drawing.getByRole('button', { name: 'answer, llm' }).waitFor()
    await page.getByRole('button', { name: 'Add node' }).click()
    await page.getByRole('menuitem', { name: 'human' }).click()
    await drawing.getByRole('button', { name: 'human_1, human, has a mistake' }).waitFor()
    const save = page.getByRole('button', { name: 'Save as a new version' })
    expect(await save.isDisabled()).toBe(true)
    const node = page.getByRole('region', { name: 'Selected node' })
    const prompt = node.getByLabel('prompt')
    expect(await prompt.getAttribute('aria-invalid')).toBe('true')
    // The form accepts the text; only the service reads templates.
    await prompt.fill('Refund {{ input.message }?')
    await page.getByRole('list', { name: 'Mistakes' }).waitFor()
    await expect.poll(() => prompt.getAttribute('aria-invalid')).toBe('true')
    await checkScreen(screen, 'graph-editor')
    await prompt.fill('Refund {{ input.message }}?')
    await node.getByLabel('id').fill('approve')
    await drawing.getByRole('button', { name: 'approve, human', exact: true }).waitFor()
    await page.getByRole('status').getByText('valid').waitFor()

    await page.getByRole('button', { name: 'Define edges' }).click()
    await page.getByLabel('When, edge 2').fill('missing > 1')
    await expect.poll(() => page.getByLabel('When, edge 2').getAttribute('aria-invalid')).toBe('true')
    await page.getByLabel('When, edge 2').fill("input.message != ''")
    await page.getByRole('status').getByText('valid').waitFor()
    await save.click()
    await page.getByRole('region', { name: 'What changed' }).waitFor()
    expect((await read())['graph_schema']).toEqual({
      nodes: [
        { id: 'answer', type: 'llm', system: 'Be brief.' },
        { id: 'approve', type: 'human', prompt: 'Refund {{ input.message }}?' },
      ],
      edges: [
        { from: 'start', to: 'answer' },
        { from: 'answer', to: 'approve', when: "input.message != ''" },
      ],
    })
  })

  it('the configuration is changed in a form or as JSON, and each change is a version with its difference', async () => {
    const configuration = page.getByRole('region', { name: 'Configuration', exact: true })
    await configuration.getByLabel('temperature').fill('warm')
    await configuration.getByText('must be a number').waitFor()
    await configuration.getByLabel('temperature').fill('0.2')
    await configuration.getByLabel('instructions').fill('Be brief.\nSay sorry once.')
    await configuration.getByRole('button', { name: 'Save as a new version' }).click()
    const versions = page.getByRole('list', { name: 'Versions' })
    await versions.getByRole('button', { name: /^Version 3 ✓ Current/ }).waitFor()
    const changes = page.getByRole('region', { name: 'What changed' })
    await changes.getByText('Say sorry once.').waitFor()
    await changes.getByText('2 added, 0 removed', { exact: true }).waitFor()

    await configuration.getByRole('button', { name: 'JSON' }).click()
    const editor = configuration.getByRole('textbox', { name: 'Configuration and context' })
    await replaceText(editor, '{"config": {"guardrails": ["nobody"]}, "context": {}}')
    await configuration.getByRole('button', { name: 'Save as a new version' }).click()
    await configuration
      .getByRole('alert')
      .getByText(/nobody/)
      .waitFor()
    await replaceText(editor, '{"config": {"tools": ["calculator"], "temperature": 0.4}, "context": {}}')
    await configuration.getByRole('button', { name: 'Save as a new version' }).click()
    await versions.getByRole('button', { name: /^Version 4 ✓ Current/ }).waitFor()
    const rules = page.getByRole('region', { name: 'Tools and guardrails in force' })
    expect(await rules.getByRole('listitem').allTextContents()).toEqual([
      'calculatorbuilt inVersion 4',
      'pii_guardoutput_filter: redactTenant every run',
    ])
    // The browser reports the request that was rejected.
    expect(screen.takeProblems()).toEqual([expect.stringMatching(/status of 400 .*\/api\/v1\/assistants\//)])
    await checkScreen(screen, 'assistant-versions')
  })

  it('versions are compared, and an older one is made current again', async () => {
    await page.getByLabel('Version before').selectOption('2')
    const changes = page.getByRole('region', { name: 'What changed' })
    await changes.getByText('tools').waitFor()
    await page.getByRole('button', { name: 'Set as current: version 3' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Set as current' }).click()
    await page.getByRole('button', { name: /^Version 3 ✓ Current/ }).waitFor()
    expect((await read())['version']).toBe(3)
    await page.getByRole('link', { name: 'Open in playground' }).click()
    await page.waitForURL(/\/chat\?assistant=/)
  })

  it('a key without the scope write sees the assistant and nothing to change it', async () => {
    const { key } = await client.post('/api/v1/api-keys', { name: 'reader', scopes: ['read'] })
    const reader = await openConsolePage(browser, heddle.url)
    await signIn(reader, key, path)
    await reader.page.getByRole('region', { name: 'What changed' }).waitFor()
    const names = await reader.page.locator('main').getByRole('button').allTextContents()
    expect(names.filter((name) => /Set as current|Save|Delete|Rename|Edit|Discard/.test(name))).toEqual([])
    expect(await reader.page.getByRole('link', { name: 'Edit graph' }).count()).toBe(0)
    await reader.goto(`${path}/edit`)
    await reader.page.getByRole('heading', { name: 'Your key can only read' }).waitFor()
    await reader.close()
  })

  it('an assistant is deleted after a question', async () => {
    const { run_id } = await client.post('/api/v1/runs', {
      assistant_id: path.split('/').at(-1),
      input: { message: 'a broken lamp' },
    })
    await client.waitForStatus(run_id, 'requires_action')
    await screen.goto(path)
    await page.getByRole('definition').filter({ hasText: /^1$/ }).first().waitFor()
    await page.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete the assistant' }).click()
    await page.getByRole('heading', { name: 'Assistants', level: 1 }).waitFor()
    await expect.poll(() => page.getByRole('link', { name: 'refund-desk' }).count()).toBe(0)
    await checkScreen(screen, 'assistants-list')
  })
})

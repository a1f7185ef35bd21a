/** Runs the bundle of the client where only web standards exist. browser.test.ts runs it in a browser. */
import { createContext, runInContext } from 'node:vm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../support/app.js'
import { bundleClient, EXPECTED, makeSignedWebhook, runScenario } from '../support/client-scenario.js'

/** What every runtime with `fetch` has. A context has only the globals of the language otherwise. */
const WEB_GLOBALS = {
  AbortController,
  AbortSignal,
  Blob,
  Headers,
  Response,
  TextDecoder,
  TextEncoder,
  URL,
  URLSearchParams,
  atob,
  clearTimeout,
  crypto,
  fetch,
  setTimeout,
}

describe('the bundle of the client', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await startApp({ execute: true })
  })
  afterAll(() => app.stop())

  it('runs in a context that has only web globals', async () => {
    const context = createContext({ ...WEB_GLOBALS })
    runInContext(await bundleClient('iife'), context)
    const scenario = { url: await app.listen(), webhook: makeSignedWebhook() }
    const { heddle } = context as { heddle: Parameters<typeof runScenario>[0] }
    expect(await runScenario(heddle, scenario)).toEqual(EXPECTED)
  })
})

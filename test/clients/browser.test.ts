/** The bundle of the client in a real browser, in a page of another origin. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../support/app.js'
import { hasBrowser, openBrowser, type BrowserSession } from '../support/browser.js'
import { bundleClient, EXPECTED, makeSignedWebhook, runScenario } from '../support/client-scenario.js'

const servePage = async (): Promise<{ server: Server; url: string }> => {
  const bundle = await bundleClient('esm')
  const server = createServer((request, response) => {
    const isBundle = request.url === '/client.js'
    response.writeHead(200, { 'content-type': isBundle ? 'text/javascript' : 'text/html' })
    response.end(isBundle ? bundle : '<!doctype html>')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { server, url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/` }
}

describe.skipIf(!hasBrowser)('the client in a browser', () => {
  let app: TestApp
  let browser: BrowserSession
  let origin: Awaited<ReturnType<typeof servePage>>
  beforeAll(async () => {
    ;[app, browser, origin] = await Promise.all([startApp({ execute: true }), openBrowser(), servePage()])
  })
  afterAll(async () => {
    await Promise.all([browser.close(), app.stop()])
    origin.server.close()
  })

  it('streams, lists and verifies as in Node.js', async () => {
    const page = await browser.openPage()
    await page.goto(origin.url)
    const scenario = JSON.stringify({ url: await app.listen(), webhook: makeSignedWebhook() })
    const result = await page.evaluate(
      `import('/client.js').then((heddle) => (${runScenario.toString()})(heddle, ${scenario}))`,
    )
    expect(result).toEqual(EXPECTED)
  })
})

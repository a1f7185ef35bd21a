/** Runs the example with its own auth and routes on both servers, and compares the responses that each user gets. */
import { Client } from '@langchain/langgraph-sdk'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startApp, type TestApp } from '../support/app.js'
import { AUTH_EXAMPLE, startPeer, type Peer } from './peer.js'

let app: TestApp
let peer: Peer
let urls: string[]

beforeAll(async () => {
  const settings = {
    graphs: { notebook: './src/graph.ts:graph' },
    auth: { path: './src/auth.ts:auth' },
    http: { app: './src/app.ts:app' },
  }
  ;[peer, app] = await Promise.all([
    startPeer(AUTH_EXAMPLE, settings),
    startApp({ execute: true, project: AUTH_EXAMPLE }),
  ])
  urls = [peer.url, await app.listen()]
})
afterAll(() => Promise.all([peer.stop(), app.stop()]))

interface Values {
  reply: string
}

const getStatus = async (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'ok',
    (error: unknown) => /HTTP (\d+)/.exec((error as Error).message)?.[1] ?? String(error),
  )

/** The results of all calls. */
const callAsUsers = async (apiUrl: string): Promise<unknown[]> => {
  const as = (token: string) =>
    new Client({
      apiUrl,
      apiKey: null,
      defaultHeaders: { authorization: `Bearer ${token}` },
      callerOptions: { maxRetries: 0 },
    })
  const [ada, grace, guest, unknownUser] = [as('ada-token'), as('grace-token'), as('guest-token'), as('none')]
  const get = async (path: string, token = 'ada-token') => {
    const response = await fetch(`${apiUrl}${path}`, { headers: { authorization: `Bearer ${token}` } })
    const isAppRoute = path.startsWith('/hello')
    return [response.status, response.headers.get('x-notebook'), isAppRoute ? await response.text() : '']
  }
  const { thread_id, metadata } = await ada.threads.create({ metadata: { topic: 'tea' } })
  const wrote = (await ada.runs.wait(thread_id, 'notebook', {
    input: { note: 'Buy tea' },
  })) as unknown as Values
  const again: unknown[] = []
  for await (const { event, data } of ada.runs.stream(thread_id, 'notebook', {
    input: { note: 'Drink it' },
    streamMode: 'updates',
  }))
    if (event === 'updates') again.push(data)
  return [
    metadata,
    wrote,
    again,
    await get('/hello/you'),
    await get('/ok'),
    await get('/assistants/notebook'),
    (await ada.threads.search()).map((thread) => thread.metadata),
    (await grace.threads.search()).length,
    (await grace.threads.create()).metadata,
    await getStatus(grace.threads.get(thread_id)),
    await getStatus(grace.threads.getState(thread_id)),
    await getStatus(grace.threads.update(thread_id, { metadata: { stolen: true } })),
    await getStatus(grace.threads.delete(thread_id)),
    await getStatus(grace.runs.list(thread_id)),
    await getStatus(guest.runs.wait(null, 'notebook', { input: { note: 'x' } })),
    await getStatus(ada.assistants.create({ graphId: 'notebook' })),
    await getStatus(unknownUser.threads.search()),
    (await ada.threads.getState<Values>(thread_id)).values,
  ]
}

it('both servers give every user the same responses', async () => {
  const [theirs, ours] = await Promise.all(urls.map(callAsUsers))
  const withoutIds = (results: unknown): unknown =>
    JSON.parse(JSON.stringify(results).replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '#'))
  expect(withoutIds(ours)).toEqual(withoutIds(theirs))
  expect(ours?.[1]).toMatchObject({ reply: 'Ada, this is your note number 1: Buy tea' })
})

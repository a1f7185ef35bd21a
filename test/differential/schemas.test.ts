/**
 * Compares the schemas of graphs and subgraphs with those of LangGraph.js's development server (the peer). Both need
 * several seconds for each graph whose types they read, so there are only four of them.
 */
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { packageRoot } from '../../src/platform/package-root.js'
import { readProject } from '../../src/project/read-project.js'
import { startApp, type TestApp } from '../support/app.js'
import { startPeer, type Peer } from './peer.js'
import { isPeerLive, openPeerRecording } from './recording.js'

const PROJECT = join(packageRoot, 'test/projects/schemas')
const TIMEOUT_MS = 400_000

let app: TestApp
let peer: Peer | undefined
let ourUrl: string

const recording = openPeerRecording<unknown>('schemas')

beforeAll(async () => {
  const { graphs } = readProject(join(PROJECT, 'langgraph.json'))!
  if (isPeerLive)
    peer = await startPeer(PROJECT, { graphs }, { LANGGRAPH_SCHEMA_RESOLVE_TIMEOUT_MS: String(TIMEOUT_MS) })
  app = await startApp({ execute: true, project: PROJECT })
  ourUrl = await app.listen()
}, TIMEOUT_MS)
afterAll(async () => {
  await Promise.all([peer?.stop(), app.stop()])
})

const findAssistant = async (url: string, graph_id: string): Promise<string> => {
  const response = await fetch(`${url}/assistants/search`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ graph_id }),
  })
  const [assistant] = (await response.json()) as { assistant_id: string }[]
  return assistant!.assistant_id
}

const getJson = async (url: string, graphId: string, path: string): Promise<unknown> => {
  const response = await fetch(`${url}/assistants/${await findAssistant(url, graphId)}/${path}`)
  expect(response.status).toBe(200)
  return response.json()
}

/** The peer lists symbols as keys, with a number that is different in each extraction. We omit them. */
const withoutSymbolKeys = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (key, child: unknown) => (key.startsWith('__@') ? undefined : child)))

/** While an extraction takes too long, for example on a busy machine, schemas have only the names of the channels. */
const hasTypes = (schemas: unknown): boolean => JSON.stringify(schemas).includes('"$schema"')

const compare = async (graphId: string, path: string): Promise<void> => {
  const theirs = await recording.get(`${graphId}/${path}`, async () =>
    withoutSymbolKeys(await getJson(peer!.url, graphId, path)),
  )
  let ours = await getJson(ourUrl, graphId, path)
  while (!hasTypes(ours)) ours = await getJson(ourUrl, graphId, path)
  expect(ours).toEqual(theirs)
}

const GRAPHS = ['annotation', 'factory', 'zod3', 'zod4', 'registered', 'context', 'state_schema']

describe('both servers give the same schemas', () => {
  it.each(GRAPHS)('of the graph %s', { timeout: TIMEOUT_MS }, (graphId) => compare(graphId, 'schemas'))

  it(
    'of subgraphs, nested, imported, called by a node and declared with zod',
    { timeout: TIMEOUT_MS },
    async () => {
      await compare('subgraphs', 'subgraphs?recurse=true')
      await compare('subgraphs', 'subgraphs')
      await compare('subgraphs', 'subgraphs/middle?recurse=true')
    },
  )
})

it('a graph in JavaScript has the names of its channels as schemas, where the other server fails', async () => {
  expect(await getJson(ourUrl, 'plain', 'schemas')).toEqual({
    graph_id: 'plain',
    ...Object.fromEntries(
      ['input_schema', 'output_schema', 'state_schema'].map((name) => [
        name,
        { type: 'object', properties: { name: {}, messages: { type: 'array' } } },
      ]),
    ),
  })
})

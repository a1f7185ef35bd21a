/** `http.disable_…` of a langgraph.json, over HTTP. */
import { writeFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startApp, type TestApp } from '../support/app.js'
import { makeProject } from '../support/graph-project.js'

const GRAPH = `
import { Annotation, START, StateGraph } from '@langchain/langgraph'
export const graph = new StateGraph(Annotation.Root({ n: Annotation() })).addNode('n', () => ({ n: 1 })).addEdge(START, 'n').compile()
`
const project = makeProject({ counter: GRAPH })
const configure = (http: object) => {
  const settings = { graphs: { counter: './counter.mjs:graph' }, http }
  writeFileSync(project.env.LANGGRAPH_JSON, JSON.stringify(settings))
}

let app: TestApp
let url: string
beforeAll(async () => {
  configure({ disable_mcp: true, disable_runs: true })
  app = await startApp({ project: project.folder })
  url = await app.listen()
})
afterAll(() => app.stop())

const headers = { accept: 'application/json, text/event-stream', 'content-type': 'application/json' }
const call = async (method: string, path: string, rpcMethod?: string): Promise<number> => {
  const body = rpcMethod && JSON.stringify({ jsonrpc: '2.0', id: 1, method: rpcMethod })
  return (await fetch(url + path, { method, headers, ...(body && { body }) })).status
}
const callAll = async () => ({
  mcp: [await call('POST', '/mcp', 'tools/list'), await call('GET', '/mcp/')],
  a2a: [
    await call('POST', '/a2a/counter', 'tasks/get'),
    await call('GET', '/a2a/counter/.well-known/agent-card.json'),
    await call('GET', '/.well-known/agent-card.json?assistant_id=counter'),
  ],
  crons: await call('POST', '/runs/crons/search'),
  native: [await call('GET', '/api/v1/assistants'), await call('GET', '/runs')],
})

it('disabled routes of LangGraph, MCP and A2A respond with 404, and the native API is not affected', async () => {
  expect(await callAll()).toEqual({
    mcp: [404, 404],
    a2a: [200, 200, 200],
    crons: 404,
    native: [200, 200],
  })
  configure({ disable_a2a: true })
  await app.reload()
  expect(await callAll()).toEqual({
    mcp: [200, 405],
    a2a: [404, 404, 404],
    crons: 200,
    native: [200, 200],
  })
})

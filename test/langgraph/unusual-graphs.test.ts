import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../support/app.js'
import { makeProject } from '../support/graph-project.js'

const toGraphSource = (code: string) => `
import { Annotation, START, StateGraph } from '@langchain/langgraph'
const State = Annotation.Root({ value: Annotation() })
const act = async (_, config) => { ${code} }
export const graph = new StateGraph(State).addNode('act', act).addEdge(START, 'act').compile()
`

/** What a node throws, and the expected error message. */
const THROWING: Record<string, [code: string, text: RegExp]> = {
  nothing: ['throw undefined', /^The graph threw undefined, which is not an Error$/],
  text: ["throw 'only a text'", /^The graph threw string 'only a text', which is not an Error$/],
  object: ['throw { a: 1 }', /^The graph threw {"a":1}$/],
  silent: ['throw new Error()', /^The graph threw an error without a message$/],
  getter: [
    "throw Object.defineProperty(new Error(), 'message', { get() { throw new Error('look elsewhere') } })",
    /^look elsewhere$/,
  ],
  huge: ["throw new Error('x'.repeat(5_000_000))", /^x{20000}… \(4980000 more characters\)$/],
  unreadable: ["return { value: { get a() { throw new Error('not to be read') } } }", /^not to be read$/],
  number: ['return 7', /received number/],
}

/** What a node writes to the state, and how the API shows it. */
const UNUSUAL_STATES: Record<string, [code: string, shown: unknown]> = {
  circular: ['const value = { a: 1 }; value.self = value; return { value }', { a: 1, self: '[Circular]' }],
  mixed: ['return { value: [() => 1, 7n, new Date(NaN), Symbol()] }', [null, '7', null, null]],
  configurable: [
    'return { value: config.configurable }',
    expect.objectContaining({ graph_id: 'configurable' }),
  ],
  config: ['return { value: config }', expect.objectContaining({ recursionLimit: 25 })],
}

let app: TestApp

beforeAll(async () => {
  const graphs = Object.entries({ ...THROWING, ...UNUSUAL_STATES })
  const { folder } = makeProject(Object.fromEntries(graphs.map(([id, [code]]) => [id, toGraphSource(code)])))
  app = await startApp({ execute: true, project: folder })
})
afterAll(() => app.stop())

const MODES = ['values', 'updates', 'tasks', 'debug', 'checkpoints', 'custom', 'events']
const toRun = (assistant_id: string) => ({ assistant_id, input: { value: 1 }, stream_mode: MODES })

/** The last event. The run has only one attempt, because the executor thread survives. */
const readLastEvent = async (id: string): Promise<{ event: string; data: unknown }> => {
  const { text } = await app.post('/runs/stream', toRun(id))
  expect(text).not.toContain('max_attempts_exceeded')
  const [, event = '', data = 'null'] = [...text.matchAll(/event: (\S+)\ndata: (.*)\n/g)].at(-1) ?? []
  return { event, data: JSON.parse(data) as unknown }
}

describe('graphs that throw unusual values', () => {
  it.each(Object.entries(THROWING))('a graph that throws (%s) fails with a message', async (id, [, text]) => {
    const message = expect.stringMatching(text) as string
    expect(await readLastEvent(id)).toMatchObject({ event: 'error', data: { message } })
    const { body } = await app.post('/runs/wait', toRun(id))
    expect(body).toMatchObject({ __error__: { error: expect.any(String), message } })
  })
})

describe('graphs with unusual states', () => {
  it.each(Object.entries(UNUSUAL_STATES))(
    'a graph with an unusual state (%s) completes, and the state is shown',
    async (id, [, expected]) => {
      expect((await readLastEvent(id)).event).not.toBe('error')
      const { thread_id } = (await app.post('/threads')).body as { thread_id: string }
      expect((await app.post(`/threads/${thread_id}/runs/wait`, toRun(id))).body).toEqual({ value: expected })
      expect((await app.get(`/threads/${thread_id}/state`)).status).toBe(200)
    },
  )
})

import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { builtInAssistantId } from '../../src/domain/built-in-graph.js'
import { packageRoot } from '../../src/platform/package-root.js'
import { readProject } from '../../src/project/read-project.js'
import { startApp, type TestApp } from '../support/app.js'
import { makeProject } from '../support/graph-project.js'
import { readRunEvents, executeRun, createAssistant, waitForRun } from '../support/runs.js'

const project = join(packageRoot, 'test/engine/project')

describe('graphs of a project', () => {
  let app: TestApp
  const folder = mkdtempSync(join(tmpdir(), 'heddle-project-'))
  beforeAll(async () => {
    app = await startApp({ execute: true, project })
  })
  afterAll(async () => {
    await app.stop()
    rmSync(folder, { recursive: true })
  })

  it('each graph of a project has an assistant, and other assistants may use the graph too', async () => {
    expect((await app.get('/info')).body.graphs).toEqual(expect.arrayContaining(['echo', 'typed', 'asks']))
    const { body } = await app.get(`/api/v1/assistants/${builtInAssistantId('echo')}`)
    expect(body).toMatchObject({ graph_id: 'echo', name: 'echo' })
    const assistant_id = await createAssistant(app, { graph_id: 'echo' })
    const run = await executeRun(app, { assistant_id, input: { text: 'hello' } })
    expect(run.output).toEqual({ text: 'hello', reply: 'you said hello' })
  })

  it('a graph may be TypeScript, and an uncompiled graph is compiled when it is loaded', async () => {
    const run = await executeRun(app, { assistant_id: builtInAssistantId('typed'), input: { message: 'hi' } })
    expect(run.output.response).toBe('loud: HI! (1)')
    expect(
      (await readRunEvents(app, run.run_id)).find(({ type }) => type === 'node.started')?.data,
    ).toMatchObject({
      node_id: 'answer',
      node_type: 'node',
    })
  })

  it('a node may be interrupted several times: finished nodes do not run again, and each interrupt gets its own resume value', async () => {
    const effects = join(folder, 'asks')
    const waiting = await executeRun(app, { assistant_id: builtInAssistantId('asks'), input: { effects } })
    expect(waiting).toMatchObject({
      status: 'requires_action',
      required_action: { type: 'human_input', interrupts: [{ value: 'What is your name?' }] },
    })
    const url = `/api/v1/runs/${waiting.run_id}/resume`
    expect(
      (
        await app.post(`/api/v1/runs/${waiting.run_id}/submit_tool_outputs`, {
          tool_outputs: [{ tool_call_id: 'x', output: 1 }],
        })
      ).status,
    ).toBe(409)
    expect((await app.post(url, { inputs: { otherApp: 'x' } })).status).toBe(400)
    expect((await app.post(url, { input: 'Ada' })).body.status).toBe('queued')
    const waitingAgain = await waitForRun(app, waiting.run_id, ['requires_action', 'completed', 'failed'])
    expect(waitingAgain.required_action).toMatchObject({
      type: 'human_input',
      interrupts: [{ value: { question: 'And what do you want?', name: 'Ada' } }],
    })
    const [{ id }] = waitingAgain.required_action.interrupts
    await app.post(url, { inputs: { [id as string]: 'peace' } })
    const run = await waitForRun(app, waiting.run_id, ['completed', 'failed'])
    expect(run.output).toMatchObject({ name: 'Ada', answer: 'peace' })
    expect(readFileSync(effects, 'utf8')).toBe('before\n')
    expect((await app.post(url, { input: 'more' })).status).toBe(409)
  })

  it.each(['talk', 'outer', 'functional'])(
    'each token of a model is emitted once, however often the graph %s is loaded',
    async (graph_id) => {
      // Each config is a separate cache entry for the service, but the same graph object in the project.
      for (const round of [1, 2, 3]) {
        const assistant_id = await createAssistant(app, { graph_id, config: { configurable: { round } } })
        const run = await executeRun(app, { assistant_id, input: { message: 'hi', text: 'hi' } })
        expect(run, JSON.stringify(run.error)).toMatchObject({ status: 'completed', usage: { calls: 1 } })
        const tokens = (await readRunEvents(app, run.run_id)).filter(({ type }) => type === 'llm.token')
        expect(tokens.map(({ data }) => data.token).join('')).toBe('one two three')
      }
    },
  )

  it('a nested graph reads its own checkpoints right after they were written', async () => {
    const run = await executeRun(app, { assistant_id: builtInAssistantId('nested'), input: {} })
    expect(run).toMatchObject({ status: 'completed', output: { results: [1, 2, 3, 4] } })
  })

  it('a project may have no module type, path aliases, and a mix of TypeScript, ES modules and CommonJS', async () => {
    const { folder: mixedFolder } = makeProject({
      mixed: 'export { graph } from "./typed.ts"',
      promised: 'export const graph = import("./typed.ts").then(({ graph }) => graph)',
    })
    const graphs = {
      mixed: './mixed.mjs:graph',
      promised: './promised.mjs:graph',
      typed: './typed.ts:graph',
      required: './required.cjs:graph',
    }
    writeFileSync(join(mixedFolder, 'langgraph.json'), JSON.stringify({ graphs }))
    const compilerOptions = { paths: { '@parts/*': ['./*'] } }
    writeFileSync(join(mixedFolder, 'tsconfig.json'), JSON.stringify({ compilerOptions }))
    writeFileSync(join(mixedFolder, 'required.cjs'), 'exports.graph = require("./typed").graph')
    const typed = readFileSync(join(project, 'typed.ts'), 'utf8').replace("'./shout.js'", "'@parts/shout'")
    expect(typed).toContain('@parts')
    writeFileSync(join(mixedFolder, 'typed.ts'), typed)
    cpSync(join(project, 'shout.ts'), join(mixedFolder, 'shout.ts'))
    const otherApp = await startApp({ execute: true, project: mixedFolder })
    for (const graph_id of Object.keys(graphs)) {
      const assistant_id = builtInAssistantId(graph_id)
      const run = await executeRun(otherApp, { assistant_id, input: { message: 'hi' } })
      expect(run.output?.response, JSON.stringify(run.error)).toBe('loud: HI! (1)')
    }
    await otherApp.stop()
  })

  it('graphs see the environment variables that langgraph.json sets', async () => {
    const run = await executeRun(app, { assistant_id: builtInAssistantId('environment'), input: {} })
    expect(run.output.reply).toBe('yes')
  })

  it('an assistant with an unknown graph is refused, and the response lists the known graphs', async () => {
    const { status, body } = await app.post('/api/v1/assistants', { graph_id: 'other' })
    expect(status).toBe(400)
    expect(body.details.graph_id).toContain('echo')
  })

  it('a reload executes the changed code, and a graph that cannot be loaded fails its runs with the reason', async () => {
    const copy = join(folder, 'copy')
    cpSync(project, copy, { recursive: true })
    symlinkSync(join(packageRoot, 'node_modules'), join(copy, 'node_modules'))
    const graphs = { typed: './typed.ts:graph', missing: './missing.js:graph', nothing: './echo.js:nothing' }
    writeFileSync(join(copy, 'langgraph.json'), JSON.stringify({ graphs }))
    const changing = await startApp({ execute: true, project: copy, isDevelopment: true })
    const runTyped = async () =>
      (await executeRun(changing, { assistant_id: builtInAssistantId('typed'), input: { message: 'hi' } }))
        .output.response
    expect(await runTyped()).toBe('loud: HI! (1)')
    const missing = await executeRun(changing, { assistant_id: builtInAssistantId('missing'), input: {} })
    expect(missing).toMatchObject({ status: 'failed', error: { code: 'graph_error' } })
    expect(missing.error.message).toContain('./missing.js')
    const nothing = await executeRun(changing, { assistant_id: builtInAssistantId('nothing'), input: {} })
    expect(nothing.error.message).toContain('exports no nothing')
    writeFileSync(join(copy, 'shout.ts'), 'export const shout = (text: string): string => `<${text}>`\n')
    await changing.reload()
    expect(await runTyped()).toBe('loud: <hi> (1)')
    await changing.stop()
  })
})

describe('a langgraph.json', () => {
  const folder = mkdtempSync(join(tmpdir(), 'heddle-json-'))
  afterAll(() => {
    rmSync(folder, { recursive: true })
  })
  const readConfig = (text: string) => {
    writeFileSync(join(folder, 'langgraph.json'), text)
    return readProject(join(folder, 'langgraph.json'))
  }

  it('langgraph.json defines the graphs and the environment of the project', () => {
    expect(readProject(join(project, 'langgraph.json'))).toMatchObject({
      folder: project,
      graphs: { echo: './echo.js:graph', asks: './asks.ts:makeGraph' },
      env: { FROM_PROJECT: 'yes' },
    })
    writeFileSync(join(folder, '.env'), 'A=1\n')
    expect(readConfig('{"graphs": {"a": "./a.js"}, "env": ".env"}')?.env).toEqual({ A: '1' })
  })

  it('the path of a project may be its folder, as in the LangGraph CLI', () => {
    expect(readProject(project)).toEqual(readProject(join(project, 'langgraph.json')))
  })

  it('readProject returns null if langgraph.json does not exist', () => {
    expect(readProject(join(folder, 'none.json'))).toBeNull()
  })

  it.each([
    ['{', 'is not valid JSON'],
    ['{}', 'requires "graphs"'],
    ['{"graphs": {"a": 7}}', 'graphs.a must be'],
    ['{"graphs": {"a": "./a.js"}, "env": "."}', 'cannot be read'],
  ])('a langgraph.json with the content %s is refused with the reason', (text, problem) => {
    expect(() => readConfig(text)).toThrow(problem)
  })
})

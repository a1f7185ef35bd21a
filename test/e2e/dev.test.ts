/** `heddle dev` in a LangGraph.js project. */
import { cpSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { builtInAssistantId } from '../../src/domain/built-in-graph.js'
import { packageRoot } from '../../src/platform/package-root.js'
import { callServer } from '../support/call-server.js'
import { makeTempFolder, startHeddle, type Heddle } from '../support/heddle-process.js'
import { parseFrames } from '../support/runs.js'

const runGraph = async (heddle: Heddle, graph: string, input: object) => {
  const body = { assistant_id: builtInAssistantId(graph), input }
  const created = await callServer(heddle, 'POST', '/api/v1/runs', { body })
  const stream = await fetch(`${heddle.url}/api/v1/stream?run_id=${created.body.run_id}`)
  return parseFrames(await stream.text()).at(-1)?.data
}

describe('heddle dev', () => {
  it('heddle dev runs the graphs of its folder and reloads them when they change', async () => {
    const folder = makeTempFolder()
    cpSync(join(packageRoot, 'test/engine/project'), folder, { recursive: true })
    symlinkSync(join(packageRoot, 'node_modules'), join(folder, 'node_modules'))
    const heddle = await startHeddle({ folder, args: ['dev'] })
    expect(heddle.output()).toMatch(/Graphs +echo, environment, typed/)
    expect((await runGraph(heddle, 'echo', { text: 'hi' })).output.reply).toBe('you said hi')

    const waitForReloads = async (times: number) => {
      while (heddle.output().split('Graphs reloaded').length <= times)
        await new Promise((resolve) => setTimeout(resolve, 20))
    }
    const code = "import { Annotation, END, START, StateGraph } from '@langchain/langgraph'\n"
    const graph = (reply: string) => `${code}
      export const graph = new StateGraph(Annotation.Root({ text: Annotation(), reply: Annotation() }))
        .addNode('n', ({ text }) => ({ reply: ${reply} })).addEdge(START, 'n').addEdge('n', END).compile()`
    writeFileSync(join(folder, 'echo.js'), graph('`changed: ${text}`'))
    await waitForReloads(1)
    expect((await runGraph(heddle, 'echo', { text: 'hi' })).output.reply).toBe('changed: hi')

    writeFileSync(join(folder, 'echo.js'), 'this is not JavaScript')
    await waitForReloads(2)
    expect(await runGraph(heddle, 'echo', { text: 'hi' })).toMatchObject({ type: 'run.failed' })

    writeFileSync(join(folder, 'added.js'), graph("'added'"))
    writeFileSync(join(folder, 'langgraph.json'), '{"graphs": {"added": "./added.js:graph"}}')
    await waitForReloads(3)
    expect((await runGraph(heddle, 'added', { text: 'hi' })).output.reply).toBe('added')
    await heddle.stop()
  })
})

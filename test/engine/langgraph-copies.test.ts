/** Node.js loads LangGraph once for `import` and once for `require`. A graph gets objects of the copy that created it. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { builtInAssistantId } from '../../src/domain/built-in-graph.js'
import { startApp } from '../support/app.js'
import { makeProject } from '../support/graph-project.js'
import { executeRun, waitForRun } from '../support/runs.js'

const NAMES = '{ Annotation, END, START, StateGraph, interrupt }'

/** The last node starts after a resume, so its state was read from a checkpoint. */
const BODY = `
const State = Annotation.Root({ message: Annotation(), isOwnClass: Annotation(), hasRequired: Annotation() })
const graph = new StateGraph(State)
  .addNode('start', () => ({ message: new HumanMessage('hello') }))
  .addNode('ask', () => { interrupt('continue?') })
  .addNode('check', ({ message }) => ({
    isOwnClass: message instanceof HumanMessage,
    hasRequired: Object.keys(createRequire('/').cache).some((file) => file.includes('/@langchain/')),
  }))
  .addEdge(START, 'start')
  .addEdge('start', 'ask')
  .addEdge('ask', 'check')
  .addEdge('check', END)
  .compile()
`

const SOURCES = {
  mjs: `
    import { createRequire } from 'node:module'
    import { HumanMessage } from '@langchain/core/messages'
    import ${NAMES} from '@langchain/langgraph'
    ${BODY}
    export { graph }`,
  cjs: `
    const { createRequire } = require('node:module')
    const { HumanMessage } = require('@langchain/core/messages')
    const ${NAMES} = require('@langchain/langgraph')
    ${BODY}
    exports.graph = graph`,
}

it.each([
  { file: 'graph.mjs', source: SOURCES.mjs, hasRequired: false },
  { file: 'graph.cjs', source: SOURCES.cjs, hasRequired: true },
])(
  '$file reads messages of its own copy, and no other copy is loaded',
  async ({ file, source, hasRequired }) => {
    const { folder } = makeProject({})
    writeFileSync(join(folder, file), source)
    writeFileSync(join(folder, 'langgraph.json'), JSON.stringify({ graphs: { copy: `./${file}:graph` } }))
    const app = await startApp({ execute: true, project: folder })
    const { run_id, status } = await executeRun(app, { assistant_id: builtInAssistantId('copy'), input: {} })
    expect(status).toBe('requires_action')
    await app.post(`/api/v1/runs/${run_id}/resume`, { input: 'yes' })
    const { output } = await waitForRun(app, run_id, ['completed', 'failed'])
    expect(output).toMatchObject({ isOwnClass: true, hasRequired })
    await app.stop()
  },
)

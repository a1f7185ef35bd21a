import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { loadCodeGraph } from '../../src/engine/graphs/code-graph.js'
import { makeTempFolder } from '../support/heddle-process.js'

const UPGRADE = 'Run: npm install @langchain/langgraph@latest @langchain/core@latest'

const makeProject = (files: Record<string, string>) => {
  const folder = makeTempFolder()
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
  return { folder, graphs: { chat: './graph.mjs:graph' } }
}

it('a graph of a version that is too old is refused before its code runs', async () => {
  const project = makeProject({
    'graph.mjs': 'throw new Error("the code ran")',
    'node_modules/@langchain/langgraph/package.json': '{ "version": "0.2.40" }',
  })
  await expect(loadCodeGraph(project, 'chat')).rejects.toThrow(
    `graph chat uses @langchain/langgraph 0.2.40, but Heddle requires 0.2.74 or later. ${UPGRADE}`,
  )
})

it('a graph that cannot be imported because packages do not fit together names their versions', async () => {
  const peers = { '@langchain/core': '^1.0.1' }
  const project = makeProject({
    'graph.mjs': "import '@langchain/core/missing'",
    'node_modules/@langchain/langgraph/package.json': JSON.stringify({
      version: '1.0.15',
      peerDependencies: peers,
    }),
    'node_modules/@langchain/core/package.json':
      '{ "version": "0.3.80", "exports": { "./package.json": "./package.json" } }',
  })
  await expect(loadCodeGraph(project, 'chat')).rejects.toThrow(
    `@langchain/langgraph 1.0.15 requires @langchain/core ^1.0.1, but 0.3.80 is installed. ${UPGRADE}`,
  )
})

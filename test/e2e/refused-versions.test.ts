import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { makeTempFolder, runHeddle } from '../support/heddle-process.js'

const FIX = 'npm install @langchain/langgraph@latest @langchain/core@latest'

it('the start is refused if the versions of a project are too old or do not fit together', async () => {
  const folder = makeTempFolder()
  const write = (name: string, content: unknown): void => {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content))
  }
  write('langgraph.json', { graphs: { old: './old/graph.mjs:graph', mixed: './mixed/graph.mjs:graph' } })
  write('old/graph.mjs', 'throw new Error("the code of the graph ran")')
  write('old/node_modules/@langchain/langgraph/package.json', { version: '0.2.40' })
  write('mixed/graph.mjs', "import '@langchain/core/missing'")
  const peerDependencies = { '@langchain/core': '^1.0.1' }
  write('mixed/node_modules/@langchain/langgraph/package.json', { version: '1.0.15', peerDependencies })
  const exports = { './package.json': './package.json' }
  write('mixed/node_modules/@langchain/core/package.json', { version: '0.3.80', exports })
  const { code, stdout, stderr } = await runHeddle(['start'], { folder })
  const output = stdout + stderr
  expect(code, output).toBe(1)
  expect(output).toContain('@langchain/langgraph 0.2.40 is installed, but Heddle requires 0.2.74 or later')
  expect(output).toContain(
    '@langchain/langgraph 1.0.15 requires @langchain/core ^1.0.1, but 0.3.80 is installed',
  )
  expect(output).toContain(FIX)
  expect(output).not.toContain('the code of the graph ran')
})

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { checkLangGraphVersion, describeVersionMismatch } from './check-version.js'

const folders: string[] = []
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true })
})

/** Returns the path of a graph file beside a node_modules with these packages. */
const install = (packages: Record<string, { version: string; core?: string }>): string => {
  const folder = mkdtempSync(join(tmpdir(), 'heddle-versions-'))
  folders.push(folder)
  for (const [name, { version, core }] of Object.entries(packages)) {
    const path = join(folder, 'node_modules/@langchain', name, 'package.json')
    mkdirSync(dirname(path), { recursive: true })
    const peers = core === undefined ? {} : { peerDependencies: { '@langchain/core': core } }
    writeFileSync(path, JSON.stringify({ version, ...peers }))
  }
  return join(folder, 'graph.ts')
}

it.each(['0.2.74', '0.3.12', '1.0.0-alpha.1', '1.4.18', '2.0.0'])('LangGraph %s is accepted', (version) => {
  expect(() => checkLangGraphVersion(install({ langgraph: { version } }))).not.toThrow()
})

it.each(['0.0.34', '0.1.9', '0.2.73'])('LangGraph %s is refused with the way to upgrade', (version) => {
  expect(() => checkLangGraphVersion(install({ langgraph: { version } }))).toThrow(
    `@langchain/langgraph ${version} is installed, but Heddle requires 0.2.74 or later; ` +
      'run: npm install @langchain/langgraph@latest @langchain/core@latest',
  )
})

it('a project without LangGraph is left to the error of its import', () => {
  expect(() => checkLangGraphVersion(install({}))).not.toThrow()
  expect(describeVersionMismatch(install({}))).toBeUndefined()
})

it('a version of LangChain that LangGraph does not accept is named', () => {
  const file = install({ langgraph: { version: '1.0.15', core: '^1.0.1' }, core: { version: '0.3.80' } })
  expect(describeVersionMismatch(file)).toBe(
    '@langchain/langgraph 1.0.15 requires @langchain/core ^1.0.1, but 0.3.80 is installed',
  )
})

it('a version of LangChain that the checkpoint package does not accept is named', () => {
  const file = install({
    langgraph: { version: '1.0.15', core: '^1.0.1' },
    'langgraph-checkpoint': { version: '1.1.5', core: '^1.1.48' },
    core: { version: '1.1.15' },
  })
  expect(describeVersionMismatch(file)).toMatch(
    /^@langchain\/langgraph-checkpoint 1\.1\.5 requires @langchain\/core \^1\.1\.48, but 1\.1\.15 is installed$/,
  )
})

it('versions that fit together are not a mismatch', () => {
  const core = '>=0.2.36 <0.3.0 || >=0.3.40 < 0.4.0'
  const file = install({ langgraph: { version: '0.2.74', core }, core: { version: '0.3.66' } })
  expect(describeVersionMismatch(file)).toBeUndefined()
})

import { mkdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { pino } from 'pino'
import { expect, it } from 'vitest'
import { loadConfig } from '../../src/config.js'
import { makeExecutorPool } from '../../src/engine/engine.js'
import { packageRoot } from '../../src/platform/package-root.js'
import { readProject } from '../../src/project/read-project.js'
import { makeTempFolder } from '../support/heddle-process.js'

const FILES = {
  'project/langgraph.json': JSON.stringify({
    graphs: { typed: './src/typed.mts:graph', plain: './plain.mjs:graph', broken: './broken.mts:graph' },
  }),
  'project/package.json': '{}',
  'project/tsconfig.json': '{"compilerOptions": {"paths": {"@alias/*": ["./aliased/*"]}}}',
  'project/src/typed.mts': `
    import '@alias/part'
    import 'workspace-package'
    import '../../outside/part.ts'
    import data from './data.json'
    import { graph as made } from '../make.mjs'
    try { await import('./optional.js') } catch {}
    export const graph = data && made`,
  'project/make.mjs':
    "import { entrypoint } from '@langchain/langgraph'\nexport const graph = entrypoint('e', async () => 1)",
  'project/plain.mjs': "import './required.cjs'\nexport { graph } from './make.mjs'",
  'project/required.cjs': "require('./deep')\ntry { require('./absent-required') } catch {}",
  'project/deep.js': 'exports.deep = 1',
  'project/aliased/part.ts': 'export const alias: string = ""',
  'project/src/data.json': '{"text": "json"}',
  'project/broken.mts': "import '@alias/absent'\nimport 'absent-package'\nexport const graph = 1",
  'project/unused.ts': '',
  'outside/part.ts': 'export const outside: string = ""',
  'packages/shared/package.json': '{"name": "workspace-package", "main": "./index.ts"}',
  'packages/shared/index.ts': 'export const shared: string = ""',
}

it('executor threads report the files of a project that they load and the imports that they do not find', async () => {
  const root = realpathSync(makeTempFolder())
  for (const [name, text] of Object.entries(FILES)) {
    mkdirSync(dirname(join(root, name)), { recursive: true })
    writeFileSync(join(root, name), text)
  }
  mkdirSync(join(root, 'project/node_modules'))
  symlinkSync(join(packageRoot, 'node_modules/@langchain'), join(root, 'project/node_modules/@langchain'))
  symlinkSync(join(root, 'packages/shared'), join(root, 'project/node_modules/workspace-package'))
  const project = readProject(join(root, 'project/langgraph.json'))
  if (project === null) throw new Error('there is no project')
  const pool = makeExecutorPool({
    config: loadConfig({}),
    project,
    log: pino({ level: 'silent' }),
    reportsFiles: true,
  })
  const code = await pool.prepare(project)
  expect([...code.problems].map(([id, problem]) => [id, problem?.message])).toEqual([
    ['typed', undefined],
    ['plain', undefined],
    ['broken', '@alias/absent is not found'],
  ])
  await code.use()
  const listPaths = (anyExtension: boolean) =>
    pool.watchTargets
      .filter((target) => target.anyExtension === anyExtension)
      .map(({ path }) => relative(root, path))
      .sort()
  expect(listPaths(false).filter((path) => !path.includes('node_modules'))).toEqual([
    'outside/part.ts',
    'packages/shared/index.ts',
    'project/aliased/part.ts',
    'project/broken.mts',
    'project/deep.js',
    'project/make.mjs',
    'project/plain.mjs',
    'project/required.cjs',
    'project/src/data.json',
    'project/src/typed.mts',
  ])
  expect(listPaths(true).filter((path) => !path.endsWith('/index'))).toEqual([
    'project/absent-required',
    'project/aliased/absent',
    'project/src/optional',
  ])
  expect(listPaths(false)).toEqual(expect.arrayContaining(['project/node_modules/.package-lock.json']))
  await pool.stop()
})

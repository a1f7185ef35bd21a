import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadConfig } from '../../src/config.js'
import { makeExecutorPool } from '../../src/engine/engine.js'
import { formatProblem, type LoadProblem } from '../../src/engine/loading/load-problem.js'
import { packageRoot } from '../../src/platform/package-root.js'
import { readProject } from '../../src/project/read-project.js'
import { makeTempFolder } from '../support/heddle-process.js'

const GRAPH = `
import { Annotation, START, StateGraph } from '@langchain/langgraph'
export const graph = new StateGraph(Annotation.Root({ text: Annotation() })).addNode('n', () => ({})).addEdge(START, 'n').compile()
`
const SYNTAX = 'const first = 1\nexport const graph = { key: ,\n}\n'

/** For each graph: its export path, the files that it needs, and the text that is printed. */
const CASES: Record<string, { path: string; files?: Record<string, string>; printed: (string | RegExp)[] }> =
  {
    misspelled: {
      path: './good.mjs:grahp',
      printed: [
        'The graph misspelled cannot be loaded: ./good.mjs exports no grahp; it exports graph\n  at langgraph.json:',
        '"./good.mjs:grahp"',
        'Fix: write "./good.mjs:graph" in langgraph.json, or export grahp from ./good.mjs',
      ],
    },
    absent: {
      path: './absent.ts:graph',
      printed: [
        './absent.ts does not exist\n  at langgraph.json:',
        /Fix: create .*absent\.ts, or correct the path/,
      ],
    },
    folder: { path: './node_modules:graph', printed: ['./node_modules is a folder', 'Fix: name the file'] },
    python: {
      path: './agent.py:graph',
      printed: ['./agent.py is Python, and Heddle runs JavaScript and TypeScript only', 'Fix: remove it'],
    },
    typescript: {
      path: './typescript.ts:graph',
      files: { 'typescript.ts': SYNTAX },
      printed: [
        'syntax error: Unexpected ","\n  at typescript.ts:2:29\n',
        '> 2 | export const graph = { key: ,\n        |                             ^',
      ],
    },
    typescriptModule: {
      path: './module.mts:graph',
      files: { 'module.mts': SYNTAX },
      printed: ['syntax error: Unexpected ","\n  at module.mts:2:29\n'],
    },
    topLevelAwait: {
      path: './top-level-await.ts:graph',
      files: { 'top-level-await.ts': "export const graph = await import('./good.mjs')\n" },
      printed: ['Top-level await', 'Fix: add "type": "module" to package.json, or name the file .mts'],
    },
    javascriptModule: {
      path: './imports-syntax.mjs:graph',
      files: { 'imports-syntax.mjs': "export { graph } from './syntax.mjs'", 'syntax.mjs': SYNTAX },
      printed: ['syntax error: Unexpected ","\n  at syntax.mjs:2:29\n', '> 2 | export const graph'],
    },
    commonJs: {
      path: './syntax.cjs:graph',
      files: { 'syntax.cjs': 'exports.graph = {;\n' },
      printed: ["syntax error: Unexpected token ';'\n  at syntax.cjs:1:18\n", '> 1 | exports.graph = {;'],
    },
    dependency: {
      path: './dependency.ts:graph',
      files: {
        'dependency.ts': "\nimport { x } from 'not-a-package/sub'\nexport const graph: unknown = x\n",
      },
      printed: [
        'not-a-package/sub is not found\n  at dependency.ts:2:20\n',
        "> 2 | import { x } from 'not-a-package/sub'",
        /Fix: run "npm install not-a-package" in /,
      ],
    },
    scopedDependency: {
      path: './workspace/scoped.mts:graph',
      files: {
        'workspace/scoped.mts': "export { graph } from '@scope/absent/graph'\n",
        'workspace/package.json': '{"dependencies": {"@scope/absent": "1"}}',
        'workspace/pnpm-lock.yaml': '',
      },
      printed: [
        '@scope/absent is not found\n  at workspace/scoped.mts:1:24\n',
        /Fix: run "pnpm install" in .*workspace: package\.json lists @scope\/absent, but it is not installed/,
      ],
    },
    alias: {
      path: './alias.mts:graph',
      files: { 'alias.mts': "export { graph } from '~/absent'\n" },
      printed: ['Fix: if ~ is a path alias, add it to compilerOptions.paths of the tsconfig.json'],
    },
    importedFile: {
      path: './imported-file.mts:graph',
      files: { 'imported-file.mts': "export { graph } from './nowhere.js'\n" },
      printed: [
        './nowhere is not found\n  at imported-file.mts:1:24\n',
        'Fix: create the file, or correct the path',
      ],
    },
    importedName: {
      path: './imported-name.mjs:graph',
      files: { 'imported-name.mjs': "export { nothing as graph } from './good.mjs'\n" },
      printed: [
        "does not provide an export named 'nothing'\n  at imported-name.mjs:1:10\n",
        'Fix: correct the name',
      ],
    },
    throws: {
      path: './throws.ts:graph',
      files: {
        'throws.ts':
          'interface Unused {}\nimport { check } from "./check.ts"\nexport const graph = check()\n',
        'check.ts':
          'type Nothing = never\nexport const check = (): Nothing => {\n  throw new TypeError("bad key")\n}\n',
      },
      printed: [
        'TypeError: bad key\n  at check.ts:3:9\n  called from throws.ts:3:22\n',
        '> 3 |   throw new TypeError("bad key")',
        'Fix: the code throws this error while it is imported',
      ],
    },
    noKey: {
      path: './no-key.mjs:graph',
      files: { 'no-key.mjs': 'throw new Error("Anthropic API key not found")' },
      printed: [
        'Fix: set the variable in the environment, or in the file that "env" of langgraph.json names',
      ],
    },
    throwsString: {
      path: './throws-string.mjs:graph',
      files: { 'throws-string.mjs': 'throw "nothing"' },
      printed: ['./throws-string.mjs:graph threw "nothing" while it was imported', 'Fix: throw an Error'],
    },
    exits: {
      path: './exits.mjs:graph',
      files: { 'exits.mjs': 'process.exit(3)' },
      printed: [
        'importing ./exits.mjs:graph ended the thread (the executor thread exited)',
        'process.exit()',
      ],
    },
    notGraph: {
      path: './not-graph.ts:graph',
      files: { 'not-graph.ts': 'export const graph = { nodes: [] }\n' },
      printed: [
        'the export graph of ./not-graph.ts is an object, not a graph\n  at langgraph.json:',
        'Fix: export a graph',
      ],
    },
    rejected: {
      path: './rejected.mjs:graph',
      files: { 'rejected.mjs': 'export const graph = Promise.reject(new Error("no connection"))\n' },
      printed: ['no connection\n  at rejected.mjs:1:37\n'],
    },
  }
/** Graphs without a problem, after and between those with one. */
const GOOD = {
  good: './good.mjs:graph',
  promised: './promised.mjs',
  factory: './factory.ts:graph',
  typeError: './type-error.ts:graph',
}
const GOOD_FILES = {
  'good.mjs': GRAPH,
  'promised.mjs': "export default import('./good.mjs').then(({ graph }) => graph)",
  'factory.ts': "export const graph = async () => { throw new Error('factories are not called') }",
  'type-error.ts':
    "import { graph as other } from './good.mjs'\nconst wrong: number = 'text'\nexport const graph = other\n",
}

describe('problems of loading a project', () => {
  const folder = makeTempFolder()
  let problems: Map<string, LoadProblem | null>
  const pools: ReturnType<typeof makeExecutorPool>[] = []

  const prepare = async (projectFolder: string, log = pino({ level: 'silent' })) => {
    const project = readProject(join(projectFolder, 'langgraph.json'))
    if (project === null) throw new Error('there is no project')
    const pool = makeExecutorPool({ config: loadConfig({}), project, log, reportsFiles: false })
    pools.push(pool)
    return pool.prepare(project)
  }

  beforeAll(async () => {
    symlinkSync(join(packageRoot, 'node_modules'), join(folder, 'node_modules'))
    mkdirSync(join(folder, 'workspace'))
    const files = Object.assign(
      {},
      GOOD_FILES,
      ...Object.values(CASES).map(({ files: own }) => own),
    ) as object
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text as string)
    const { good, ...others } = GOOD
    const broken = Object.entries(CASES).map(([id, { path }]) => [id, path])
    const graphs = { good, ...Object.fromEntries(broken), ...others }
    writeFileSync(join(folder, 'langgraph.json'), JSON.stringify({ graphs }, null, 2))
    problems = (await prepare(folder)).problems
  })
  afterAll(() => Promise.all(pools.map((pool) => pool.stop())))

  it.each(Object.entries(CASES))(
    'the problem of the graph %s is printed with its place and a fix',
    (id, { printed }) => {
      const problem = problems.get(id)
      const text = problem == null ? 'no problem' : formatProblem(problem, folder)
      for (const expected of printed)
        expect(text).toEqual(
          typeof expected === 'string' ? expect.stringContaining(expected) : expect.stringMatching(expected),
        )
    },
  )

  it('graphs without a problem are loaded, also after a graph that ended its thread', () => {
    for (const id of Object.keys(GOOD)) expect(problems.get(id), id).toBeNull()
    expect([...problems.keys()].sort()).toEqual([...Object.keys(CASES), ...Object.keys(GOOD)].sort())
  })

  it('a tsconfig.json that extends an uninstalled package is a warning, and the rest of it has an effect', async () => {
    const extending = makeTempFolder()
    symlinkSync(join(packageRoot, 'node_modules'), join(extending, 'node_modules'))
    mkdirSync(join(extending, 'src'))
    const write = (name: string, text: string) => {
      writeFileSync(join(extending, name), text)
    }
    write('langgraph.json', '{"graphs": {"a": "./a.ts:graph", "b": "./b.cts:graph"}}')
    write('tsconfig.json', '{"extends": ["@tsconfig/absent/tsconfig.json", "./base.json"], /* comment */}')
    write('base.json', '{"compilerOptions": {"paths": {"@src/*": ["./src/*"]},},}')
    write('src/graph.ts', `${GRAPH}export type Text = string\n`)
    write(
      'a.ts',
      "import { graph as other, type Text } from '@src/graph'\nexport const graph = other\nexport const text: Text = ''\n",
    )
    write('b.cts', "const { graph } = require('@src/graph')\nexports.graph = graph\n")
    const lines: string[] = []
    const log = pino(
      { level: 'warn' },
      { write: (line) => lines.push((JSON.parse(line) as { msg: string }).msg) },
    )
    const { problems: found } = await prepare(extending, log)
    expect([...found.values()].map((problem) => problem && formatProblem(problem, extending))).toEqual([
      null,
      null,
    ])
    expect(lines).toEqual([
      'tsconfig.json extends @tsconfig/absent/tsconfig.json, which is not installed; the project is loaded without it',
    ])
  })
})

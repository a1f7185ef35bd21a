/** `heddle dev` and `heddle start` in a LangGraph.js project whose code changes or cannot be loaded. */
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { builtInAssistantId } from '../../src/domain/built-in-graph.js'
import { packageRoot } from '../../src/platform/package-root.js'
import { callServer } from '../support/call-server.js'
import { makeTempFolder, runHeddle, startHeddle, type Heddle } from '../support/heddle-process.js'
import { parseFrames } from '../support/runs.js'

const createRun = async (heddle: Heddle, graph: string): Promise<string> => {
  const body = { assistant_id: builtInAssistantId(graph), input: {} }
  return (await callServer(heddle, 'POST', '/api/v1/runs', { body })).body.run_id as string
}

const readResult = async (heddle: Heddle, runId: string) => {
  const stream = await fetch(`${heddle.url}/api/v1/stream?run_id=${runId}`)
  return parseFrames(await stream.text()).at(-1)?.data
}

const runGraph = async (heddle: Heddle, graph: string) => readResult(heddle, await createRun(heddle, graph))

const waitFor = async (condition: () => boolean): Promise<void> => {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 20))
}

/** Writes files relative to the folder of langgraph.json. */
const makeWriter = (folder: string) => (name: string, text: string) => {
  mkdirSync(dirname(join(folder, name)), { recursive: true })
  writeFileSync(join(folder, name), text)
}

const makeLink = (target: string, path: string): void => {
  mkdirSync(dirname(path), { recursive: true })
  symlinkSync(target, path)
}

/** A graph whose only node returns `reply`, after the `imports`. */
const toGraph = (imports: string, reply: string): string => `${imports}
import { Annotation, END, START, StateGraph } from '@langchain/langgraph'
const State = Annotation.Root({ reply: Annotation() })
export const graph = new StateGraph(State)
  .addNode('n', async () => ({ reply: ${reply} })).addEdge(START, 'n').addEdge('n', END).compile()
`

const ALL_PARTS = `
import { alias } from '@alias/part'
import { workspace } from 'workspace-package'
import { outside } from '../../outside/part.ts'
import data from './data.json'
import { required } from './required.cjs'
`

/** A reload takes 2 s on an idle machine. */
const timeout = 120_000

describe('heddle dev', { timeout }, () => {
  const root = makeTempFolder()
  const folder = join(root, 'project')
  const write = makeWriter(folder)
  let heddle: Heddle
  const countReloads = () => heddle.output().split('Graphs reloaded').length - 1
  /** Makes a change, and waits until it has been loaded. */
  const reload = async (change: () => void) => {
    const count = countReloads()
    change()
    await waitFor(() => countReloads() > count)
    expect(countReloads()).toBe(count + 1)
  }
  const readStates = async () => (await callServer(heddle, 'GET', '/health')).body.graph_states as object

  beforeAll(async () => {
    makeLink(join(packageRoot, 'node_modules/@langchain'), join(folder, 'node_modules/@langchain'))
    write('../packages/shared/package.json', '{"name": "workspace-package", "main": "./index.ts"}')
    write('../packages/shared/index.ts', "export const workspace: string = 'workspace 1'\n")
    makeLink(join(root, 'packages/shared'), join(folder, 'node_modules/workspace-package'))
    write('../outside/part.ts', "export const outside: string = 'outside 1'\n")
    write('aliased/part.ts', "export const alias: string = 'alias 1'\n")
    write('src/data.json', '{"text": "json 1"}')
    write('src/required.cjs', "exports.required = require('./deep').deep")
    write('src/deep.js', "exports.deep = 'cjs 1'")
    write('src/parts.ts', toGraph(ALL_PARTS, '[alias, workspace, outside, data.text, required].join()'))
    write('src/unfinished.ts', toGraph("import { later } from './later'", 'later'))
    const untilReleased = `{ released: await (async () => {
      const { existsSync } = await import('node:fs')
      while (!existsSync('released')) await new Promise((resolve) => setTimeout(resolve, 20))
      return true
    })() }`
    write('src/waits.ts', toGraph('', untilReleased))
    write('src/variable.js', toGraph('', "process.env.FROM_ENV_FILE ?? 'unset'"))
    write('tsconfig.json', '{"compilerOptions": {"paths": {"@alias/*": ["./aliased/*"]}}}')
    const graphs = Object.fromEntries(
      ['parts', 'unfinished', 'waits'].map((id) => [id, `./src/${id}.ts:graph`]),
    )
    write(
      'langgraph.json',
      JSON.stringify({ graphs: { ...graphs, variable: './src/variable.js:graph' }, env: '.env' }),
    )
    heddle = await startHeddle({ folder, args: ['dev'] })
  }, timeout)
  afterAll(async () => {
    // Ctrl-C reaches the service through its supervisor.
    expect((await heddle.stop()).code).toBe(0)
  })

  it('heddle dev starts although a graph cannot be loaded, and shows the state of each graph', async () => {
    // Problems are printed to stderr, which the test may read after the banner on stdout.
    await waitFor(() => heddle.output().includes('> 1 | import { later }'))
    const output = heddle.output()
    expect(output).toContain(
      'The graph unfinished cannot be loaded: ./later is not found\n  at src/unfinished.ts:1:24\n',
    )
    expect(output).toMatch(
      / {2}Graphs {3}parts +loaded\n +unfinished +cannot be loaded, see the error above\n/,
    )
    expect(output).toContain('env names .env, which does not exist; the project runs without it')
    expect(output).toContain('  Data     data (ignored by git: it has its own .gitignore)')
    expect(readFileSync(join(folder, 'data/.gitignore'), 'utf8')).toBe('*\n')
    const states = { parts: 'loaded', unfinished: 'failed', variable: 'loaded', waits: 'loaded' }
    expect(await readStates()).toEqual(states)
    expect((await callServer(heddle, 'GET', '/info')).body.graph_states).toEqual(states)
    expect((await runGraph(heddle, 'parts')).output.reply).toBe('alias 1,workspace 1,outside 1,json 1,cjs 1')
    const failed = await runGraph(heddle, 'unfinished')
    expect(failed).toMatchObject({ type: 'run.failed' })
    expect(failed.error.message).toContain('the graph unfinished cannot be loaded from ./src/unfinished.ts')
  })

  it('creating a file that an import did not find loads the graph', async () => {
    await reload(() => {
      write('src/later.ts', "export const later: string = 'finished'\n")
    })
    expect(await readStates()).toMatchObject({ unfinished: 'loaded' })
    expect((await runGraph(heddle, 'unfinished')).output.reply).toBe('finished')
  })

  it('files that the project has loaded, its env file and langgraph.json cause a reload, and no other files do', async () => {
    expect((await runGraph(heddle, 'variable')).output.reply).toBe('unset')
    for (const name of ['out.txt', 'src/unused.ts', 'README.md', 'src/later.test.ts', 'node_modules/x.js'])
      write(name, 'x')
    const config = readFileSync(join(folder, 'langgraph.json'), 'utf8')
    await reload(() => {
      write('../outside/part.ts', "export const outside: string = 'outside 2'\n")
      write('src/deep.js', "exports.deep = 'cjs 2'")
      write('.env', 'FROM_ENV_FILE=set\n')
      write('langgraph.json', config.replace('"graphs":{', '"graphs":{"added":"./src/variable.js:graph",'))
    })
    expect((await runGraph(heddle, 'parts')).output.reply).toBe('alias 1,workspace 1,outside 2,json 1,cjs 2')
    expect((await runGraph(heddle, 'added')).output.reply).toBe('set')
    expect(heddle.output()).not.toMatch(/(out\.txt|unused\.ts|README\.md|later\.test\.ts|x\.js) changed/)
  })

  it('code that cannot be loaded is not used: runs continue with the last working code until it is corrected', async () => {
    const waiting = await createRun(heddle, 'waits')
    const code = readFileSync(join(folder, 'src/parts.ts'), 'utf8')
    write('src/parts.ts', `const broken = {;\n${code}`)
    await waitFor(() =>
      heddle.output().includes('The last working code stays in use. Save a change to try again.'),
    )
    expect(heddle.output()).toMatch(
      /The graph parts cannot be loaded: syntax error: .*\n {2}at src\/parts\.ts:1:17\n/,
    )
    expect(heddle.output()).toContain('> 1 | const broken = {;')
    expect(await readStates()).toMatchObject({ parts: 'outdated', waits: 'loaded' })
    expect((await runGraph(heddle, 'parts')).output.reply).toContain('outside 2')
    await reload(() => {
      write('src/parts.ts', code.replace('].join()', "].join('+')"))
    })
    expect(await readStates()).toMatchObject({ parts: 'loaded' })
    expect((await runGraph(heddle, 'parts')).output.reply).toContain('workspace 1+outside 2')
    // The run that started before the reloads is still executed by its thread.
    write('released', '')
    expect(await readResult(heddle, waiting)).toMatchObject({
      type: 'run.completed',
      output: { reply: { released: true } },
    })
  })

  it('a langgraph.json that is not valid is printed, and the previous one stays in use', async () => {
    write('langgraph.json', '{\n  "graphs": {},\n}')
    await waitFor(() => heddle.output().includes('langgraph.json:3:1 is not valid JSON'))
    expect((await runGraph(heddle, 'added')).output.reply).toBe('set')
  })
})

describe('heddle start', { timeout }, () => {
  const folder = makeTempFolder()
  const write = makeWriter(folder)

  beforeAll(() => {
    symlinkSync(join(packageRoot, 'node_modules'), join(folder, 'node_modules'))
    write(
      'asks.mjs',
      toGraph(
        "import { ChatOpenAI } from '@langchain/openai'",
        "(await new ChatOpenAI({ model: 'gpt' }).invoke('Hi')).text",
      ),
    )
    write('auth.mjs', 'export const auth = 1\n')
  })

  it('heddle start prints all problems of a project and exits', async () => {
    const graphs = { asks: './asks.mjs:graph', absent: './absent.ts:graph', misspelled: './asks.mjs:grph' }
    write(
      'langgraph.json',
      JSON.stringify({ graphs, auth: { path: './auth.mjs:auth' }, http: { app: './app.mjs:app' } }),
    )
    const { code, stderr, stdout } = await runHeddle(['start'], { folder })
    expect(code).toBe(1)
    expect(stdout).not.toContain('ready in')
    expect(stderr).toContain('heddle: the project cannot be loaded\n\n')
    for (const problem of [
      'The auth.path cannot be loaded: the export auth of ./auth.mjs is not an Auth\n  at langgraph.json:1:',
      'The http.app cannot be loaded: ./app.mjs does not exist\n  at langgraph.json:1:',
      'The graph absent cannot be loaded: ./absent.ts does not exist\n  at langgraph.json:1:',
      'The graph misspelled cannot be loaded: ./asks.mjs exports no grph; it exports graph\n  at langgraph.json:1:',
    ])
      expect(stderr).toContain(problem)
    expect(stderr).not.toContain('graph asks')
  })

  it('heddle start runs a fresh clone without its env file, and a model call without a key fails with the reason', async () => {
    write('langgraph.json', JSON.stringify({ graphs: { asks: './asks.mjs:graph' }, env: '.env', unknown: 1 }))
    const heddle = await startHeddle({ folder })
    expect(heddle.output()).toMatch(/Graphs +asks +loaded\n/)
    expect(heddle.output()).toContain('env names .env, which does not exist; the project runs without it')
    expect(heddle.output()).toContain('unknown is not a known setting')
    const { type, error } = await runGraph(heddle, 'asks')
    expect(type).toBe('run.failed')
    expect(error.message).toContain('OPENAI_API_KEY')
    await heddle.stop()
  })

  it('a named langgraph.json must exist', async () => {
    const { code, stderr } = await runHeddle(['start', '--config', './absent.json'], { folder })
    expect(code).toBe(2)
    expect(stderr).toContain('./absent.json does not exist')
  })
})

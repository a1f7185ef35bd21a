/** Executes the code blocks of README.md and docs/ that no other test executes, against one service. See support/docs-blocks.ts. */
import { execFile } from 'node:child_process'
import { existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { transform } from 'esbuild'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { builtInAssistantId } from '../../src/domain/built-in-graph.js'
import { packageRoot, resolveBuildFile } from '../../src/platform/package-root.js'
import { callServer } from '../support/call-server.js'
import { makeClient, type Client } from '../support/console-data.js'
import { EXECUTED_BY, listDocsBlocks, matches, NOT_EXECUTED, type DocsBlock } from '../support/docs-blocks.js'
import { makeTempFolder, startHeddle, type Heddle } from '../support/heddle-process.js'

const run = promisify(execFile)

const blocks = listDocsBlocks()
const isListed = (block: DocsBlock): boolean =>
  [...EXECUTED_BY, ...NOT_EXECUTED].some((entry) => matches(entry, block))
const executed = blocks.filter((block) => !isListed(block))

const requireBlock = (page: string, language: string): DocsBlock => {
  const found = executed.find((block) => block.page === page && block.language === language)
  if (found === undefined) throw new Error(`${page} has no block of ${language}`)
  return found
}

const folder = makeTempFolder()
let heddle: Heddle
let client: Client
/** What stands for the placeholders, such as `<run_id>`: the ids of the last responses. */
const ids: Record<string, string> = {}

const writeFile = (name: string, text: string): string => {
  writeFileSync(join(folder, name), text)
  return join(folder, name)
}

beforeAll(async () => {
  symlinkSync(join(packageRoot, 'node_modules'), join(folder, 'node_modules'))
  const prices = writeFile('prices.json', requireBlock('docs/statistics.md', 'json').code)
  const guardrails = writeFile('guardrails.yaml', requireBlock('docs/guardrails.md', 'yaml').code)
  heddle = await startHeddle({ env: { MODEL_PRICES_FILE: prices, GUARDRAILS_FILE: guardrails } })
  client = makeClient(heddle)
})
afterAll(() => heddle.stop())

const replaceAddress = (code: string): string => code.replaceAll('localhost:8123', new URL(heddle.url).host)

/** Adds the ids of a response, also those of the item that a reviewer gets. */
const recordIds = (text: string): void => {
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    return
  }
  const { item, ...fields } = body as { item?: object | null }
  for (const [name, value] of Object.entries({ ...fields, ...item }))
    if (name.endsWith('_id') && typeof value === 'string') ids[name] = value
}

/** A response with an error status fails the command. */
const SHELL = `set -euo pipefail
curl() { command curl -sS --fail-with-body "$@"; }
heddle() { '${process.execPath}' '${resolveBuildFile('main.js')}' "$@"; }
`

const runShell = async (code: string): Promise<string> => {
  const env = { PATH: process.env['PATH'], HOME: folder, HEDDLE: heddle.url, HEDDLE_URL: heddle.url }
  const { stdout } = await run('bash', ['-c', SHELL + code], { cwd: packageRoot, env }).catch(
    (error: unknown) => {
      const { stdout: printed = '', stderr = '' } = error as { stdout?: string; stderr?: string }
      throw new Error(`this command failed:\n${code}\n${printed}\n${stderr}`, { cause: error })
    },
  )
  return stdout
}

/** Commands with placeholders run one by one, because each may need the ids of the responses before. */
const runCommands = async (code: string): Promise<void> => {
  const commands = /^curl /.test(code) ? code.split(/^(?=curl )/m) : [code]
  for (const command of commands) {
    const filled = command.replaceAll(/<(\w+)>/g, (placeholder, name: string) => ids[name] ?? placeholder)
    recordIds(await runShell(replaceAddress(filled)))
  }
}

const runScript = async (block: DocsBlock, preamble: string): Promise<string> => {
  const name = `${block.page.replaceAll(/\W+/g, '-')}.mjs`
  const { code } = await transform(preamble + replaceAddress(block.code), { loader: 'ts' })
  const { stdout } = await run(process.execPath, [writeFile(name, code)])
  return stdout
}

/** The pages by the language of their blocks; a page that is missing here has a block that nothing executes. */
const TESTED: Record<string, string[]> = {
  sh: [
    'README.md',
    'docs/cli.md',
    'docs/evaluations.md',
    'docs/graph-schema.md',
    'docs/guardrails.md',
    'docs/runs.md',
    'docs/secrets.md',
    'docs/statistics.md',
    'docs/webhooks.md',
  ],
  ts: ['README.md', 'docs/langgraph-compatibility.md', 'docs/protocols.md'],
  json: ['docs/graph-schema.md', 'docs/secrets.md', 'docs/statistics.md', 'docs/tools.md'],
  yaml: ['docs/ci.md', 'docs/guardrails.md', 'docs/observability.md'],
}

const isInstalled = (program: string): boolean => {
  const found = (process.env['PATH'] ?? '').split(':').some((path) => existsSync(join(path, program)))
  if (!found)
    process.stderr.write(`${program} is not installed, so the blocks that need it are not executed\n`)
  return found
}
const hasJq = isInstalled('jq')
const hasPromtool = isInstalled('promtool')
const USES_JQ = ['docs/cli.md', 'docs/graph-schema.md']

const SCRIPTS: Record<string, { preamble: string; output: RegExp }> = {
  'README.md': { preamble: '', output: /^metadata .*^values /ms },
  'docs/langgraph-compatibility.md': {
    preamble: "import { Client } from '@langchain/langgraph-sdk'\n",
    output: /^$/,
  },
  'docs/protocols.md': { preamble: "import OpenAI from 'openai'\nconst key = 'none'\n", output: /^$/ },
}

/** The shell blocks of a page. Those of graph-schema.md share functions, and `heddle dev` of cli.md already runs. */
const listCommands = (page: string): string[] => {
  const codes = executed
    .filter((block) => block.page === page && block.language === 'sh')
    .map(({ code }) => code.replace(/^heddle dev .*\n/, ''))
  return page === 'docs/graph-schema.md' ? [codes.join('\n')] : codes
}

/** Creates what a block of evaluations.md needs beside the blocks before it. */
const prepare = async (code: string): Promise<void> => {
  if (code.includes('/reviews/next')) {
    const body = {
      name: 'by people',
      type: 'human_feedback',
      assistant_id: ids['assistant_id'],
      dataset_id: ids['dataset_id'],
      criteria: [{ name: 'quality', scorer: 'human' }],
      run_immediately: true,
    }
    recordIds(JSON.stringify(await client.post('/api/v1/evals', body)))
    const readStatus = async () => (await client.get(`/api/v1/evals/${ids['eval_id']!}`)).status
    await expect.poll(readStatus).toBe('awaiting_feedback')
  }
  if (code.includes('"comparison"')) {
    const { assistant_id } = await client.post('/api/v1/assistants', { name: 'compared' })
    await callServer(heddle, 'PATCH', `/api/v1/assistants/${assistant_id}`, { body: { description: 'new' } })
    ids['id'] = assistant_id
  }
}

describe('the code blocks of the documentation', () => {
  it('the lists of blocks that are executed elsewhere or not at all are up to date', () => {
    const describeBlocks = (entry: (typeof NOT_EXECUTED | typeof EXECUTED_BY)[number]) => ({
      entry,
      blocks: blocks.filter((block) => matches(entry, block)).length,
    })
    const wrong = [...EXECUTED_BY, ...NOT_EXECUTED]
      .map(describeBlocks)
      .filter((each) => each.blocks !== each.entry.blocks)
    expect(wrong).toEqual([])
    for (const { test } of EXECUTED_BY) expect(existsSync(join(packageRoot, test)), test).toBe(true)
    const tutorials = readFileSync(join(packageRoot, 'test/e2e/tutorials.test.ts'), 'utf8')
    for (const [, name] of blocks.flatMap(({ page }) => [...page.matchAll(/tutorials\/(.*)\.md$/g)]))
      expect(tutorials).toContain(`'${name!}'`)
    const tests = NOT_EXECUTED.flatMap(({ reason }) => /test\/\S+\.ts/.exec(reason)?.[0] ?? [])
    for (const test of tests) expect(existsSync(join(packageRoot, test)), test).toBe(true)
  })

  it('every remaining block has a test below', () => {
    const remaining = executed.filter(({ page, language }) => !TESTED[language]?.includes(page))
    expect(remaining.map(({ page, line }) => `${page}:${String(line)}`)).toEqual([])
  })

  it.each(TESTED['sh']!.filter((page) => hasJq || !USES_JQ.includes(page)))(
    'the commands of %s succeed',
    async (page) => {
      ids['assistant_id'] = builtInAssistantId('agent')
      for (const code of listCommands(page)) {
        await prepare(code)
        await runCommands(code)
      }
    },
  )

  it.each(Object.entries(SCRIPTS))('the script of %s runs', async (page, { preamble, output }) => {
    expect(await runScript(requireBlock(page, 'ts'), preamble)).toMatch(output)
  })

  it('the graph of docs/graph-schema.md is accepted', async () => {
    const graph_schema = JSON.parse(requireBlock('docs/graph-schema.md', 'json').code) as object
    await client.post('/api/v1/assistants', { name: 'refunds', graph_schema })
  })

  it.each(['docs/tools.md', 'docs/secrets.md'])('the tools of %s are accepted', async (page) => {
    const pageBlocks = executed.filter((block) => block.page === page && block.language === 'json')
    for (const [, name] of pageBlocks.flatMap(({ code }) => [...code.matchAll(/\$\{secret:(\w+)\}/g)]))
      await callServer(heddle, 'PUT', `/api/v1/secrets/${name!}`, { body: { value: 'a secret value' } })
    const tools = pageBlocks.map(({ code }) => JSON.parse(code) as object)
    await client.post('/api/v1/assistants', { name: 'with tools', config: { tools } })
  })

  it('the evaluation of docs/ci.md is accepted', async () => {
    const { dataset_id } = await client.post('/api/v1/datasets', { name: 'nightly' })
    const evaluation = parse(requireBlock('docs/ci.md', 'yaml').code) as object
    await client.post('/api/v1/evals', { ...evaluation, dataset_id })
  })

  it('the service starts with the guardrails of docs/guardrails.md and the prices of docs/statistics.md', async () => {
    const { data } = await client.get('/api/v1/governance/guardrails?source=file')
    expect(data).toMatchObject([{ name: 'number_filter' }])
  })

  it('Prometheus accepts the configuration of docs/observability.md', async () => {
    const { code } = requireBlock('docs/observability.md', 'yaml')
    expect(parse(code)).toMatchObject({ scrape_configs: [{ job_name: 'heddle' }] })
    if (hasPromtool) await run('promtool', ['check', 'config', writeFile('prometheus.yml', code)])
  })
})

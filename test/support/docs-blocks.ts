/**
 * The code blocks of README.md and docs/: which test executes them, or why none does. test/e2e/docs-blocks.test.ts executes every block
 * that is not listed here, so a new block is either executed or needs an entry.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { packageRoot } from '../../src/platform/package-root.js'

export interface DocsBlock {
  page: string
  line: number
  /** Empty if the block has none. */
  language: string
  /** The words after the language. */
  options: string
  code: string
}

// Blocks of a list are indented.
const BLOCK = /^( *)```(\w*) ?([^\n]*)\n(.*?)^\1```$/gms

const readBlocks = (page: string): DocsBlock[] => {
  const text = readFileSync(join(packageRoot, page), 'utf8')
  return [...text.matchAll(BLOCK)].map((match) => {
    const [, indent = '', language = '', options = '', code = ''] = match
    const line = text.slice(0, match.index).split('\n').length
    return { page, line, language, options, code: code.replaceAll(new RegExp(`^${indent}`, 'gm'), '') }
  })
}

/** Records of decisions show code of their time. */
const isCurrent = (page: string): boolean => page.endsWith('.md') && !page.startsWith('adr/')

export const listDocsBlocks = (): DocsBlock[] =>
  [
    'README.md',
    ...(readdirSync(join(packageRoot, 'docs'), { recursive: true }) as string[])
      .filter(isCurrent)
      .map((name) => `docs/${name}`),
  ]
    .toSorted()
    .flatMap(readBlocks)

interface Exception {
  page: string | RegExp
  /** Matches the code of the block; default: every block of the page. */
  code?: RegExp
  language?: RegExp
  options?: RegExp
  /** The number of blocks, so that a new one is noticed. */
  blocks: number
}

export const matches = (
  { page, code, language, options }: Omit<Exception, 'blocks'>,
  block: DocsBlock,
): boolean =>
  (typeof page === 'string' ? page === block.page : page.test(block.page)) &&
  (code === undefined || code.test(block.code)) &&
  (language === undefined || language.test(block.language)) &&
  (options === undefined || options.test(block.options))

/** Other tests read these blocks from the pages and execute them. */
export const EXECUTED_BY: (Exception & { test: string })[] = [
  { page: /^docs\/tutorials\//, options: /^(?!no-run)/, blocks: 64, test: 'test/e2e/tutorials.test.ts' },
  { page: 'docs/client.md', blocks: 12, test: 'test/e2e/client-docs.test.ts' },
  {
    page: 'docs/operations.md',
    code: /backups|restored/,
    blocks: 9,
    test: 'test/e2e/operations-docs.test.ts',
  },
  {
    page: 'docs/webhooks.md',
    language: /^(js|python|go|http|json)$/,
    blocks: 5,
    test: 'test/e2e/webhook-docs.test.ts',
  },
]

export const NOT_EXECUTED: (Exception & { reason: string })[] = [
  {
    page: /^docs\/tutorials\//,
    options: /^no-run$/,
    blocks: 4,
    reason: 'needs a key, a CI system or the rights to create a database, or is an excerpt',
  },
  { page: /./, language: /^mermaid$/, blocks: 2, reason: 'a diagram' },
  { page: /./, language: /^$/, blocks: 4, reason: 'a drawing, a folder tree or an output' },
  { page: 'README.md', code: /^npm start$/m, blocks: 1, reason: 'executed by test/e2e/npm-scripts.test.ts' },
  { page: 'README.md', code: /OPENAI_API_KEY=sk-/, blocks: 1, reason: 'needs keys of model providers' },
  { page: 'README.md', code: /^npm run package/, blocks: 1, reason: 'executed by test/e2e/package.test.ts' },
  { page: 'README.md', code: /^npm test$/m, blocks: 1, reason: 'would run all tests inside of a test' },
  { page: 'README.md', code: /^PORT=9000/, blocks: 1, reason: 'executed by test/e2e/start.test.ts' },
  { page: 'docs/architecture.md', language: /ts/, blocks: 1, reason: 'an excerpt of the source' },
  {
    page: 'docs/ci.md',
    code: /heddle evals run/,
    blocks: 3,
    reason: 'needs a CI system and a stored baseline; test/e2e/evals-gate.test.ts executes the command',
  },
  { page: 'docs/console.md', blocks: 1, reason: 'executed by test/e2e/seed.test.ts' },
  {
    page: /evaluations|guardrails|models/,
    language: /json/,
    code: /total_examples|requires_action|model_not_found/,
    blocks: 3,
    reason: 'an example of a response',
  },
  {
    page: 'docs/guardrails.md',
    code: /\/review /,
    blocks: 1,
    reason: 'needs a run that a guardrail holds; executed by test/guardrails/review.test.ts',
  },
  {
    page: 'docs/tools.md',
    code: /submit_tool_outputs/,
    blocks: 1,
    reason: 'needs a model that calls the function; executed by test/engine/agent.test.ts',
  },
  {
    page: 'docs/langgraph-compatibility.md',
    language: /sh/,
    blocks: 1,
    reason: 'executed by test/e2e/dev.test.ts',
  },
  { page: 'docs/observability.md', language: /sh/, blocks: 2, reason: 'needs Docker or a collector' },
  {
    page: 'docs/operations.md',
    code: /pgbouncer:6432/,
    blocks: 1,
    reason: 'executed by test/e2e/pgbouncer.test.ts',
  },
  { page: 'docs/reliability.md', blocks: 1, reason: 'would run the fault tests inside of a test' },
  { page: 'docs/retention.md', blocks: 1, reason: 'executed by test/store/sqlite-space.test.ts' },
]

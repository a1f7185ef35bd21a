import { Command } from 'commander'
import { describe, expect, it } from 'vitest'
import { addEvalsCommand } from './command.js'
import { checkFlags, type RunFlags } from './flags.js'
import { applyFlags } from './evaluation-request.js'
import { parseServiceUrl } from '../service/service-url.js'

const ID = '0198c9a2-7f3b-7c41-9d0e-2b6f0e5a1c11'

/** Parses the arguments, or throws the error output. */
const parse = (...args: string[]): { file: string | undefined; flags: RunFlags } => {
  let stderr = ''
  const program = new Command().exitOverride().configureOutput({ writeErr: (text) => (stderr += text) })
  addEvalsCommand(program)
  const run = program.commands[0]!.commands.find((command) => command.name() === 'run')!
  let parsed: { file: string | undefined; flags: RunFlags } | undefined
  run.action((file: string | undefined, flags: RunFlags) => void (parsed = { file, flags }))
  try {
    program.parse(['evals', 'run', ...args], { from: 'user' })
  } catch {
    throw new Error(stderr)
  }
  checkFlags(parsed!.file, parsed!.flags)
  return parsed!
}

describe('the flags of heddle evals run', () => {
  it('maxErrors and timeout have defaults', () => {
    expect(parse('a.json')).toEqual({
      file: 'a.json',
      flags: { maxErrors: 0.05, regressionAgainst: true, timeout: 3_600 },
    })
  })

  it('numbers, ids and lists are parsed', () => {
    const limits = ['--criterion', 'polite=0.9', '--criterion', 'a=b=1', '--tag', 'x', '--tag', 'y']
    const { flags } = parse(
      'a.json',
      ...limits,
      '--fail-under',
      '.9',
      '--no-regression-against',
      ID.toUpperCase(),
    )
    expect(flags).toMatchObject({
      criterion: [
        { criterion: 'polite', minimum: 0.9 },
        { criterion: 'a=b', minimum: 1 },
      ],
      tag: ['x', 'y'],
      failUnder: 0.9,
      regressionAgainst: ID,
    })
  })

  it.each([
    [['a.json', '--fail-under', '90'], /a number from 0 to 1/],
    [['a.json', '--min-score', ''], /a number from 0 to 1/],
    [['a.json', '--criterion', 'polite'], /such as polite=0.9/],
    [['a.json', '--criterion', 'polite=often'], /a number from 0 to 1/],
    [['a.json', '--timeout', '0'], /more than 0/],
    [['a.json', '--concurrency', '1.5'], /a whole number/],
    [['a.json', '--no-regression-against', 'main'], /an id/],
    [['a.json', '--no-regression-against', ID, '--alpha', '1'], /between 0 and 1/],
    [['a.json', '--alpha', '0.1'], /--alpha needs/],
    [['a.json', '--fail-under-lower-bound'], /needs --fail-under/],
    [['a.json', '--json', '-', '--junit', '-'], /only one of/],
    [['a.json', '--eval', ID], /not both/],
    [['--eval', ID, '--assistant-version', '2', '--tag', 'x'], /--assistant-version, --tag cannot change/],
    [['--eval', ID, '--no-regression-against', ID], /with itself/],
    [[], /pass a file/],
  ])('the arguments %j are refused', (args, says) => {
    expect(() => parse(...args)).toThrow(says)
  })
})

describe('the request', () => {
  it('flags override the file, and run_immediately is removed', () => {
    const body = { name: 'nightly', dataset_id: 'd', assistant_id: 'a', run_immediately: true, tags: ['old'] }
    const { flags } = parse(
      'a.json',
      '--assistant',
      ID,
      '--name',
      'of a branch',
      '--tag',
      'new',
      '--repetitions',
      '3',
    )
    expect(applyFlags(body, flags)).toEqual({
      name: 'of a branch',
      dataset_id: 'd',
      assistant_id: ID,
      tags: ['new'],
      repetitions: 3,
    })
    expect(() => applyFlags({ assistants: [] }, flags)).toThrow('cannot change the assistants')
  })
})

describe('the service URL', () => {
  it.each([
    [undefined, 'http://localhost:8123'],
    ['https://heddle.example.com/', 'https://heddle.example.com'],
    ['http://localhost:8123/api/v1/', 'http://localhost:8123'],
    ['http://example.com/agents/', 'http://example.com/agents'],
  ])('%s is read as %s', (text, url) => {
    expect(parseServiceUrl(text)).toBe(url)
  })

  it.each(['localhost:8123', 'ftp://example.com', 'heddle'])('%s is refused', (text) => {
    expect(() => parseServiceUrl(text)).toThrow('is not a service URL')
  })
})

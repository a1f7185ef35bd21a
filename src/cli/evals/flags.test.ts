import { Command } from 'commander'
import { describe, expect, it } from 'vitest'
import { addEvalsCommand } from './command.js'
import { checkFlags, type RunFlags } from './flags.js'
import { applyFlags } from './evaluation-request.js'
import { parseServiceUrl } from './service-url.js'

const ID = '0198c9a2-7f3b-7c41-9d0e-2b6f0e5a1c11'

/** What the command would be given, or what would be said instead. */
const parse = (...args: string[]): { file: string | undefined; flags: RunFlags } => {
  let said = ''
  const program = new Command().exitOverride().configureOutput({ writeErr: (text) => (said += text) })
  addEvalsCommand(program)
  const run = program.commands[0]!.commands[0]!
  let given: { file: string | undefined; flags: RunFlags } | undefined
  run.action((file: string | undefined, flags: RunFlags) => void (given = { file, flags }))
  try {
    program.parse(['evals', 'run', ...args], { from: 'user' })
  } catch {
    throw new Error(said)
  }
  checkFlags(given!.file, given!.flags)
  return given!
}

describe('the flags of heddle evals run', () => {
  it('have defaults where something has to be decided', () => {
    expect(parse('a.json')).toEqual({
      file: 'a.json',
      flags: { maxErrors: 0.05, regressionAgainst: true, timeout: 3_600 },
    })
  })

  it('are numbers, ids and lists', () => {
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
        { criterion: 'polite', least: 0.9 },
        { criterion: 'a=b', least: 1 },
      ],
      tag: ['x', 'y'],
      failUnder: 0.9,
      regressionAgainst: ID,
    })
  })

  it.each([
    [['a.json', '--fail-under', '90'], /a number from 0 to 1/],
    [['a.json', '--min-score', ''], /a number from 0 to 1/],
    [['a.json', '--criterion', 'polite'], /as in polite=0.9/],
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
    [['--eval', ID, '--no-regression-against', ID], /against itself/],
    [[], /give a file/],
  ])('%j is refused', (args, says) => {
    expect(() => parse(...args)).toThrow(says)
  })
})

describe('the request', () => {
  it('is the file with the flags over it, and is not started by its creation', () => {
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

describe('the address of the service', () => {
  it.each([
    [undefined, 'http://localhost:8123'],
    ['https://heddle.example.com/', 'https://heddle.example.com'],
    ['http://localhost:8123/api/v1/', 'http://localhost:8123'],
    ['http://example.com/agents/', 'http://example.com/agents'],
  ])('%s is %s', (text, url) => {
    expect(parseServiceUrl(text)).toBe(url)
  })

  it.each(['localhost:8123', 'ftp://example.com', 'heddle'])('%s is none', (text) => {
    expect(() => parseServiceUrl(text)).toThrow('is not the URL of a service')
  })
})

/** `heddle evals run` as CI runs it: a separate process, with a service that evaluates the demo assistant. */
import { spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BUILT_IN_GRAPH, builtInAssistantId } from '../../src/domain/built-in-graph.js'
import { resolveBuildFile } from '../../src/platform/package-root.js'
import { callServer } from '../support/call-server.js'
import {
  EVAL_ID,
  makeEvaluation,
  respondJson,
  startEvalsServer,
  respondStream,
} from '../support/evals-server.js'
import { makeTempFolder, runHeddle, startHeddle, type Heddle } from '../support/heddle-process.js'

const KEY = 'a-key-of-my-own-choice'

/** The demo assistant asks back which order is meant. */
const asksBack = { input: { message: 'Where is my order?' }, expected_output: { contains: 'order number' } }
const neverSaid = { input: { message: 'Where is my order?' }, expected_output: { contains: 'xylophone' } }

describe('heddle evals run with a service', () => {
  let heddle: Heddle
  const folder = makeTempFolder()
  const file = join(folder, 'nightly.yaml')
  beforeAll(async () => {
    heddle = await startHeddle({ env: { AUTH_ENABLED: 'true', API_KEYS: KEY } })
    const { body } = await callServer(heddle, 'POST', '/api/v1/datasets', {
      key: KEY,
      body: { name: 'orders' },
    })
    const examples = [asksBack, asksBack, asksBack, neverSaid]
    await callServer(heddle, 'POST', `/api/v1/datasets/${body.id}/examples`, { key: KEY, body: { examples } })
    const assistant = builtInAssistantId(BUILT_IN_GRAPH)
    writeFileSync(file, `name: nightly\nassistant_id: ${assistant}\ndataset_id: ${body.id}\n`)
  })
  afterAll(() => heddle.stop())

  const run = (...args: string[]) =>
    runHeddle(['evals', 'run', ...args], { folder, env: { HEDDLE_URL: heddle.url, HEDDLE_API_KEY: KEY } })
  const readReport = () => JSON.parse(readFileSync(join(folder, 'found.json'), 'utf8'))

  it('the exit code is 0 or 1 by the gates, and evaluations are compared', async () => {
    const files = ['--json', 'found.json', '--junit', 'reports/junit.xml']
    const first = await run(file, '--fail-under', '0.75', ...files)
    expect(first.stdout).toContain('4 examples: 3 passed, 1 failed; 0 results without a score')
    expect(first.stderr).toContain('100 %  4/4')
    expect(first.code).toBe(0)
    expect(readReport()).toMatchObject({ passed: true, status: 'completed', evaluation: { name: 'nightly' } })
    const xml = readFileSync(join(folder, 'reports/junit.xml'), 'utf8')
    expect(xml).toContain('<testsuite name="nightly" tests="4" failures="1" errors="0" skipped="0"')
    expect(xml).toContain('xylophone')

    const baseline = readReport().eval_id as string
    const second = await run(
      file,
      '--name',
      'second',
      '--fail-under',
      '0.9',
      '--no-regression-against',
      baseline,
      ...files,
    )
    expect(second.stdout).toContain('FAILED  pass rate at least 0.9: it is 0.75')
    expect(second.stdout).toContain('passed  no significant regression: pass rate 0.75 → 0.75')
    expect(second.code).toBe(1)
    expect(readReport()).toMatchObject({ passed: false, comparison: { shared_examples: 4, regressed: [] } })

    const again = await run('--eval', baseline, '--criterion', 'expected_output=0.75', '--quiet')
    expect(again).toMatchObject({ code: 0, stdout: '', stderr: '' })

    const inspect = (...args: string[]) =>
      runHeddle(['evals', ...args], { folder, env: { HEDDLE_URL: heddle.url, HEDDLE_API_KEY: KEY } })
    expect((await inspect('list')).stdout).toMatch(
      new RegExp(`^${baseline} +completed +0\\.75 .* nightly$`, 'm'),
    )
    const compared = await inspect('compare', readReport().eval_id as string, baseline)
    expect(compared).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('no significant regression: '),
    })
    expect((await inspect('report', baseline, '--junit', '-')).stdout).toContain(
      '<testsuite name="nightly" tests="4"',
    )
    expect((await inspect('report', baseline)).stdout).toContain('4 examples: 3 passed, 1 failed')
  })

  it('an error of the service is printed, and the exit code is 2', async () => {
    const { code, stderr } = await run(file, '--dataset', EVAL_ID)
    expect(stderr).toContain(`404: Dataset ${EVAL_ID} does not exist`)
    expect(code).toBe(2)
  })
})

describe('heddle evals run', () => {
  it('the exit code is 2 for an invalid flag', async () => {
    const { code, stderr } = await runHeddle(['evals', 'run', 'a.yaml', '--fail-under', '90'])
    expect(stderr).toContain('Expected a number from 0 to 1')
    expect(code).toBe(2)
  })

  it('Ctrl-C leaves the evaluation running and prints the command that follows it', async () => {
    let isFollowed: () => void
    const followed = new Promise<void>((resolve) => (isFollowed = resolve))
    const server = await startEvalsServer({
      [`GET /${EVAL_ID}`]: respondJson(makeEvaluation({ status: 'running' })),
      [`GET /${EVAL_ID}/stream`]: (response, request) => {
        respondStream([': heartbeat\n\n'], 'stay')(response, request)
        isFollowed()
      },
    })
    const args = [resolveBuildFile('main.js'), 'evals', 'run', '--eval', EVAL_ID, '--url', server.url]
    const child = spawn(process.execPath, args, { cwd: makeTempFolder(), env: { PATH: process.env['PATH'] } })
    let stderr = ''
    child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text))
    try {
      await followed
      child.kill('SIGINT')
      const code = await new Promise((resolve) => child.once('close', resolve))
      expect(stderr).toContain(`heddle evals run --eval ${EVAL_ID} --url ${server.url}\n`)
      expect(code).toBe(130)
      expect(server.routes()).toEqual([`GET /${EVAL_ID}`, `GET /${EVAL_ID}/stream`])
    } finally {
      child.kill('SIGKILL')
      await server.stop()
    }
  })
})

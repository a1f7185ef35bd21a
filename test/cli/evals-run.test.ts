/** `heddle evals run` against a fake server: its requests, its output and its exit codes. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { CommandError, EXIT } from '../../src/cli/command-error.js'
import { page, runCommand, running, startServer, successResponders } from '../support/evals-command.js'
import {
  makeCompleted,
  EVAL_ID,
  makeEvaluation,
  toSseFrame,
  respondJson,
  OTHER_ID,
  respondError,
  makeResults,
  respondStream,
} from '../support/evals-server.js'
import { makeTempFolder } from '../support/heddle-process.js'

const comparison = (after: number, p: number) => {
  const test = {
    pairs: 4,
    before: 1,
    after,
    difference: after - 1,
    interval: null,
    p,
    p_corrected: p,
    detectable: 0.5,
  }
  const regressed = Array.from({ length: 12 }, (_, index) => `example-${String(index)}`)
  return respondJson({
    comparison: {
      shared_examples: 4,
      regressed,
      regressed_count: 12,
      pass: test,
      score: test,
      by_criterion: {},
    },
  })
}

describe('heddle evals run', () => {
  it('the command creates, starts and follows an evaluation, checks the gates and writes reports', async () => {
    const server = await startServer(successResponders)
    const folder = makeTempFolder()
    const file = join(folder, 'nightly.yaml')
    writeFileSync(
      file,
      'name: nightly\nrun_immediately: true\ncriteria:\n  - { name: polite, scorer: contains }\n',
    )
    const files = { junit: join(folder, 'new', 'junit.xml'), json: join(folder, 'new', 'found.json') }
    const { code, out, err } = await runCommand(
      server.url,
      { dataset: OTHER_ID, failUnder: 0.7, ...files },
      { file },
    )
    expect(err).toMatch(/^0 % {2}0\/4\n50 % {2}2\/4.*\n100 % {2}4\/4.*\n$/)
    expect(out).toBe(`nightly (${EVAL_ID})
4 examples: 3 passed, 1 failed; 0 results without a score

          pass rate  95 %        score  95 %
  all     0.75       0.3 … 0.95  0.75   0.25 … 1
  polite  0.75       0.3 … 0.95  0.75   0.25 … 1

Gates
  passed  pass rate at least 0.7: it is 0.75
  passed  at most 0.05 without a score: 0 of 4 results
`)
    expect(code).toBe(0)

    const [created] = server.requests
    expect(created).toMatchObject({
      route: 'POST ',
      body: { name: 'nightly', dataset_id: OTHER_ID, criteria: [{ name: 'polite', scorer: 'contains' }] },
      headers: { authorization: 'Bearer hdl_key', 'idempotency-key': expect.stringMatching(/^\S{36}$/) },
    })
    expect(created!.body).not.toHaveProperty('run_immediately')
    expect(JSON.parse(readFileSync(files.json, 'utf8'))).toMatchObject({
      eval_id: EVAL_ID,
      status: 'completed',
      passed: true,
      gates: [{ name: 'pass rate at least 0.7', passed: true, why: 'it is 0.75' }, { passed: true }],
      comparison: null,
      evaluation: makeCompleted(),
    })
    expect(readFileSync(files.junit, 'utf8')).toContain(
      '<testsuite name="nightly" tests="4" failures="1" errors="0"',
    )
  })

  it('--quiet prints only the failed gates', async () => {
    const { url } = await startServer(successResponders)
    const { code, out, err } = await runCommand(url, { eval: EVAL_ID, failUnder: 0.9, quiet: true })
    expect({ code, out }).toEqual({ code: 1, out: '' })
    expect(err).toBe('heddle: FAILED  pass rate at least 0.9: it is 0.75\n')
  })

  it('a report on standard output moves the table to standard error', async () => {
    const { url } = await startServer(successResponders)
    const { code, out, err } = await runCommand(url, { eval: EVAL_ID, minScore: 0.8, json: '-' })
    expect(code).toBe(1)
    expect(JSON.parse(out)).toMatchObject({ passed: false })
    expect(err).toContain('FAILED  score at least 0.8: it is 0.75')
  })

  it('the regression gate fails only for significant differences', async () => {
    const path = `GET /${EVAL_ID}/comparison?against=${OTHER_ID}`
    const baseline = { [`GET /${OTHER_ID}`]: respondJson(makeCompleted()) }
    const worse = await startServer({ ...successResponders, ...baseline, [path]: comparison(0.5, 0.01) })
    const failed = await runCommand(worse.url, { eval: EVAL_ID, regressionAgainst: OTHER_ID })
    expect(failed.code).toBe(1)
    expect(failed.out).toContain(
      'FAILED  no significant regression: pass rate 1 → 0.5, p = 0.010; score 1 → 0.5',
    )
    expect(failed.out).toMatch(/Passed before, fail now \(12\):\n {2}example-0\n(.*\n){9} {2}and 2 more\n$/)
    expect(
      (await runCommand(worse.url, { eval: EVAL_ID, regressionAgainst: OTHER_ID, alpha: 0.005 })).code,
    ).toBe(0)

    const open = await startServer({ ...successResponders, [`GET /${OTHER_ID}`]: respondJson(running) })
    const refused = await runCommand(open.url, { dataset: OTHER_ID, regressionAgainst: OTHER_ID })
    expect(refused.code).toBe(2)
    expect(open.routes()).toEqual([`GET /${OTHER_ID}`])
  })

  it('an existing evaluation is started if pending, followed if running, and only checked if it has ended', async () => {
    const record = `GET /${EVAL_ID}`
    const pending = await startServer({ ...successResponders, [record]: respondJson(makeEvaluation()) })
    expect((await runCommand(pending.url, { eval: EVAL_ID })).code).toBe(0)
    expect(pending.routes()).toEqual([record, `POST /${EVAL_ID}/run`, `${record}/stream`])

    const raced = await startServer({
      ...successResponders,
      [record]: [respondJson(makeEvaluation()), respondJson(running)],
      [`POST /${EVAL_ID}/run`]: respondError(409, 'the evaluation is running'),
    })
    expect((await runCommand(raced.url, { eval: EVAL_ID })).code).toBe(0)

    const ended = await startServer(successResponders)
    expect((await runCommand(ended.url, { eval: EVAL_ID })).code).toBe(0)
    expect(ended.routes()).toEqual([record])
  })
})

describe('heddle evals run without a verdict', () => {
  it.each([
    [
      'is refused',
      respondError(400, 'name is required', { name: 'is required' }),
      '400: name is required\n  name: is required\n',
    ],
    [
      'has no dataset',
      respondError(404, 'Dataset 7 does not exist', { dataset_id: '7' }),
      '404: Dataset 7 does not exist',
    ],
    ['lacks the criterion of a gate', respondJson(makeEvaluation(), 201), 'no criterion kind; it has polite'],
  ])('the exit code is 2 and nothing is started if the evaluation %s', async (_, responder, says) => {
    const server = await startServer({ ...successResponders, 'POST ': responder })
    const { code, err } = await runCommand(server.url, {
      dataset: OTHER_ID,
      criterion: [{ criterion: 'kind', minimum: 1 }],
    })
    expect(err).toContain(says)
    expect(code).toBe(2)
    expect(server.routes()).toEqual(['POST '])
  })

  it('the exit code is 4 if the key is refused', async () => {
    const server = await startServer({ 'POST ': respondError(401, 'the key is\u001b[2J revoked') })
    const { code, err } = await runCommand(server.url, { dataset: OTHER_ID })
    expect(err).toContain('401: the key is [2J revoked; set --api-key or HEDDLE_API_KEY\n')
    expect(code).toBe(4)
  })

  it.each([
    [
      'failed',
      { status: 'failed', error: { code: 'x', message: 'the dataset is gone' } },
      'failed: the dataset is gone',
    ],
    ['was cancelled', { status: 'cancelled' }, 'is cancelled'],
    ['needs reviewers', { status: 'awaiting_feedback' }, '4 results of evaluation'],
  ] as const)(
    'the exit code is 3 and the reports are written if the evaluation %s',
    async (_, changes, says) => {
      const { url } = await startServer({
        ...successResponders,
        [`GET /${EVAL_ID}/stream`]: respondStream([toSseFrame('end', makeEvaluation(changes))]),
        [`GET /${EVAL_ID}/results?limit=100`]: page(makeResults('awaiting_feedback')),
        [`GET /${EVAL_ID}/results?limit=100&status=awaiting_feedback`]: page(
          makeResults('awaiting_feedback'),
        ),
      })
      const junit = join(makeTempFolder(), 'junit.xml')
      const { code, err } = await runCommand(url, { dataset: OTHER_ID, junit })
      expect(err).toContain(says)
      expect(code).toBe(3)
      expect(readFileSync(junit, 'utf8')).toContain('skipped="4"')
    },
  )

  it.each([
    ['does not exist', 'missing.yaml', undefined, /missing.yaml cannot be read/],
    ['is not YAML', 'bad.yaml', 'name: [', /bad.yaml cannot be read/],
    ['contains no object', 'list.json', '[]', /must contain an object/],
  ])('the exit code is 2 if the file %s', async (_, name, text, says) => {
    const file = join(makeTempFolder(), name)
    if (text !== undefined) writeFileSync(file, text)
    const { code, err } = await runCommand('http://127.0.0.1:9', {}, { file })
    expect(err).toMatch(says)
    expect(code).toBe(2)
  })

  it('the exit code is 2 before any request if a report cannot be written', async () => {
    const folder = makeTempFolder()
    const { code, err } = await runCommand('http://127.0.0.1:9', { dataset: OTHER_ID, json: folder })
    expect({ code, err }).toEqual({
      code: 2,
      err: `heddle: ${folder} cannot be written: it is a directory\n`,
    })
  })

  it('a timeout or an interrupt prints the command that follows the evaluation', async () => {
    const { url } = await startServer({
      ...successResponders,
      [`GET /${EVAL_ID}/stream`]: respondStream([': heartbeat\n\n'], 'stay'),
    })
    const late = await runCommand(url, { dataset: OTHER_ID, timeout: 0.2 })
    expect(late.code).toBe(3)
    expect(late.err).toContain('took longer than 0.2 s')
    expect(late.err).toContain(`heddle evals run --eval ${EVAL_ID}\n`)

    const abortController = new AbortController()
    setTimeout(() => abortController.abort(new CommandError(EXIT.interrupted, 'interrupted')), 200)
    const stopped = await runCommand(url, { dataset: OTHER_ID, url }, { abortController })
    expect(stopped.code).toBe(130)
    expect(stopped.err).toContain(`heddle evals run --eval ${EVAL_ID} --url ${url}\n`)
  })
})

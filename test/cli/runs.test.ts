/** `heddle run`, `runs`, `tail` and `threads` with a service that executes runs. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../support/app.js'
import { makeCli, type Cli } from '../support/cli.js'

describe('commands for runs', () => {
  let app: TestApp
  let cli: Cli
  beforeAll(async () => {
    app = await startApp({ execute: true })
    cli = makeCli({ HEDDLE_URL: await app.listen() })
  })
  afterAll(() => app.stop())

  it('run streams the reply to stdout, and a pipe gets nothing else', async () => {
    const { code, stdout, stderr } = await cli.run(['run', 'Hello'])
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toMatch(/^Hello! I am .*\n$/)
  })

  it('run reads the message from stdin, and prints the run or its events as JSON', async () => {
    const run = JSON.parse(await cli.text(['run', '-', '--json'], { stdin: 'Hello' }))
    expect(run).toMatchObject({ status: 'completed', input: { message: 'Hello' } })
    const events = (await cli.text(['run', 'Hello', '-o', 'jsonl'])).trim().split('\n')
    expect(JSON.parse(events.at(-1)!)).toMatchObject({ type: 'run.completed' })
  })

  it('a run that fails has the exit code 1 and its error on stderr', async () => {
    const config = { block_patterns: ['Hello'], stages: ['input'] }
    const guardrails = [{ name: 'no_greeting', type: 'output_filter', enabled: true, config }]
    const data = JSON.stringify({ name: 'strict', config: { guardrails } })
    await cli.text(['assistants', 'create', '--data', data])
    const { code, stderr } = await cli.run(['run', 'Hello', '--assistant', 'strict'])
    expect(code).toBe(1)
    expect(stderr).toMatch(/^run [0-9a-f-]{36} failed.*: guardrail_blocked: /)
  })

  it('runs are listed, filtered, shown, repeated and tailed', async () => {
    const thread = await cli.json(['api', 'createThread', '--data', '{}'])
    const id = (await cli.text(['run', 'Hello', '--thread', thread.thread_id, '--detach'])).trim()
    expect(await cli.text(['runs', 'watch', id])).toMatch(/^Hello! I am/)
    const listed = await cli.json(['runs', 'list', '--thread', thread.thread_id, '--status', 'completed'])
    expect(listed).toMatchObject([{ run_id: id, status: 'completed' }])
    const table = await cli.text(['runs', 'list', '--thread', thread.thread_id])
    expect(table.split('\n')[0]).toMatch(/^RUN +STATUS +CREATED +DURATION +INPUT$/)
    expect(table).toMatch(new RegExp(`^${id} +completed .* Hello$`, 'm'))
    expect(await cli.text(['runs', 'get', id])).toMatch(/^reply +Hello! I am/m)
    expect(await cli.text(['runs', 'rerun', id])).toMatch(/^Hello! I am/)
    const tail = await cli.text(['tail', id])
    expect(tail).toContain('run.completed')
    expect(tail).not.toContain('llm.token')
    expect(await cli.text(['threads', 'history', thread.thread_id])).toMatch(
      /^user: Hello\nassistant: Hello! I am/,
    )
    const checkpoints = await cli.json(['threads', 'history', thread.thread_id, '--checkpoints'])
    expect(checkpoints.length).toBeGreaterThan(1)
    expect(await cli.text(['threads', 'get', thread.thread_id])).toMatch(/^status +idle$/m)
    expect(await cli.text(['threads', 'list'])).toContain(thread.thread_id)
  })

  it('a delayed run is cancelled, and a run that has ended cannot be', async () => {
    const { body } = await app.post('/api/v1/runs', {
      assistant_id: (await cli.json(['assistants', 'list']))[0].assistant_id,
      input: { message: 'later' },
      after_seconds: 1_000,
    })
    expect(await cli.text(['runs', 'cancel', body.run_id])).toMatch(/ cancelled$/m)
    const { code, stderr } = await cli.run(['runs', 'watch', body.run_id])
    expect({ code, stderr }).toEqual({ code: 1, stderr: `run ${body.run_id} cancelled\n` })
  })

  it('each line of stdin is a message of a chat in one thread', async () => {
    const { code, stdout, stderr } = await cli.run(['threads', 'chat'], { stdin: 'Hello\nHello again\n' })
    expect(code).toBe(0)
    expect(stdout.match(/I am Heddle/g)).toHaveLength(2)
    const [, thread] = /^thread (\S+);/.exec(stderr)!
    expect(await cli.json(['threads', 'history', thread!])).toHaveLength(4)
  })
})

/** `heddle inbox` with runs and threads that wait for a person, in every format of questions. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../support/app.js'
import { makeCli, type Cli } from '../support/cli.js'
import { makeWaitingProject } from '../support/waiting-project.js'

describe('heddle inbox', () => {
  let app: TestApp
  let cli: Cli
  beforeAll(async () => {
    app = await startApp({ execute: true, project: makeWaitingProject().folder })
    cli = makeCli({ HEDDLE_URL: await app.listen() })
  })
  afterAll(() => app.stop())

  /** Starts a run of the native API that waits, and returns its ID. */
  const startWaiting = async (graph: string): Promise<string> => {
    const args = ['run', '--input', '{"title":"Refund","messages":[]}', '--assistant', graph]
    const { code, stderr } = await cli.run(args)
    expect(code).toBe(3)
    const [, id] = /^run (\S+) waits for human_input: .*\nreply with: heddle inbox /.exec(stderr)!
    return id!
  }

  it('a waiting run is listed with its question, and approving it continues it', async () => {
    const id = await startWaiting('approval')
    const [item] = await cli.json(['inbox'])
    expect(item).toMatchObject({
      id,
      kind: 'run',
      action: 'human_input',
      question: expect.stringMatching(/^Refund/),
    })
    const run = JSON.parse((await cli.run(['inbox', 'approve', id, '--watch', '-o', 'json'])).stdout)
    expect(run).toMatchObject({
      status: 'completed',
      output: { responses: [{ type: 'accept', args: null }] },
    })
    expect(await cli.json(['inbox', 'list'])).toEqual([])
    expect(await cli.run(['inbox', 'approve', id])).toMatchObject({
      code: 2,
      stderr: `heddle: run ${id} does not wait: it is completed\n`,
    })
  })

  it('rejections and responses have the format of the question', async () => {
    const rejected = await startWaiting('approval')
    const first = JSON.parse((await cli.run(['inbox', 'reject', rejected, '-w', '-o', 'json'])).stdout)
    expect(first.output.responses).toEqual([{ type: 'ignore', args: null }])
    const answered = await startWaiting('approval')
    const second = JSON.parse(
      (await cli.run(['inbox', 'respond', answered, 'ask again', '-w', '-o', 'json'])).stdout,
    )
    expect(second.output.responses).toEqual([{ type: 'response', args: 'ask again' }])
    const actions = await startWaiting('actions')
    expect(await cli.run(['inbox', 'reject', actions])).toMatchObject({
      code: 2,
      stderr: 'heddle: the request for send_mail cannot be answered with reject; it allows approve, edit\n',
    })
    expect(await cli.text(['inbox', 'approve', actions, '--watch'])).toContain('Finished.')
  })

  it('a thread of the LangGraph API is continued by a new run', async () => {
    const { thread_id } = (await app.post('/threads', {})).body
    const body = { assistant_id: 'approval', input: { title: 'Refund' } }
    await app.post(`/threads/${thread_id}/runs/wait`, body)
    expect(await cli.text(['inbox'])).toMatch(new RegExp(`^${thread_id} +thread +human_input .*Refund`, 'm'))
    const { run_id } = await cli.json(['inbox', 'approve', thread_id])
    await cli.run(['tail', run_id])
    expect((await app.get(`/threads/${thread_id}/state`)).body.values.responses).toEqual([
      { type: 'accept', args: null },
    ])
  })
})

import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { packageRoot } from '../../src/platform/package-root.js'
import { dumpDatabase } from '../support/dump-database.js'
import { readRunEvents, executeRun, createThread, waitForRun } from '../support/runs.js'
import { useWebhooks } from '../support/use-webhooks.js'
import { startGuardedApp, type GuardedApp } from './support.js'

/** Texts that no door may let out, in the forms that they could leave in. */
const CARD = '4111 1111 1111 1111'
const PHRASE = 'Operation Nightfall'
const secrets = /4111.?1111|078-05-1120|jane\.roe|night\s*fall/i

const guardrails = [
  { name: 'pii', type: 'output_filter', config: { detect_patterns: ['credit_card', 'ssn', 'email'] } },
]
const blocking = [
  { name: 'phrases', type: 'output_filter', config: { block_patterns: ['operation nightfall'] } },
]

const graphOf = (nodes: object[], edges: object[]) => ({ nodes, edges })

describe('nothing of what a rule takes out leaves through any door', () => {
  let stage: GuardedApp
  beforeAll(async () => {
    stage = await startGuardedApp({ project: join(packageRoot, 'test/guardrails/project') })
  })
  afterAll(() => stage.stop())
  const hooks = useWebhooks(() => stage.app)

  const checkAllDoors = async (runId: string, threadId: string): Promise<void> => {
    const doors: Record<string, string> = {
      run: (await stage.app.get(`/api/v1/runs/${runId}`)).text,
      stream: JSON.stringify(await readRunEvents(stage.app, runId)),
      messages: (await stage.app.get(`/api/v1/threads/${threadId}/messages`)).text,
      thread: (await stage.app.get(`/api/v1/threads/${threadId}`)).text,
      audit: (await stage.app.get('/api/v1/governance/audit')).text,
    }
    for (const [name, text] of Object.entries(doors)) expect(text, name).not.toMatch(secrets)
    const stored = await dumpDatabase(stage.app.databaseUrl)
    expect(stored.filter((row) => secrets.test(row))).toEqual([])
  }

  it('the agent: posted and sent messages, answers, calls, results, webhooks', async () => {
    const hook = await hooks.register(['*'])
    const thread_id = await createThread(stage.app)
    await stage.app.post('/api/v1/messages', { thread_id, content: `My mail is jane.roe@example.com` })
    const assistant_id = await stage.createAssistant(guardrails, { tools: ['calculator'] })
    stage.setReplies(
      {
        text: `Looking up ${CARD} …`,
        toolCalls: [
          { id: 'call_1', name: 'calculator', args: { expression: '1', [`k ${CARD}`]: 4111111111111111 } },
        ],
      },
      `It is ${CARD}, of jane.roe@example.com, 078-05-1120.`,
    )
    const run = await executeRun(stage.app, {
      assistant_id,
      thread_id,
      input: { message: `My card: ${CARD}` },
    })
    expect(run.status).toBe('completed')
    expect(run.input).toEqual({ message: 'My card: [REDACTED]' })
    expect(run.output.response).toBe('It is [REDACTED], of [REDACTED], [REDACTED].')
    await checkAllDoors(run.run_id, thread_id)
    await hook.receiver.waitFor(1, ({ body }) => body.type === 'run.completed')
    expect(hook.receiver.received.length).toBeGreaterThan(10)
    expect(JSON.stringify(hook.receiver.received)).not.toMatch(secrets)
  })

  it('an answer that is blocked', async () => {
    const assistant_id = await stage.createAssistant(blocking, { tools: ['calculator'] })
    stage.setReplies(`We call it ${PHRASE}.`)
    const run = await executeRun(stage.app, { assistant_id, input: { message: 'What is it called?' } })
    expect(run.error.code).toBe('guardrail_blocked')
    await checkAllDoors(run.run_id, run.thread_id)
    const args = { expression: '1', plan: PHRASE }
    stage.setReplies({ toolCalls: [{ id: 'call_2', name: 'calculator', args }] }, 'Done.')
    const called = await executeRun(stage.app, { assistant_id, input: { message: 'Go' } })
    expect(called.error.message).toBe('the guardrail phrases blocked a tool call: it holds a blocked phrase')
    await checkAllDoors(called.run_id, called.thread_id)
  })

  it('declarative graphs: keys of the state, nested steps, questions to people, outputs', async () => {
    const graph_schema = graphOf(
      [
        { id: 'draft', type: 'llm', prompt: 'Write about {{ input.topic }}', output: 'draft' },
        { id: 'ask', type: 'human', prompt: 'Is this right: {{ draft }}?', output: 'answer' },
        { id: 'join', type: 'transform', set: { response: "draft + ' ' + answer" } },
      ],
      [
        { from: 'start', to: 'draft' },
        { from: 'draft', to: 'ask' },
        { from: 'ask', to: 'join' },
        { from: 'join', to: 'end' },
      ],
    )
    const assistant_id = await stage.createAssistant(guardrails, {}, { graph_schema })
    stage.setReplies(`Call ${CARD} now.`)
    const run = await executeRun(stage.app, { assistant_id, input: { topic: 'cards like 078-05-1120' } })
    expect(run).toMatchObject({ status: 'requires_action' })
    expect(JSON.stringify(run.required_action)).toContain('Call [REDACTED] now.')
    await stage.app.post(`/api/v1/runs/${run.run_id}/resume`, { input: `No, ${CARD}` })
    const ended = await waitForRun(stage.app, run.run_id, ['completed', 'failed'])
    expect(ended.output).toMatchObject({ response: 'Call [REDACTED] now. No, [REDACTED]' })
    await checkAllDoors(run.run_id, run.thread_id)
  })

  it.each(['invoked', 'streamed', 'tooled', 'functional'])('graphs of a project: %s', async (graph_id) => {
    const pii = await stage.createAssistant(guardrails, {}, { graph_id })
    const input = { messages: [{ role: 'user', content: `say It is ${CARD}, of jane.roe@example.com.` }] }
    const run = await executeRun(stage.app, { assistant_id: pii, input })
    expect(run.error).toBeNull()
    expect(JSON.stringify(run.output)).toContain('It is [REDACTED], of [REDACTED].')
    await checkAllDoors(run.run_id, run.thread_id)
    const phrases = await stage.createAssistant(blocking, {}, { graph_id })
    const hidden = { messages: [{ role: 'user', content: 'say in reverse .llafthgiN noitarepO' }] }
    const stopped = await executeRun(stage.app, { assistant_id: phrases, input: hidden })
    expect(stopped).toMatchObject({ status: 'failed', error: { code: 'guardrail_blocked' } })
    await checkAllDoors(stopped.run_id, stopped.thread_id)
  })

  it('errors that quote what went wrong', async () => {
    const assistant_id = await stage.createAssistant(guardrails, {}, { graph_id: 'fails' })
    const input = { messages: [{ role: 'user', content: `say ${CARD}` }] }
    const run = await executeRun(stage.app, { assistant_id, input })
    expect(run.error.message).toContain('cannot charge [REDACTED]')
    await checkAllDoors(run.run_id, run.thread_id)
  })
})

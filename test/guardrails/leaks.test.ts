import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { packageRoot } from '../../src/platform/package-root.js'
import { dumpDatabase } from '../support/dump-database.js'
import { readRunEvents, executeRun, createThread, waitForRun } from '../support/runs.js'
import { useWebhooks } from '../support/use-webhooks.js'
import { startGuardedApp, type GuardedApp } from './support.js'

/** Texts that must not appear in any response or row, in all their possible forms. */
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

describe('redacted and blocked text does not leak', () => {
  let guarded: GuardedApp
  beforeAll(async () => {
    guarded = await startGuardedApp({ project: join(packageRoot, 'test/guardrails/project') })
  })
  afterAll(() => guarded.stop())
  const hooks = useWebhooks(() => guarded.app)

  const expectNoLeaks = async (runId: string, threadId: string): Promise<void> => {
    const responses: Record<string, string> = {
      run: (await guarded.app.get(`/api/v1/runs/${runId}`)).text,
      stream: JSON.stringify(await readRunEvents(guarded.app, runId)),
      messages: (await guarded.app.get(`/api/v1/threads/${threadId}/messages`)).text,
      thread: (await guarded.app.get(`/api/v1/threads/${threadId}`)).text,
      audit: (await guarded.app.get('/api/v1/governance/audit')).text,
    }
    for (const [name, text] of Object.entries(responses)) expect(text, name).not.toMatch(secrets)
    const stored = await dumpDatabase(guarded.app.databaseUrl)
    expect(stored.filter((row) => secrets.test(row))).toEqual([])
  }

  it('the built-in agent does not leak through messages, outputs, tool calls, tool results or webhooks', async () => {
    const hook = await hooks.register(['*'])
    const thread_id = await createThread(guarded.app)
    await guarded.app.post('/api/v1/messages', { thread_id, content: `My mail is jane.roe@example.com` })
    const assistant_id = await guarded.createAssistant(guardrails, { tools: ['calculator'] })
    guarded.setReplies(
      {
        text: `Looking up ${CARD} …`,
        toolCalls: [
          { id: 'call_1', name: 'calculator', args: { expression: '1', [`k ${CARD}`]: 4111111111111111 } },
        ],
      },
      `It is ${CARD}, of jane.roe@example.com, 078-05-1120.`,
    )
    const run = await executeRun(guarded.app, {
      assistant_id,
      thread_id,
      input: { message: `My card: ${CARD}` },
    })
    expect(run.status).toBe('completed')
    expect(run.input).toEqual({ message: 'My card: [REDACTED]' })
    expect(run.output.response).toBe('It is [REDACTED], of [REDACTED], [REDACTED].')
    await expectNoLeaks(run.run_id, thread_id)
    await hook.receiver.waitFor(1, ({ body }) => body.type === 'run.completed')
    expect(hook.receiver.received.length).toBeGreaterThan(10)
    expect(JSON.stringify(hook.receiver.received)).not.toMatch(secrets)
  })

  it('a blocked output does not leak', async () => {
    const assistant_id = await guarded.createAssistant(blocking, { tools: ['calculator'] })
    guarded.setReplies(`We call it ${PHRASE}.`)
    const run = await executeRun(guarded.app, { assistant_id, input: { message: 'What is it called?' } })
    expect(run.error.code).toBe('guardrail_blocked')
    await expectNoLeaks(run.run_id, run.thread_id)
    const args = { expression: '1', plan: PHRASE }
    guarded.setReplies({ toolCalls: [{ id: 'call_2', name: 'calculator', args }] }, 'Done.')
    const called = await executeRun(guarded.app, { assistant_id, input: { message: 'Go' } })
    expect(called.error.message).toBe('Guardrail phrases blocked a tool call: contains a blocked phrase')
    await expectNoLeaks(called.run_id, called.thread_id)
  })

  it('declarative graphs do not leak through state keys, nested steps, interrupts or outputs', async () => {
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
    const assistant_id = await guarded.createAssistant(guardrails, {}, { graph_schema })
    guarded.setReplies(`Call ${CARD} now.`)
    const run = await executeRun(guarded.app, { assistant_id, input: { topic: 'cards like 078-05-1120' } })
    expect(run).toMatchObject({ status: 'requires_action' })
    expect(JSON.stringify(run.required_action)).toContain('Call [REDACTED] now.')
    await guarded.app.post(`/api/v1/runs/${run.run_id}/resume`, { input: `No, ${CARD}` })
    const ended = await waitForRun(guarded.app, run.run_id, ['completed', 'failed'])
    expect(ended.output).toMatchObject({ response: 'Call [REDACTED] now. No, [REDACTED]' })
    await expectNoLeaks(run.run_id, run.thread_id)
  })

  it.each(['invoked', 'streamed', 'tooled', 'functional'])(
    'the project graph "%s" does not leak',
    async (graph_id) => {
      const pii = await guarded.createAssistant(guardrails, {}, { graph_id })
      const input = { messages: [{ role: 'user', content: `say It is ${CARD}, of jane.roe@example.com.` }] }
      const run = await executeRun(guarded.app, { assistant_id: pii, input })
      expect(run.error).toBeNull()
      expect(JSON.stringify(run.output)).toContain('It is [REDACTED], of [REDACTED].')
      await expectNoLeaks(run.run_id, run.thread_id)
      const phrases = await guarded.createAssistant(blocking, {}, { graph_id })
      const hidden = { messages: [{ role: 'user', content: 'say in reverse .llafthgiN noitarepO' }] }
      const stopped = await executeRun(guarded.app, { assistant_id: phrases, input: hidden })
      expect(stopped).toMatchObject({ status: 'failed', error: { code: 'guardrail_blocked' } })
      await expectNoLeaks(stopped.run_id, stopped.thread_id)
    },
  )

  it('error messages that quote a text do not leak', async () => {
    const assistant_id = await guarded.createAssistant(guardrails, {}, { graph_id: 'fails' })
    const input = { messages: [{ role: 'user', content: `say ${CARD}` }] }
    const run = await executeRun(guarded.app, { assistant_id, input })
    expect(run.error.message).toContain('cannot charge [REDACTED]')
    await expectNoLeaks(run.run_id, run.thread_id)
  })
})

import { join } from 'node:path'
import { Client } from '@langchain/langgraph-sdk'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { packageRoot } from '../../src/platform/package-root.js'
import { STREAM_MODES } from '../../src/schema/run-kwargs.js'
import { startGuardedApp, type GuardedApp } from '../guardrails/support.js'
import { dumpDatabase } from '../support/dump-database.js'

/** Texts that no endpoint may return, in all forms in which they could appear. */
const CARD = '4111 1111 1111 1111'
const secrets = /4111.?1111|night\s*fall/i
const SAY_CARD = `say It is ${CARD}.`
const SAY_PHRASE = 'say in reverse .llafthgiN noitarepO'

const redacting = [{ name: 'pii', type: 'output_filter', config: { detect_patterns: ['credit_card'] } }]
const blocking = [
  { name: 'phrases', type: 'output_filter', config: { block_patterns: ['operation nightfall'] } },
]

describe('guardrails of runs of the LangGraph API', () => {
  let stage: GuardedApp
  let client: Client
  beforeAll(async () => {
    stage = await startGuardedApp({ project: join(packageRoot, 'test/guardrails/project') })
    client = new Client({ apiUrl: await stage.app.listen(), callerOptions: { maxRetries: 0 } })
  })
  afterAll(() => stage.stop())

  const follow = async (assistant: string, input: object) => {
    const { thread_id } = await client.threads.create()
    const events: { event: string; data: unknown }[] = []
    const options = { input: { ...input }, streamMode: [...STREAM_MODES], streamSubgraphs: true }
    for await (const event of client.runs.stream(thread_id, assistant, options)) events.push(event)
    return { thread_id, events, eventNames: new Set(events.map(({ event }) => event.split('|')[0])) }
  }
  const toInput = (content: string) => ({ messages: [{ role: 'user', content }] })

  /** Oldest first. */
  const decisionsIn = async (thread_id: string): Promise<string[]> => {
    const { body } = await stage.app.get(`/api/v1/governance/audit?thread_id=${thread_id}`)
    const { data } = body as { data: { guardrail: string; stage: string; action: string }[] }
    return data.map(({ guardrail, stage, action }) => `${guardrail} ${stage} ${action}`).reverse()
  }

  const checkAllEndpoints = async (thread_id: string, events: unknown): Promise<void> => {
    const [run] = await client.runs.list(thread_id)
    const endpoints: Record<string, unknown> = {
      stream: events,
      state: await client.threads.getState(thread_id, undefined, { subgraphs: true }),
      history: await client.threads.getHistory(thread_id),
      thread: await client.threads.get(thread_id),
      run,
      join: await client.runs.join(thread_id, run?.run_id ?? ''),
      stored: (await dumpDatabase(stage.app.databaseUrl)).filter((row) => secrets.test(row)),
    }
    for (const [name, shown] of Object.entries(endpoints))
      expect(JSON.stringify(shown), name).not.toMatch(secrets)
  }

  it.each(['invoked', 'streamed', 'tooled', 'functional', 'writes'])(
    'no endpoint returns a blocked text of the project graph %s',
    async (graph_id) => {
      const redacted = await follow(
        await stage.createAssistant(redacting, {}, { graph_id }),
        toInput(SAY_CARD),
      )
      expect(redacted.eventNames).not.toContain('error')
      expect(JSON.stringify(redacted.events.at(-1)?.data)).toContain('It is [REDACTED].')
      await checkAllEndpoints(redacted.thread_id, redacted.events)
      const stopped = await follow(
        await stage.createAssistant(blocking, {}, { graph_id }),
        toInput(SAY_PHRASE),
      )
      expect(stopped.events.at(-1)).toMatchObject({
        event: 'error',
        data: { message: expect.stringContaining('phrases') },
      })
      await checkAllEndpoints(stopped.thread_id, stopped.events)
    },
  )

  it('the agent still streams its message in chunks, without the redacted text', async () => {
    const assistant = await stage.createAssistant(redacting, { tools: ['calculator'] })
    const args = { expression: '1', [`k ${CARD}`]: CARD }
    stage.setReplies(
      { text: 'Looking …', toolCalls: [{ id: 'call_1', name: 'calculator', args }] },
      `So it is: ${CARD}, yes, that it is.`,
    )
    const { thread_id, events, eventNames } = await follow(assistant, toInput(`My card: ${CARD}`))
    for (const mode of [
      'messages',
      'messages/partial',
      'messages/metadata',
      'messages/complete',
      'tools',
      'events',
      'debug',
      'values',
    ])
      expect(eventNames, mode).toContain(mode)
    const chunks = events.flatMap(({ event, data }) =>
      event.split('|')[0] === 'messages'
        ? [data as [{ id: string; content: string; type: string; tool_call_chunks: unknown[] }]]
        : [],
    )
    const aiChunks = chunks.filter(([{ type }]) => type === 'AIMessageChunk')
    expect(aiChunks.length).toBeGreaterThan(5)
    expect(aiChunks.map(([{ content }]) => content).join('')).toBe(
      'Looking …So it is: [REDACTED], yes, that it is.',
    )
    expect(aiChunks.flatMap(([{ tool_call_chunks }]) => tool_call_chunks)).toMatchObject([
      { name: 'calculator', id: 'call_1' },
    ])
    expect(
      events
        .filter(({ event }) => event.startsWith('tools'))
        .map(({ data }) => (data as { event: string }).event),
    ).toEqual(['on_tool_start', 'on_tool_end'])
    await checkAllEndpoints(thread_id, events)
  })

  it('commands and state updates are checked like an input', async () => {
    const strict = [
      {
        name: 'pii',
        type: 'output_filter',
        config: { detect_patterns: ['credit_card'], stages: ['input', 'output'] },
      },
    ]
    const assistant = await stage.createAssistant(strict, {}, { graph_id: 'invoked' })
    const { thread_id } = await client.threads.create()
    const command = { update: toInput(SAY_CARD), goto: 'speak' }
    await client.runs.wait(thread_id, assistant, { command })
    await checkAllEndpoints(thread_id, {})
    await client.threads.updateState(thread_id, { values: toInput(`Mine is ${CARD}`), asNode: 'speak' })
    const state = await client.threads.getState(thread_id)
    expect(JSON.stringify(state.values)).toContain('Mine is [REDACTED]')
    await checkAllEndpoints(thread_id, {})
    const phrases = [
      {
        name: 'phrases',
        type: 'output_filter',
        config: { block_patterns: ['operation nightfall'], stages: ['input'] },
      },
    ]
    const other = await client.threads.create()
    await client.runs.wait(
      other.thread_id,
      await stage.createAssistant(phrases, {}, { graph_id: 'invoked' }),
      {
        input: toInput('say hello'),
      },
    )
    await expect(
      client.threads.updateState(other.thread_id, { values: toInput('Operation Nightfall') }),
    ).rejects.toThrow(/phrases/)
    await checkAllEndpoints(other.thread_id, {})
    // The audit trail contains the decisions about state updates, including rejected ones, beside those about the runs.
    expect([await decisionsIn(thread_id), await decisionsIn(other.thread_id)]).toEqual([
      ['pii input redact', 'pii input redact'],
      ['phrases input block'],
    ])
  })

  it('a run waits for the review of its output, and the next run continues with the decision', async () => {
    const review = [{ name: 'four eyes', type: 'human_review', config: { for_amounts_over: 1000 } }]
    const assistant = await stage.createAssistant(review, {}, { graph_id: 'invoked' })
    const { thread_id, events } = await follow(assistant, toInput('say in reverse .000,5$ rof dloS'))
    expect(JSON.stringify(events.filter(({ event }) => /^messages|^events/.test(event)))).not.toContain(
      'Sold for $5,000.',
    )
    expect(await client.threads.get(thread_id)).toMatchObject({ status: 'interrupted' })
    const result = await client.runs.wait(thread_id, assistant, {
      command: { resume: { decision: 'approve' } },
    })
    expect(JSON.stringify(result)).toContain('Sold for $5,000.')
  })
})

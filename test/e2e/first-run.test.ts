/** The example of the specification, as a new user runs it: with the demo model, and with a model provider. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { startOpenAiServer } from '../support/openai-server.js'
import { startHeddle, type Heddle } from '../support/heddle-process.js'
import { parseFrames } from '../support/runs.js'

const run = promisify(execFile)

const curl = async (...args: string[]): Promise<string> =>
  (await run('curl', ['-sS', '--max-time', '20', ...args])).stdout

const post = async (url: string, body: object) =>
  JSON.parse(
    await curl('-X', 'POST', url, '-H', 'Content-Type: application/json', '-d', JSON.stringify(body)),
  )

const runExample = async ({ url }: Heddle) => {
  const api = `${url}/api/v1`
  const assistant = await post(`${api}/assistants`, {
    name: 'Support agent',
    config: { model: 'openai:gpt-4o', temperature: 0.2 },
  })
  const thread = await post(`${api}/threads`, { metadata: { user_id: 'user-42' } })
  const created = await post(`${api}/runs`, {
    thread_id: thread.thread_id,
    assistant_id: assistant.assistant_id,
    input: { message: 'Where is my order?' },
  })
  expect(created.status).toBe('queued')
  const events = parseFrames(await curl('-N', `${api}/stream?run_id=${created.run_id}`))
  const result = JSON.parse(await curl(`${api}/runs/${created.run_id}`))
  return { events, result }
}

describe('the example of the specification with curl', () => {
  it('the example works without a key and without a network, and reports the demo model', async () => {
    const heddle = await startHeddle()
    expect(heddle.output()).toContain('demo')
    const [, command] = /^ {2}Try it {3}(curl .*)$/m.exec(heddle.output()) ?? []
    const { stdout } = await run('sh', ['-c', command!])
    expect(JSON.parse(stdout)).toMatchObject({
      status: 'completed',
      output: { response: expect.stringMatching(/./) },
    })
    const { events, result } = await runExample(heddle)
    expect(events.map(({ type }) => type)).toEqual(
      expect.arrayContaining([
        'run.started',
        'node.started',
        'llm.token',
        'llm.completion',
        'node.completed',
        'checkpoint.saved',
        'run.completed',
      ]),
    )
    expect(result).toMatchObject({ status: 'completed', usage: { model: 'demo', estimated: true } })
    expect(result.output.response).toMatch(/order/i)
    expect(events.at(-1)?.data.output).toEqual(result.output)
    for (const path of ['/info', '/health']) {
      expect(JSON.parse(await curl(`${heddle.url}${path}`))).toMatchObject({ demo_mode: true })
    }
    await heddle.stop()
  })

  it('the example works with a model provider that is set by one environment variable', async () => {
    const text = 'Your order left the warehouse this morning.'
    const usage = { prompt_tokens: 11, completion_tokens: 7, total_tokens: 18 }
    const provider = await startOpenAiServer({ reply: () => ({ text, usage }) })
    const heddle = await startHeddle({ env: { OPENAI_BASE_URL: provider.url } })
    const { events, result } = await runExample(heddle)
    expect(result).toMatchObject({
      status: 'completed',
      output: { response: text },
      usage: { input_tokens: 11, output_tokens: 7, total_tokens: 18, calls: 1 },
    })
    const tokens = events.filter(({ type }) => type === 'llm.token').map(({ data }) => data.token)
    expect(tokens.length).toBeGreaterThan(3)
    expect(tokens.join('')).toBe(text)
    expect(provider.requests).toHaveLength(1)
    expect(provider.requests[0]!.body).toMatchObject({
      model: 'gpt-4o',
      temperature: 0.2,
      stream: true,
      messages: [{ role: 'user', content: 'Where is my order?' }],
    })
    expect(JSON.parse(await curl(`${heddle.url}/info`))).toMatchObject({ demo_mode: false })
    await heddle.stop()
    await provider.stop()
  })

  it('cancelling a run aborts the request to the model provider', async () => {
    const provider = await startOpenAiServer({ reply: () => ({ text: 'one two three four', stallAfter: 2 }) })
    const heddle = await startHeddle({ env: { OPENAI_BASE_URL: provider.url } })
    const created = await post(`${heddle.url}/api/v1/runs`, {
      assistant_id: 'fe096781-5601-53d2-b2f6-0d3403f7e9ca',
      input: { message: 'hello' },
    })
    const stream = curl('-N', `${heddle.url}/api/v1/stream?run_id=${created.run_id}`)
    while (provider.requests.length === 0) await new Promise((resolve) => setTimeout(resolve, 20))
    await new Promise((resolve) => setTimeout(resolve, 100))
    await post(`${heddle.url}/api/v1/runs/${created.run_id}/cancel`, {})
    await expect(provider.requests[0]!.completed).resolves.toBe(false)
    expect(parseFrames(await stream).at(-1)?.type).toBe('run.cancelled')
    await heddle.stop()
    await provider.stop()
  })
})

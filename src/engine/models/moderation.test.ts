import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isModerationModel } from './moderation.js'
import { makeModels } from './models.js'

describe('the moderation endpoint', () => {
  const requests: { path: string | undefined; key: string | undefined; body: unknown }[] = []
  let reply: { status: number; body: object } = { status: 200, body: {} }
  const server = createServer((request, response) => {
    let text = ''
    request.on('data', (part: Buffer) => (text += part.toString()))
    request.on('end', () => {
      requests.push({ path: request.url, key: request.headers.authorization, body: JSON.parse(text) })
      response.writeHead(reply.status, { 'content-type': 'application/json' }).end(JSON.stringify(reply.body))
    })
  })
  beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)))
  afterAll(() => new Promise((resolve) => server.close(resolve)))

  const moderate = (model: string, categories: string[]) =>
    makeModels({
      OPENAI_BASE_URL: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/v1`,
      OPENAI_API_KEY: 'sk-test',
      DEMO_MODEL: 'off',
      MODEL_TIMEOUT_SECONDS: 5,
      MODEL_MAX_RETRIES: 0,
    }).moderate(model, 'some text', categories, AbortSignal.timeout(5_000))

  it('is used only for moderation models', () => {
    expect(['openai:omni-moderation-latest', 'text-moderation-007', 'gpt-4o'].map(isModerationModel)).toEqual(
      [true, true, false],
    )
  })

  it('returns the highest score of the requested categories under the guardrail category names', async () => {
    const category_scores = { hate: 0.2, 'hate/threatening': 0.7, 'self-harm/intent': 0.4, sexual: 0.9 }
    reply = { status: 200, body: { results: [{ category_scores }] } }
    expect(await moderate('openai:omni-moderation-latest', ['hate_speech', 'self_harm'])).toEqual({
      category: 'hate_speech',
      score: 0.7,
    })
    expect(requests.at(-1)).toEqual({
      path: '/v1/moderations',
      key: 'Bearer sk-test',
      body: { model: 'omni-moderation-latest', input: 'some text' },
    })
    expect(await moderate('omni-moderation-latest', ['violence'])).toBeUndefined()
  })

  it('throws if the endpoint fails or returns no scores', async () => {
    reply = { status: 500, body: {} }
    await expect(moderate('omni-moderation-latest', ['violence'])).rejects.toThrow('returned HTTP 500')
    reply = { status: 200, body: { results: [] } }
    await expect(moderate('omni-moderation-latest', ['violence'])).rejects.toThrow('returned no scores')
  })
})

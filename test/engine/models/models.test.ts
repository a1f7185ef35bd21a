import { afterEach, describe, expect, test, vi } from 'vitest'
import type { ModelEnvironment } from '../../../src/engine/models/environment.js'
import { makeModels } from '../../../src/engine/models/models.js'
import { startOpenAiServer, type OpenAiServer } from '../../support/openai-server.js'

const servers: OpenAiServer[] = []
afterEach(async () => {
  vi.unstubAllEnvs()
  await Promise.all(servers.splice(0).map((server) => server.stop()))
})

const start = async () => {
  const server = await startOpenAiServer()
  servers.push(server)
  return server
}

const environment = (overrides: Partial<ModelEnvironment> = {}): ModelEnvironment => ({
  DEMO_MODEL: 'auto',
  MODEL_TIMEOUT_SECONDS: 10,
  MODEL_MAX_RETRIES: 0,
  ...overrides,
})

describe('an endpoint that an assistant names', () => {
  test('is called without a key and never receives the key of the operator', async () => {
    const [operatorServer, assistantServer] = [await start(), await start()]
    vi.stubEnv('OPENAI_API_KEY', 'sk-secret')
    vi.stubEnv('OPENAI_ORGANIZATION', 'org-secret')
    vi.stubEnv('OPENAI_ORG_ID', 'org-secret')
    vi.stubEnv('OPENAI_PROJECT_ID', 'project-secret')
    vi.stubEnv('OPENAI_ADMIN_KEY', 'admin-secret')
    vi.stubEnv('OPENAI_CUSTOM_HEADERS', 'x-gateway-token: header-secret')
    const models = makeModels(
      environment({ OPENAI_API_KEY: 'sk-secret', OPENAI_BASE_URL: operatorServer.url }),
    )
    const model = await models.chatModel({ model: 'openai:some-model', base_url: assistantServer.url })
    expect((await model.invoke('hi')).text).toBe('echo: hi')
    expect((await model.withConfig({ tags: ['bound'] }).invoke('hi')).text).toBe('echo: hi')
    expect(operatorServer.requests).toHaveLength(0)
    expect(assistantServer.requests).toHaveLength(2)
    for (const request of assistantServer.requests) {
      expect(request.body.model).toBe('some-model')
      expect(request.headers.authorization).toBe('Bearer none')
      expect(JSON.stringify(request.headers)).not.toContain('secret')
    }
  })

  test('is called with the fetch that can refuse targets, and a refusal is not retried', async () => {
    const assistantServer = await start()
    let refused = 0
    const refusingFetch = async () => {
      refused++
      throw new Error('the target is forbidden')
    }
    const models = makeModels(environment({ MODEL_MAX_RETRIES: 3 }), {
      assistantEndpointFetch: refusingFetch,
    })
    const model = await models.chatModel({ model: 'm', base_url: assistantServer.url })
    await expect(model.invoke('hi')).rejects.toThrow(/forbidden|connection error/i)
    expect(refused).toBe(1)
    expect(assistantServer.requests).toHaveLength(0)
  })
})

describe('environment variables of the process', () => {
  test('are ignored: only the passed settings are used', async () => {
    const [configuredServer, environmentServer] = [await start(), await start()]
    vi.stubEnv('OPENAI_BASE_URL', environmentServer.url)
    vi.stubEnv('OPENAI_API_BASE', environmentServer.url)
    vi.stubEnv('OPENAI_API_KEY', 'sk-stray')
    vi.stubEnv('LANGSMITH_GATEWAY', environmentServer.url)
    const models = makeModels(environment({ OPENAI_BASE_URL: configuredServer.url }))
    await (await models.chatModel({ model: 'gpt-4o' })).invoke('hi')
    expect(configuredServer.requests[0]?.headers.authorization).toBe('Bearer none')
    expect(environmentServer.requests).toHaveLength(0)
    await expect(
      makeModels(environment({ DEMO_MODEL: 'off' })).chatModel({ model: 'gpt-4o' }),
    ).rejects.toMatchObject({ code: 'model_not_configured' })
  })
})

describe('Ollama', () => {
  test('is called under /v1 of its URL without the key of the operator', async () => {
    const ollama = await start()
    const models = makeModels(
      environment({ OLLAMA_BASE_URL: ollama.url.replace('/v1', ''), OPENAI_API_KEY: 'sk-secret' }),
    )
    await (await models.chatModel({ model: 'llama3:8b' })).invoke('hi')
    expect(ollama.requests[0]).toMatchObject({
      path: '/v1/chat/completions',
      body: { model: 'llama3:8b' },
      headers: { authorization: 'Bearer none' },
    })
  })
})

describe('Anthropic', () => {
  test('uses its own package', async () => {
    const models = makeModels(environment({ ANTHROPIC_API_KEY: 'sk-ant' }))
    const model = await models.chatModel({ model: 'claude-sonnet-4-5', max_tokens: 7 })
    expect(model._llmType()).toBe('anthropic')
    expect(model).toMatchObject({ model: 'claude-sonnet-4-5', apiKey: 'sk-ant', maxTokens: 7 })
  })

  test('without the package, the error names the package to install', async () => {
    vi.doMock('@langchain/anthropic', () => {
      throw new Error('Cannot find package')
    })
    vi.resetModules()
    const { makeModels: makeAgain } = await import('../../../src/engine/models/models.js')
    const models = makeAgain(environment({ ANTHROPIC_API_KEY: 'sk-ant' }))
    await expect(models.chatModel({ model: 'claude-sonnet-4-5' })).rejects.toMatchObject({
      code: 'model_not_configured',
      message:
        'Anthropic models require a package that is not installed: run npm install @langchain/anthropic',
    })
    vi.doUnmock('@langchain/anthropic')
  })
})

describe('model instances', () => {
  test('are shared by equal settings only', async () => {
    const models = makeModels(environment({ OPENAI_API_KEY: 'sk' }))
    const model = await models.chatModel({ model: 'gpt-4o', temperature: 0.5 })
    expect(await models.chatModel({ model: 'openai:gpt-4o', temperature: 0.5 })).toBe(model)
    expect(await models.chatModel({ model: 'gpt-4o', temperature: 0.6 })).not.toBe(model)
    expect(await models.chatModel({ model: 'gpt-4o', temperature: 0.5, max_tokens: 5 })).not.toBe(model)
  })

  test('are evicted after a hundred other instances were used', async () => {
    const models = makeModels(environment({ OPENAI_API_KEY: 'sk' }))
    const first = await models.chatModel({ model: 'gpt-first' })
    const second = await models.chatModel({ model: 'gpt-second' })
    for (let n = 0; n < 98; n++) await models.chatModel({ model: `gpt-${String(n)}` })
    expect(await models.chatModel({ model: 'gpt-first' })).toBe(first)
    await models.chatModel({ model: 'gpt-one-more' })
    expect(await models.chatModel({ model: 'gpt-first' })).toBe(first)
    expect(await models.chatModel({ model: 'gpt-second' })).not.toBe(second)
  })
})

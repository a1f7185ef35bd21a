import { describe, expect, test } from 'vitest'
import { isDemoMode, type ModelEnvironment } from './environment.js'
import { resolveRoute } from './model-route.js'

const environment = (overrides: Partial<ModelEnvironment> = {}): ModelEnvironment => ({
  DEMO_MODEL: 'auto',
  MODEL_TIMEOUT_SECONDS: 60,
  MODEL_MAX_RETRIES: 2,
  ...overrides,
})

const openai = { OPENAI_API_KEY: 'sk' }
const gateway = { OPENAI_BASE_URL: 'http://gateway/v1' }
const anthropic = { ANTHROPIC_API_KEY: 'ant' }
const ollama = { OLLAMA_BASE_URL: 'http://ollama:11434' }
const allProviders = { ...openai, ...anthropic, ...ollama }

const toOpenAi = (model: string) => ({ provider: 'openai', model, apiKey: 'sk', isAssistantEndpoint: false })
const toGateway = (model: string) => ({
  provider: 'openai',
  model,
  baseUrl: 'http://gateway/v1',
  apiKey: 'none',
  isAssistantEndpoint: false,
})
const toAnthropic = (model: string) => ({ provider: 'anthropic', model, apiKey: 'ant' })
const toOllama = (model: string) => ({
  provider: 'openai',
  model,
  baseUrl: 'http://ollama:11434/v1',
  apiKey: 'none',
  isAssistantEndpoint: false,
})

describe('the provider of a model', () => {
  test.each([
    ['openai:gpt-4o', allProviders, toOpenAi('gpt-4o')],
    ['anthropic:claude-x', allProviders, toAnthropic('claude-x')],
    ['ollama:llama3:8b', allProviders, toOllama('llama3:8b')],
    ['gpt-4o', allProviders, toOpenAi('gpt-4o')],
    ['o3-mini', allProviders, toOpenAi('o3-mini')],
    ['chatgpt-4o-latest', allProviders, toOpenAi('chatgpt-4o-latest')],
    ['ft:gpt-4o:org::id', allProviders, toOpenAi('ft:gpt-4o:org::id')],
    ['claude-sonnet-4-5', allProviders, toAnthropic('claude-sonnet-4-5')],
    ['claude-sonnet-4-5', gateway, toGateway('claude-sonnet-4-5')],
    ['llama3:8b', allProviders, toOllama('llama3:8b')],
    ['llama3:8b', { ...gateway, ...ollama }, toOllama('llama3:8b')],
    ['llama3:8b', gateway, toGateway('llama3:8b')],
    ['gpt-oss:20b', allProviders, toOllama('gpt-oss:20b')],
    ['qwen2.5', ollama, toOllama('qwen2.5')],
    ['deepseek-r1:7b', ollama, toOllama('deepseek-r1:7b')],
    ['azure:gpt-4o', gateway, toGateway('azure:gpt-4o')],
    ['anything at all', gateway, toGateway('anything at all')],
    ['smollm2:1.7b', ollama, toOllama('smollm2:1.7b')],
  ])('%s with %j resolves to its provider', (model, settings, expected) => {
    expect(resolveRoute({ model }, environment(settings))).toEqual(expected)
  })

  test.each([
    [
      'gpt-4o',
      anthropic,
      'no provider is configured for the model gpt-4o: set OPENAI_API_KEY or OPENAI_BASE_URL',
    ],
    [
      'openai:x',
      ollama,
      'no provider is configured for the model openai:x: set OPENAI_API_KEY or OPENAI_BASE_URL',
    ],
    ['claude-x', openai, 'no provider is configured for the model claude-x: set ANTHROPIC_API_KEY'],
    [
      'llama3',
      openai,
      'no provider is configured for the model llama3: set OLLAMA_BASE_URL or OPENAI_BASE_URL',
    ],
    [
      'azure:gpt-4o',
      openai,
      'no provider is known for the model azure:gpt-4o: name it with its provider (openai:azure:gpt-4o), or set OPENAI_BASE_URL',
    ],
  ])('%s with %j is rejected with a hint about the missing setting', (model, settings, message) => {
    const resolve = () => resolveRoute({ model }, environment(settings))
    expect(resolve).toThrow(expect.objectContaining({ code: 'model_not_configured', message }))
  })

  test.each([
    [{ ...allProviders, DEFAULT_MODEL: 'claude-y' }, toAnthropic('claude-y')],
    [allProviders, toOpenAi('gpt-4o-mini')],
    [{ ...anthropic, ...ollama }, toAnthropic('claude-sonnet-4-5')],
    [ollama, toOllama('llama3.2')],
    [
      { ...gateway, ...openai },
      { ...toGateway('gpt-4o-mini'), apiKey: 'sk' },
    ],
  ])('without a model name, %j selects the default', (settings, expected) => {
    expect(resolveRoute({}, environment(settings))).toEqual(expected)
    expect(resolveRoute({ model: ' ' }, environment(settings))).toEqual(expected)
  })

  test('without a model name, a provider or the demo model, the error lists the settings', () => {
    expect(() => resolveRoute({}, environment({ DEMO_MODEL: 'off' }))).toThrow(
      'no model is named and no provider is configured: ' +
        'set OPENAI_API_KEY, OPENAI_BASE_URL, ANTHROPIC_API_KEY or OLLAMA_BASE_URL',
    )
  })
})

describe('an endpoint that the assistant names', () => {
  const base_url = 'https://models.example.com/v1'

  test('takes precedence over the providers and never receives their keys', () => {
    const route = { provider: 'openai', baseUrl: base_url, apiKey: 'none', isAssistantEndpoint: true }
    expect(resolveRoute({ model: 'gpt-4o', base_url }, environment(allProviders))).toEqual({
      ...route,
      model: 'gpt-4o',
    })
    expect(resolveRoute({ model: 'ollama:llama3:8b', base_url }, environment(allProviders))).toEqual({
      ...route,
      model: 'llama3:8b',
    })
    expect(resolveRoute({ model: 'm', base_url }, environment())).toEqual({ ...route, model: 'm' })
    expect(resolveRoute({ model: 'm', base_url }, environment({ DEMO_MODEL: 'off' }))).toEqual({
      ...route,
      model: 'm',
    })
  })

  test('is ignored if the operator allows only the demo model', () => {
    expect(resolveRoute({ model: 'm', base_url }, environment({ DEMO_MODEL: 'on' }))).toEqual({
      provider: 'demo',
      slow: false,
    })
  })

  test('requires a model name', () => {
    expect(() => resolveRoute({ base_url }, environment())).toThrow('base_url is set but no model is named')
  })

  test.each(['models.example.com', 'file:///etc/passwd', 'https://user:pass@models.example.com/v1'])(
    'is rejected as base_url if it is %s, and the error names the field',
    (bad) => {
      expect(() => resolveRoute({ model: 'm', base_url: bad }, environment())).toThrow(
        expect.objectContaining({
          code: 'validation_error',
          message: expect.stringMatching(/^base_url must/),
        }),
      )
    },
  )
})

describe('the demo model', () => {
  test.each([
    [{}, true],
    [{ OPENAI_API_KEY: '' }, true],
    [openai, false],
    [gateway, false],
    [anthropic, false],
    [ollama, false],
    [{ DEMO_MODEL: 'off' as const }, false],
    [{ DEMO_MODEL: 'on' as const, ...allProviders }, true],
    [{ DEFAULT_MODEL: 'gpt-4o' }, true],
  ])('with %j, demo mode is %s', (settings, expected) => {
    expect(isDemoMode(environment(settings))).toBe(expected)
  })

  test.each(['gpt-4o', 'anthropic:claude-x', 'llama3:8b', undefined])('handles %s in demo mode', (model) => {
    expect(resolveRoute({ model }, environment())).toEqual({ provider: 'demo', slow: false })
  })

  test('can be selected next to real providers, also as the default model', () => {
    expect(resolveRoute({ model: 'demo' }, environment(allProviders))).toEqual({
      provider: 'demo',
      slow: false,
    })
    expect(resolveRoute({ model: 'demo:slow' }, environment(allProviders))).toEqual({
      provider: 'demo',
      slow: true,
    })
    expect(resolveRoute({}, environment({ ...allProviders, DEFAULT_MODEL: 'demo' }))).toEqual({
      provider: 'demo',
      slow: false,
    })
  })

  test('cannot be selected if it is turned off', () => {
    expect(() =>
      resolveRoute({ model: 'demo' }, environment({ ...allProviders, DEMO_MODEL: 'off' })),
    ).toThrow(
      expect.objectContaining({
        code: 'model_not_configured',
        message: 'the model demo is turned off by DEMO_MODEL=off: name another model',
      }),
    )
  })

  test('does not replace a missing provider if it is turned off', () => {
    expect(() => resolveRoute({ model: 'gpt-4o' }, environment({ DEMO_MODEL: 'off' }))).toThrow(
      'no provider is configured for the model gpt-4o: set OPENAI_API_KEY or OPENAI_BASE_URL',
    )
  })
})

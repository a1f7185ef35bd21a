import { describe, expect, test } from 'vitest'
import { isDemoMode, type ModelEnvironment } from './environment.js'
import { routeOf } from './model-route.js'

const environment = (more: Partial<ModelEnvironment> = {}): ModelEnvironment => ({
  DEMO_MODEL: 'auto',
  MODEL_TIMEOUT_SECONDS: 60,
  MODEL_MAX_RETRIES: 2,
  ...more,
})

const openai = { OPENAI_API_KEY: 'sk' }
const gateway = { OPENAI_BASE_URL: 'http://gateway/v1' }
const anthropic = { ANTHROPIC_API_KEY: 'ant' }
const ollama = { OLLAMA_BASE_URL: 'http://ollama:11434' }
const all = { ...openai, ...anthropic, ...ollama }

const atOpenAi = (model: string) => ({ provider: 'openai', model, apiKey: 'sk', foreign: false })
const atGateway = (model: string) => ({
  provider: 'openai',
  model,
  baseUrl: 'http://gateway/v1',
  apiKey: 'none',
  foreign: false,
})
const atAnthropic = (model: string) => ({ provider: 'anthropic', model, apiKey: 'ant' })
const atOllama = (model: string) => ({
  provider: 'openai',
  model,
  baseUrl: 'http://ollama:11434/v1',
  apiKey: 'none',
  foreign: false,
})

describe('which provider serves a model', () => {
  test.each([
    ['openai:gpt-4o', all, atOpenAi('gpt-4o')],
    ['anthropic:claude-x', all, atAnthropic('claude-x')],
    ['ollama:llama3:8b', all, atOllama('llama3:8b')],
    ['gpt-4o', all, atOpenAi('gpt-4o')],
    ['o3-mini', all, atOpenAi('o3-mini')],
    ['chatgpt-4o-latest', all, atOpenAi('chatgpt-4o-latest')],
    ['ft:gpt-4o:org::id', all, atOpenAi('ft:gpt-4o:org::id')],
    ['claude-sonnet-4-5', all, atAnthropic('claude-sonnet-4-5')],
    ['claude-sonnet-4-5', gateway, atGateway('claude-sonnet-4-5')],
    ['llama3:8b', all, atOllama('llama3:8b')],
    ['llama3:8b', { ...gateway, ...ollama }, atOllama('llama3:8b')],
    ['llama3:8b', gateway, atGateway('llama3:8b')],
    ['gpt-oss:20b', all, atOllama('gpt-oss:20b')],
    ['qwen2.5', ollama, atOllama('qwen2.5')],
    ['deepseek-r1:7b', ollama, atOllama('deepseek-r1:7b')],
    ['azure:gpt-4o', gateway, atGateway('azure:gpt-4o')],
    ['anything at all', gateway, atGateway('anything at all')],
    ['smollm2:1.7b', ollama, atOllama('smollm2:1.7b')],
  ])('%s with %j', (model, settings, expected) => {
    expect(routeOf({ model }, environment(settings))).toEqual(expected)
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
  ])('%s with %j is refused with what to set', (model, settings, message) => {
    const refused = () => routeOf({ model }, environment(settings))
    expect(refused).toThrow(expect.objectContaining({ code: 'model_not_configured', message }))
  })

  test.each([
    [{ ...all, DEFAULT_MODEL: 'claude-y' }, atAnthropic('claude-y')],
    [all, atOpenAi('gpt-4o-mini')],
    [{ ...anthropic, ...ollama }, atAnthropic('claude-sonnet-4-5')],
    [ollama, atOllama('llama3.2')],
    [
      { ...gateway, ...openai },
      { ...atGateway('gpt-4o-mini'), apiKey: 'sk' },
    ],
  ])('without a name, %j decides', (settings, expected) => {
    expect(routeOf({}, environment(settings))).toEqual(expected)
    expect(routeOf({ model: ' ' }, environment(settings))).toEqual(expected)
  })

  test('without a name, a provider or the demo model the error lists what can be set', () => {
    expect(() => routeOf({}, environment({ DEMO_MODEL: 'off' }))).toThrow(
      'no model is named and no provider is configured: ' +
        'set OPENAI_API_KEY, OPENAI_BASE_URL, ANTHROPIC_API_KEY or OLLAMA_BASE_URL',
    )
  })
})

describe('an endpoint of the assistant', () => {
  const base_url = 'https://models.example.com/v1'

  test('wins over the providers and gets no key of theirs', () => {
    const own = { provider: 'openai', baseUrl: base_url, apiKey: 'none', foreign: true }
    expect(routeOf({ model: 'gpt-4o', base_url }, environment(all))).toEqual({ ...own, model: 'gpt-4o' })
    expect(routeOf({ model: 'ollama:llama3:8b', base_url }, environment(all))).toEqual({
      ...own,
      model: 'llama3:8b',
    })
    expect(routeOf({ model: 'm', base_url }, environment())).toEqual({ ...own, model: 'm' })
    expect(routeOf({ model: 'm', base_url }, environment({ DEMO_MODEL: 'off' }))).toEqual({
      ...own,
      model: 'm',
    })
  })

  test('is left alone where the operator wants nothing but the demo model', () => {
    expect(routeOf({ model: 'm', base_url }, environment({ DEMO_MODEL: 'on' }))).toEqual({
      provider: 'demo',
      slow: false,
    })
  })

  test('needs a model name', () => {
    expect(() => routeOf({ base_url }, environment())).toThrow('base_url is set but no model is named')
  })

  test.each(['models.example.com', 'file:///etc/passwd', 'https://user:pass@models.example.com/v1'])(
    'is refused when it is %s, and the field is named',
    (bad) => {
      expect(() => routeOf({ model: 'm', base_url: bad }, environment())).toThrow(
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
    [{ DEMO_MODEL: 'on' as const, ...all }, true],
    [{ DEFAULT_MODEL: 'gpt-4o' }, true],
  ])('with %j, demo mode is %s', (settings, expected) => {
    expect(isDemoMode(environment(settings))).toBe(expected)
  })

  test.each(['gpt-4o', 'anthropic:claude-x', 'llama3:8b', undefined])(
    'answers for %s in demo mode',
    (model) => {
      expect(routeOf({ model }, environment())).toEqual({ provider: 'demo', slow: false })
    },
  )

  test('can be named beside real providers, also as the default', () => {
    expect(routeOf({ model: 'demo' }, environment(all))).toEqual({ provider: 'demo', slow: false })
    expect(routeOf({ model: 'demo:slow' }, environment(all))).toEqual({ provider: 'demo', slow: true })
    expect(routeOf({}, environment({ ...all, DEFAULT_MODEL: 'demo' }))).toEqual({
      provider: 'demo',
      slow: false,
    })
  })

  test('cannot be named when it is turned off', () => {
    expect(() => routeOf({ model: 'demo' }, environment({ ...all, DEMO_MODEL: 'off' }))).toThrow(
      expect.objectContaining({
        code: 'model_not_configured',
        message: 'the model demo is turned off by DEMO_MODEL=off: name another model',
      }),
    )
  })

  test('is not a way around a provider that is missing', () => {
    expect(() => routeOf({ model: 'gpt-4o' }, environment({ DEMO_MODEL: 'off' }))).toThrow(
      'no provider is configured for the model gpt-4o: set OPENAI_API_KEY or OPENAI_BASE_URL',
    )
  })
})

import type { BaseChatModel } from '@langchain/core/language_models/chat_models'
import { describe, expect, test } from 'vitest'
import type { StreamMode } from '../../../../src/schema/run-kwargs.js'
import { CASES as ANTHROPIC_CASES } from './anthropic-recordings.js'
import { comparePaths } from './compare-paths.js'
import { CASES as OPENAI_CASES } from './openai-recordings.js'
import { runAgent, TOOLS } from './run-agent.js'

const MODES: StreamMode[] = ['messages-tuple', 'messages', 'updates', 'values']

const runBothApis = (hasTools: boolean) => async (model: BaseChatModel) => {
  const options = hasTools ? { tools: TOOLS } : {}
  const native = await runAgent(model, options)
  const langGraph = await runAgent(model, { ...options, streamModes: MODES })
  return { native, langGraph }
}

const CASES = [
  ...OPENAI_CASES.map(([name, recordings]) => ['openai', name, recordings] as const),
  ...ANTHROPIC_CASES.map(([name, recordings]) => ['anthropic', name, recordings] as const),
]

describe('a recorded stream gives the same requests, messages, events and errors as with the client of LangChain', () => {
  test.each(CASES)('%s: %s', async (provider, _name, recordings) => {
    const repeated = [...recordings, ...recordings]
    for (const hasTools of [true, false]) {
      const { own, langChain } = await comparePaths(provider, repeated, runBothApis(hasTools))
      expect(own.requests).toEqual(langChain.requests)
      expect(own.requests.length).toBeGreaterThan(0)
      expect(own.result).toEqual(langChain.result)
    }
  })
})

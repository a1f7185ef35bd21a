/** Creates a toolbox for tests, and stops it and registered servers after each test. */
import type { ToolMessage } from '@langchain/core/messages'
import type { RunnableConfig } from '@langchain/core/runnables'
import { afterEach } from 'vitest'
import { redactTexts } from '../../../src/domain/secrets/redact-texts.js'
import { makeToolbox } from '../../../src/engine/tools/toolbox.js'
import { makeGuardedFetch } from '../../../src/platform/net/guarded-fetch.js'

const started: { stop: () => Promise<unknown> }[] = []

export const stopAfterTest = <T extends { stop: () => Promise<unknown> }>(server: T): T => {
  started.push(server)
  return server
}

afterEach(async () => {
  for (const server of started.splice(0).reverse()) await server.stop()
})

interface Options {
  allowPrivate?: boolean
  mcpIdleMs?: number
  clock?: () => number
  secrets?: Record<string, string>
}

export const makeTestToolbox = ({
  allowPrivate = true,
  mcpIdleMs = 60_000,
  clock = Date.now,
  secrets = {},
}: Options = {}) => {
  const warnings: string[] = []
  const warn = (message: string) => void warnings.push(message)
  const instance = makeToolbox({ fetch: makeGuardedFetch({ allowPrivate }), clock, mcpIdleMs, warn })
  stopAfterTest({ stop: instance.close })
  const openFor = async (tenant_id: string, ...definitions: unknown[]) => {
    const toolSet = await instance.open(tenant_id, definitions, {
      secrets,
      redactSecrets: redactTexts(Object.values(secrets)),
    })
    /** Calls a tool like a graph does. */
    const call = async (name: string, args: Record<string, unknown> = {}, config: RunnableConfig = {}) => {
      const toolCall = { type: 'tool_call' as const, id: 'call_1', name, args }
      const { content, status } = (await toolSet.server.get(name)!.invoke(toolCall, config)) as ToolMessage
      return { content, status }
    }
    return { ...toolSet, call }
  }
  const open = (...definitions: unknown[]) => openFor('default', ...definitions)
  return { open, openFor, warnings, close: instance.close }
}

export const success = (content: string) => ({ content, status: 'success' })
export const failure = (content: string) => ({ content: `Error: ${content}`, status: 'error' })

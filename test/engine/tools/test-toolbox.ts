/** A toolbox and servers that are closed after each test. */
import type { ToolMessage } from '@langchain/core/messages'
import type { RunnableConfig } from '@langchain/core/runnables'
import { afterEach } from 'vitest'
import { makeToolbox } from '../../../src/engine/tools/toolbox.js'
import { makeGuardedFetch } from '../../../src/platform/net/guarded-fetch.js'

const started: { stop: () => Promise<unknown> }[] = []

export const keep = <T extends { stop: () => Promise<unknown> }>(server: T): T => {
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
}

export const toolbox = ({ allowPrivate = true, mcpIdleMs = 60_000, clock = Date.now }: Options = {}) => {
  const box = makeToolbox({ fetch: makeGuardedFetch({ allowPrivate }), clock, mcpIdleMs })
  keep({ stop: box.close })
  const open = async (...definitions: unknown[]) => {
    const set = await box.open(definitions)
    /** As a graph calls it. */
    const call = async (name: string, args: Record<string, unknown> = {}, config: RunnableConfig = {}) => {
      const sent = { type: 'tool_call' as const, id: 'call_1', name, args }
      const { content, status } = (await set.server.get(name)!.invoke(sent, config)) as ToolMessage
      return { content, status }
    }
    return { ...set, call }
  }
  return { open, close: box.close }
}

export const ok = (content: string) => ({ content, status: 'success' })
export const failed = (content: string) => ({ content: `Error: ${content}`, status: 'error' })

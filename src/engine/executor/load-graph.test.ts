import { FakeListChatModel } from '@langchain/core/utils/testing'
import { expect, it } from 'vitest'
import type { StartRun } from '../threads/executor-protocol.js'
import { CheckpointSaver } from './checkpoint-saver.js'
import { makeGraphLoader } from './load-graph.js'

const MCP_TOOL = { type: 'mcp', url: 'https://tools.example/mcp', headers: { authorization: 'Bearer same' } }
const BUILT_IN_TOOL = { type: 'builtin', name: 'calculator' }

/** Loads the graph of an agent with this tool for each tenant, and returns the tenants whose tools were opened. */
const loadForTenants = async (tool: object, tenants: string[]): Promise<string[]> => {
  const opened: string[] = []
  const load = makeGraphLoader({
    project: null,
    graphDeps: {
      chatModel: () => Promise.resolve(new FakeListChatModel({ responses: [] })),
      authorizeToolCall: ({ args }) => Promise.resolve({ args }),
      fetch,
    },
    openTools: (tenant_id) => {
      opened.push(tenant_id)
      return Promise.resolve({ definitions: [], server: new Map(), client: new Set<string>() })
    },
    saver: new CheckpointSaver(() => {
      throw new Error('no checkpoint is read')
    }),
    entryHooks: { beforeNode: () => undefined, onEnter: () => undefined },
  })
  const assistant = {
    assistant_id: 'a',
    graph_id: 'agent',
    config: { tools: [tool] },
    graph_schema: {},
    context: {},
  }
  const graphs = await Promise.all(
    tenants.map((tenant_id) =>
      load({ tenant_id, assistant, assistants: [], secrets: {}, redactedTexts: [] } as unknown as StartRun),
    ),
  )
  expect(new Set(graphs).size).toBe(opened.length)
  return opened
}

it('tenants with the same assistant config do not share a graph with MCP tools, because its session has state', async () => {
  expect(await loadForTenants(MCP_TOOL, ['first', 'second', 'first'])).toEqual(['first', 'second'])
})

it('tenants with the same assistant config share a graph without MCP tools', async () => {
  expect(await loadForTenants(BUILT_IN_TOOL, ['first', 'second'])).toEqual(['first'])
})

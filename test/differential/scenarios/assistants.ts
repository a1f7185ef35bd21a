import { attempt, type Scenario } from '../scenario.js'

export const assistants: Scenario[] = [
  {
    name: 'an assistant is created, read, updated, reverted and deleted',
    run: async ({ client, mark }) => {
      const { assistant_id } = await client.assistants.create({
        graphId: 'counting',
        name: 'Counter',
        description: 'Counts by threes',
        context: { step: 3 },
        metadata: { mark, team: { name: 'blue', size: 3 } },
      })
      await client.assistants.get(assistant_id)
      await client.assistants.update(assistant_id, { metadata: { more: true } })
      await client.assistants.update(assistant_id, { name: 'Slow counter', context: { step: 2 } })
      await client.assistants.getVersions(assistant_id)
      await client.assistants.getVersions(assistant_id, { limit: 1, offset: 1 })
      await client.assistants.getVersions(assistant_id, { metadata: { more: true } })
      await client.assistants.getVersions(assistant_id, { metadata: { team: { size: 3 } }, limit: 2 })
      await attempt(client.assistants.getVersions(assistant_id, { metadata: { more: false } }))
      await client.assistants.setLatest(assistant_id, 1)
      await client.assistants.get(assistant_id)
      await client.runs.wait(null, assistant_id, { input: { numbers: [1, 2] } })
      await client.assistants.delete(assistant_id)
    },
  },
  {
    name: 'an assistant with only a graph ID has defaults',
    run: async ({ client }) => {
      const { assistant_id } = await client.assistants.create({ graphId: 'agent' })
      await client.assistants.get(assistant_id)
    },
  },
  {
    name: 'an assistant with a client-chosen ID is created once',
    run: async ({ client }) => {
      const assistantId = crypto.randomUUID()
      await client.assistants.create({ graphId: 'agent', assistantId, name: 'First' })
      await client.assistants.create({
        graphId: 'agent',
        assistantId,
        name: 'Second',
        ifExists: 'do_nothing',
      })
      await client.assistants
        .create({ graphId: 'agent', assistantId, ifExists: 'raise' })
        .catch(() => undefined)
    },
  },
  {
    name: 'a graph has a built-in assistant',
    run: async ({ client }) => {
      await client.assistants.get('agent')
      await client.assistants.get('counting')
      await client.assistants.search({ metadata: { created_by: 'system' }, graphId: 'asking' })
    },
  },
  {
    name: 'assistants are searched, counted and paged',
    run: async ({ client, mark }) => {
      for (const name of ['Anna', 'Berta', 'Carla'])
        await client.assistants.create({ graphId: 'agent', name, metadata: { mark, in: { team: name[0] } } })
      const metadata = { mark }
      await client.assistants.search({ metadata })
      await client.assistants.search({ metadata, sortBy: 'created_at', sortOrder: 'desc' })
      await client.assistants.search({ metadata, sortBy: 'name', sortOrder: 'asc' })
      await client.assistants.search({ metadata, limit: 2 })
      await client.assistants.search({ metadata, limit: 2, offset: 2 })
      await client.assistants.search({ metadata, name: 'ERT' })
      await client.assistants.search({ metadata, graphId: 'counting' })
      await client.assistants.search({ metadata: { mark, in: { team: 'C' } }, select: ['name', 'graph_id'] })
      await client.assistants.count({ metadata })
      await client.assistants.count({ metadata, name: 'carla', graphId: 'agent' })
    },
  },
  {
    name: 'the threads of an assistant are deleted with it on request',
    run: async ({ client, quiet }) => {
      const { assistant_id } = await client.assistants.create({ graphId: 'counting' })
      const { thread_id } = await client.threads.create()
      await quiet.runs.wait(thread_id, assistant_id, { input: { numbers: [1] } })
      await client.assistants.delete(assistant_id, { deleteThreads: true })
      await attempt(client.threads.get(thread_id))
    },
  },
  ...['agent', 'asking', 'counting'].map((graph) => ({
    name: `the graph ${graph} is described`,
    run: async ({ client }: Parameters<Scenario['run']>[0]) => {
      await client.assistants.getGraph(graph)
      await client.assistants.getGraph(graph, { xray: true })
      await client.assistants.getGraph(graph, { xray: false })
      await client.assistants.getSchemas(graph)
      await client.assistants.getSubgraphs(graph)
      await client.assistants.getSubgraphs(graph, { recurse: true })
      await client.assistants.getSubgraphs(graph, { namespace: 'permission' })
    },
  })),
]

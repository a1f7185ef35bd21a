import { readAll, waitUntilIdle, type Scenario } from '../scenario.js'

type Tools = Parameters<Scenario['run']>[0]

/** The IDs of the two concurrent interrupts. */
const openQuestions = async (quiet: Tools['quiet'], thread_id: string) => {
  const { tasks } = await quiet.threads.getState(thread_id)
  const ids = tasks.map(({ name, interrupts }) => [name, interrupts[0]?.id ?? ''])
  return Object.fromEntries(ids) as { askColour: string; askSize: string }
}

export const interrupts: Scenario[] = [
  {
    name: 'interrupts in a subgraph, two at once, and a breakpoint before the last node',
    run: async ({ client, quiet }) => {
      const { thread_id } = await client.threads.create()
      const streamMode = ['values', 'updates'] as ('values' | 'updates')[]
      await readAll(client.runs.stream(thread_id, 'asking', { input: { item: 'hat' }, streamMode }))
      await waitUntilIdle(quiet, thread_id)
      await client.threads.get(thread_id)
      await client.threads.getState(thread_id)
      await client.threads.getState(thread_id, undefined, { subgraphs: true })
      await readAll(client.runs.stream(thread_id, 'asking', { command: { resume: true }, streamMode }))
      await waitUntilIdle(quiet, thread_id)
      await client.threads.get(thread_id)
      await client.threads.getState(thread_id)
      const { askColour, askSize } = await openQuestions(quiet, thread_id)
      const resume = { [askColour]: 'red', [askSize]: 'XL' }
      await readAll(client.runs.stream(thread_id, 'asking', { command: { resume }, streamMode }))
      await waitUntilIdle(quiet, thread_id)
      await client.threads.get(thread_id)
      await client.threads.getState(thread_id)
      await readAll(client.runs.stream(thread_id, 'asking', { input: null, streamMode }))
      await waitUntilIdle(quiet, thread_id)
      await client.threads.get(thread_id)
      await client.threads.getHistory(thread_id, { limit: 20 })
    },
  },
  {
    name: 'one of two interrupts is resumed first',
    run: async ({ client, quiet }) => {
      const { thread_id } = await client.threads.create()
      await quiet.runs.wait(thread_id, 'asking', { input: {} })
      await quiet.runs.wait(thread_id, 'asking', { command: { resume: true } })
      const { askSize } = await openQuestions(quiet, thread_id)
      await client.runs.wait(thread_id, 'asking', { command: { resume: { [askSize]: 'S' } } })
      await waitUntilIdle(quiet, thread_id)
      await client.threads.get(thread_id)
      await client.threads.getState(thread_id)
      await client.runs.wait(thread_id, 'asking', { command: { resume: 'blue' } })
    },
  },
  {
    name: 'an interrupted run is waited for',
    run: async ({ client, quiet }) => {
      const { thread_id } = await client.threads.create()
      await client.runs.wait(thread_id, 'asking', { input: {} })
      await waitUntilIdle(quiet, thread_id)
      const [run] = await client.runs.list(thread_id)
      await client.runs.join(thread_id, run!.run_id)
    },
  },
  ...(['interruptBefore', 'interruptAfter'] as const).flatMap((where) =>
    [['add'], '*' as const].map((nodes) => ({
      name: `${where} ${JSON.stringify(nodes)}`,
      run: async ({ client, quiet }: Tools) => {
        const { thread_id } = await client.threads.create()
        await readAll(
          client.runs.stream(thread_id, 'counting', {
            input: { numbers: [1] },
            [where]: nodes,
            streamMode: ['values', 'updates'],
          }),
        )
        await waitUntilIdle(quiet, thread_id)
        await client.threads.get(thread_id)
        await client.threads.getState(thread_id)
        await client.runs.wait(thread_id, 'counting', { input: null })
      },
    })),
  ),
  {
    name: 'a command updates the state and selects the next node',
    run: async ({ client, quiet }) => {
      const { thread_id } = await client.threads.create()
      await client.runs.wait(thread_id, 'counting', { input: { numbers: [1] } })
      const command = { update: { log: ['by command'], numbers: [10] }, goto: 'add' }
      await client.runs.wait(thread_id, 'counting', { command })
      await client.runs.wait(thread_id, 'counting', {
        command: {
          goto: [
            { node: 'square', input: { number: 3 } },
            { node: 'square', input: { number: 4 } },
          ],
        },
      })
      await client.runs.wait(thread_id, 'counting', {
        command: { update: [['log', ['a pair']]], goto: 'sum' },
      })
      await waitUntilIdle(quiet, thread_id)
      await client.threads.getHistory(thread_id, { limit: 3 })
    },
  },
]

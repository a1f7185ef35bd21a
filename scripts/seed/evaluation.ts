/** A dataset and an evaluation that compares the two versions of the support agent. */
import type { SeedContext } from './context.js'

const EXAMPLES: readonly [message: string, contains: string][] = [
  ['I want a refund for order 4711', 'refund'],
  ['Please give me my money back', 'order number'],
  ['What is 12 * 12?', '144'],
  ['Is my parcel late?', 'order number'],
  ['Hello', 'help'],
  ['Do you sell gift cards?', 'gift cards are'],
]

/** Each of the two versions runs each example. */
export const EVALUATION_RUNS = 2 * EXAMPLES.length

export const evaluate = async ({ client, assistants }: SeedContext): Promise<void> => {
  const suffix = new Date().toISOString().slice(0, 19)
  const { dataset_id } = await client.post('/datasets', {
    name: `support questions ${suffix}`,
    description: 'Questions of customers with the words that a response must contain.',
  })
  await client.post(`/datasets/${dataset_id}/examples`, {
    examples: EXAMPLES.map(([message, contains], index) => ({
      input: { message },
      expected_output: { contains },
      tags: [index < 2 ? 'refund' : 'other'],
    })),
  })
  const assistant_id = assistants['support-agent']
  const { eval_id } = await client.post('/evals', {
    name: 'support-agent, shorter instructions',
    type: 'comparison',
    assistants: [
      { assistant_id, version: 1, label: 'before' },
      { assistant_id, version: 2, label: 'after' },
    ],
    dataset_id,
    criteria: [
      { name: 'expected', scorer: 'expected' },
      { name: 'short', scorer: 'length', config: { max: 200 } },
    ],
    run_immediately: true,
  })
  await client.poll(`/evals/${eval_id}`, ({ status }) => status === 'completed')
}

/** What all scenarios of the seed use. */
import type { AssistantIds } from './assistants.js'
import type { Body, Client, ToolCall } from './client.js'
import type { Random } from './random.js'
import type { Texts } from './texts.js'

export interface SeedContext {
  client: Client
  random: Random
  texts: Texts
  assistants: AssistantIds
}

export type Execute = (context: SeedContext) => Promise<void>

export interface Scenario {
  execute: Execute
  /** The number of runs that it creates. */
  runs: number
}

export const createRun = (
  { client, assistants, random }: SeedContext,
  assistant: string,
  body: Record<string, unknown>,
): Promise<Body> =>
  client.post('/runs', {
    assistant_id: assistants[assistant],
    metadata: { env: random.pick(['prod', 'prod', 'prod', 'staging']), region: random.pick(['eu', 'us']) },
    ...body,
  })

/** Responds to everything that the run waits for, as its clients and reviewers would. */
export const finishActions = async (context: SeedContext, runId: string): Promise<Body> => {
  for (;;) {
    const run = await context.client.settle(runId)
    if (run.status !== 'requires_action') return run
    await respondTo(context, run)
  }
}

const respondTo = async ({ client, random }: SeedContext, run: Body): Promise<void> => {
  const { type, tool_calls = [], interrupts = [] } = run.required_action ?? { type: '' }
  const path = `/runs/${run.run_id}`
  if (type === 'submit_tool_outputs') {
    await client.post(`${path}/submit_tool_outputs`, {
      tool_outputs: tool_calls.map((call) => ({
        tool_call_id: call.id,
        output: makeToolOutput(call, random),
      })),
    })
  } else if (type === 'review') {
    const decision = random.pick(['approve', 'approve', 'reject'])
    await client.post(`${path}/review`, { decision, reviewer: 'dana', reason: 'checked with the shop' })
  } else {
    const input =
      interrupts[0]?.value.options === undefined
        ? { cost_centre: random.pick(['marketing', 'operations', 'research']) }
        : random.pick(['approve', 'approve', 'approve', 'reject'])
    await client.post(`${path}/resume`, { input })
  }
}

const makeToolOutput = ({ name, arguments: args }: ToolCall, random: Random): string =>
  JSON.stringify(
    name === 'get_order'
      ? {
          order: args['order_id'],
          status: random.pick(['packed', 'shipped', 'delivered']),
          total: random.integer(20, 400),
        }
      : { order: args['order_id'], refunded: args['amount'] },
  )

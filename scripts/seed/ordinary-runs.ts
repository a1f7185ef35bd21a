/** Runs as most of them are: they complete, and people and clients respond to their questions. */
import { createRun, finishActions, type Execute, type Scenario } from './context.js'
import type { Random } from './random.js'

/** A conversation, in which the client looks up the order. */
const holdConversation =
  (turns: number): Execute =>
  async (context) => {
    const { client, texts, random, assistants } = context
    const order = texts.orderId()
    const { thread_id } = await client.post('/threads', {
      assistant_id: assistants['support-agent'],
      title: `Order ${order}`,
      metadata: { order, channel: random.pick(['chat', 'mail', 'phone']) },
    })
    for (let turn = 0; turn < turns; turn++) {
      const message = turn === 0 ? texts.orderQuestion(order) : texts.followUp()
      const run = await createRun(context, 'support-agent', { thread_id, input: { message } })
      await finishActions(context, run.run_id)
    }
  }

const paySmallRefund: Execute = async (context) => {
  const order_id = context.texts.orderId()
  const amount = context.texts.amount(5, 100)
  const input = { message: context.texts.complaint(order_id), order_id, amount }
  const run = await createRun(context, 'refund-agent', { input })
  await finishActions(context, run.run_id)
}

const decideRefund: Execute = async (context) => {
  const order_id = context.texts.orderId()
  const amount = context.texts.amount(110, 900)
  const input = { message: context.texts.complaint(order_id), order_id, amount }
  const run = await createRun(context, 'refund-agent', { input })
  await finishActions(context, run.run_id)
}

const readInvoice: Execute = async (context) => {
  const input = { text: context.texts.invoice(context.texts.amount(40, 1_400)) }
  const run = await createRun(context, 'invoice-reader', { input })
  await finishActions(context, run.run_id)
}

const research: Execute = async (context) => {
  const { texts, random } = context
  const input = { question: texts.question(), sources: texts.sources(random.integer(2, 4)) }
  await finishActions(context, (await createRun(context, 'research-agent', { input })).run_id)
}

const cleanData: Execute = async (context) => {
  const input = { file: context.texts.file(), passes: context.random.integer(1, 5) }
  await finishActions(context, (await createRun(context, 'data-cleaner', { input })).run_id)
}

/** The carrier is down, so this fails. */
const trackParcel: Execute = async (context) => {
  const input = {
    message: context.texts.orderQuestion(context.texts.orderId()),
    parcel: context.texts.parcel(),
  }
  await finishActions(context, (await createRun(context, 'delivery-tracker', { input })).run_id)
}

const CONVERSATION = 'conversation'

/** How often each kind occurs. */
const WEIGHTS: readonly [Execute | typeof CONVERSATION, number][] = [
  [CONVERSATION, 6],
  [paySmallRefund, 5],
  [decideRefund, 2],
  [readInvoice, 4],
  [research, 2],
  [cleanData, 3],
  [trackParcel, 1],
]
const KINDS = WEIGHTS.flatMap(([kind, weight]) => Array.from({ length: weight }, () => kind))

/** Scenarios with this number of runs in total. */
export const planOrdinary = (random: Random, total: number): Scenario[] => {
  const scenarios: Scenario[] = []
  for (let rest = total; rest > 0;) {
    const kind = KINDS[random.integer(0, KINDS.length - 1)] ?? paySmallRefund
    const runs = kind === CONVERSATION ? Math.min(rest, random.integer(1, 3)) : 1
    scenarios.push({ execute: kind === CONVERSATION ? holdConversation(runs) : kind, runs })
    rest -= runs
  }
  return scenarios
}

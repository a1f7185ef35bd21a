/**
 * Creates everything over HTTP, so all rows are real. The service runs three times: with a short time limit of runs, then with a short
 * time limit of actions until it is killed during a run, and then with the usual limits, where it continues that run with attempt 2. Each
 * limit has a service of its own, because a slow machine could exceed the limit of runs before a run reaches its action.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createAssistants, createGuardrails } from './assistants.js'
import { makeClient } from './client.js'
import type { SeedContext } from './context.js'
import { evaluate, EVALUATION_RUNS } from './evaluation.js'
import { planOrdinary } from './ordinary-runs.js'
import { makeRandom } from './random.js'
import { createWebhooks, startReceiver, type Receiver } from './receiver.js'
import { startService, type Service } from './service.js'
import { exceedTimeLimit, expireAction, SPECIAL_RUNS, startInterruptedRun } from './special-runs.js'
import { makeTexts } from './texts.js'

const SHORT_RUNS = { RUN_TIMEOUT_SECONDS: '2' }
const SHORT_ACTIONS = { ACTION_TIMEOUT_SECONDS: '1' }
/** Scenarios at the same time. More would only wait for the processor. */
const CONCURRENCY = 16
/** The demo model is free; with these prices the runs have costs. */
const PRICES = { models: { demo: { input_per_million: 2.5, output_per_million: 10 } } }

/** The runs of the first two services. */
const FIRST_RUNS = 3
const SPECIAL_COUNT = SPECIAL_RUNS.reduce((sum, { runs }) => sum + runs, 0)
export const MIN_RUNS = FIRST_RUNS + EVALUATION_RUNS + SPECIAL_COUNT

export interface Counts {
  assistants: number
  runs: number
  evaluationRuns: number
}

export const createRows = async (runs: number, seed: number): Promise<Counts> => {
  const folder = mkdtempSync(join(tmpdir(), 'heddle-seed-'))
  const prices = join(folder, 'prices.json')
  writeFileSync(prices, JSON.stringify(PRICES))
  const receiver = await startReceiver()
  try {
    return await createWithServices({ MODEL_PRICES_FILE: prices }, receiver, runs, seed)
  } finally {
    await receiver.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

const createWithServices = async (
  settings: Record<string, string>,
  receiver: Receiver,
  runs: number,
  seed: number,
): Promise<Counts> => {
  const services: Service[] = []
  const start = async (limits: Record<string, string>) => {
    const service = await startService({ ...settings, ...limits })
    services.push(service)
    return { service, client: makeClient(service.url) }
  }
  try {
    const first = await start(SHORT_RUNS)
    const replaceUrls = await createWebhooks(first.client, receiver)
    await createGuardrails(first.client)
    const assistants = await createAssistants(first.client)
    await exceedTimeLimit(contextFactory(seed, assistants, first.client)())
    await first.service.stop()

    const second = await start(SHORT_ACTIONS)
    const makeSecondContext = contextFactory(seed, assistants, second.client)
    await expireAction(makeSecondContext())
    const interrupted = await startInterruptedRun(makeSecondContext())
    await second.service.kill()

    const third = await start({})
    await createMany(contextFactory(seed + 1, assistants, third.client), runs - FIRST_RUNS)
    await third.client.settle(interrupted)
    await replaceUrls(third.client)
    return {
      assistants: Object.keys(assistants).length,
      runs,
      evaluationRuns: EVALUATION_RUNS,
    }
  } finally {
    await services.at(-1)?.stop()
  }
}

/** Each scenario has its own random numbers, so that its data does not depend on the speed of the others. */
const contextFactory =
  (seed: number, assistants: SeedContext['assistants'], client: SeedContext['client']) =>
  (index = 0): SeedContext => {
    const random = makeRandom(seed * 10_000 + index)
    return { client, random, texts: makeTexts(random), assistants }
  }

const createMany = async (makeContext: (index: number) => SeedContext, total: number): Promise<void> => {
  await evaluate(makeContext(0))
  const scenarios = [
    ...SPECIAL_RUNS,
    ...planOrdinary(makeContext(0).random, total - EVALUATION_RUNS - SPECIAL_COUNT),
  ]
  let index = 0
  const work = async (): Promise<void> => {
    for (let scenario = scenarios[index]; scenario !== undefined; scenario = scenarios[index])
      await scenario.execute(makeContext(++index))
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, work))
}

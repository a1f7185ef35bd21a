/**
 * Creates everything over HTTP, so all rows are real. The service runs twice: first with short time limits, until it is killed during a
 * run, then with the usual limits, where it continues that run with attempt 2.
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

const SHORT_LIMITS = { RUN_TIMEOUT_SECONDS: '6', ACTION_TIMEOUT_SECONDS: '1' }
/** Scenarios at the same time. More would only wait for the processor. */
const CONCURRENCY = 16
/** The demo model is free; with these prices the runs have costs. */
const PRICES = { models: { demo: { input_per_million: 2.5, output_per_million: 10 } } }

/** The runs of the first service. */
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
  let service: Service | undefined
  try {
    service = await startService({ ...settings, ...SHORT_LIMITS })
    const client = makeClient(service.url)
    const replaceUrls = await createWebhooks(client, receiver)
    await createGuardrails(client)
    const assistants = await createAssistants(client)
    const makeContext = contextFactory(seed, assistants, () => client)
    await Promise.all([exceedTimeLimit, expireAction].map((scenario) => scenario(makeContext())))
    const interrupted = await startInterruptedRun(makeContext())
    await service.kill()

    service = await startService(settings)
    const secondClient = makeClient(service.url)
    const makeSecondContext = contextFactory(seed + 1, assistants, () => secondClient)
    await createMany(makeSecondContext, runs - FIRST_RUNS)
    await secondClient.settle(interrupted)
    await replaceUrls(secondClient)
    return {
      assistants: Object.keys(assistants).length,
      runs,
      evaluationRuns: EVALUATION_RUNS,
    }
  } finally {
    await service?.stop()
  }
}

/** Each scenario has its own random numbers, so that its data does not depend on the speed of the others. */
const contextFactory =
  (seed: number, assistants: SeedContext['assistants'], getClient: () => SeedContext['client']) =>
  (index = 0): SeedContext => {
    const random = makeRandom(seed * 10_000 + index)
    return { client: getClient(), random, texts: makeTexts(random), assistants }
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

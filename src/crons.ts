/** The parts of runs that are made at dates, put together for app.ts. */
import type { Clock } from './clock.js'
import { makeCronRuns } from './domain/langgraph/cron-runs.js'
import { makeCrons } from './domain/langgraph/crons.js'
import { makeRunDrafts } from './domain/run-drafts.js'
import type { WebhookCheck } from './domain/run-webhooks.js'
import type { RunStops } from './domain/run-stops.js'
import type { Runs } from './domain/runs.js'
import type { Threads } from './domain/threads.js'
import { CronScheduler } from './engine/cron-scheduler.js'
import type { Bus } from './events/bus.js'
import type { Logger } from './log.js'
import type { AssistantStore } from './store/assistants.js'
import { makeCronStore } from './store/crons.js'
import type { Database } from './store/database.js'
import type { RunStore } from './store/runs.js'
import type { ThreadStore } from './store/threads.js'

interface Parts {
  db: Database
  assistantStore: AssistantStore
  threadStore: ThreadStore
  runStore: RunStore
  threads: Threads
  runs: Runs
  stops: RunStops
  bus: Bus
  clock: Clock
  log: Logger
  checkWebhook: WebhookCheck
}

export const makeCronParts = (parts: Parts) => {
  const { db, assistantStore: assistants, threadStore, runStore, clock, log, checkWebhook } = parts
  const crons = makeCronStore(db)
  const drafts = makeRunDrafts({ runs: runStore, threads: threadStore })
  const cronRuns = makeCronRuns({ ...parts, crons, assistants, drafts })
  return {
    crons: makeCrons({ crons, assistants, threads: threadStore, clock, checkWebhook }),
    scheduler: new CronScheduler({ crons, cronRuns, clock, log }),
  }
}

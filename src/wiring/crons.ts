/** Composes crons and the scheduler that creates their runs. */
import type { Clock } from '../platform/clock.js'
import { makeCronRuns } from '../domain/crons/cron-runs.js'
import { makeCrons } from '../domain/crons/crons.js'
import { makeNewRuns } from '../domain/runs/new-run.js'
import type { RunWebhookCheck } from '../domain/webhooks/check-run-webhook.js'
import type { RunCancellation } from '../domain/runs/run-cancellation.js'
import type { Runs } from '../domain/runs/runs.js'
import type { Threads } from '../domain/threads.js'
import { CronScheduler } from '../engine/cron-scheduler.js'
import type { Bus } from '../events/bus.js'
import type { Logger } from '../platform/log.js'
import type { AssistantStore } from '../store/assistants/assistants.js'
import { makeCronStore } from '../store/crons/crons.js'
import type { Database } from '../store/sql/database.js'
import type { RunStore } from '../store/runs/runs.js'
import type { ThreadStore } from '../store/threads/threads.js'

interface Deps {
  db: Database
  assistantStore: AssistantStore
  threadStore: ThreadStore
  runStore: RunStore
  threads: Threads
  runs: Runs
  cancellation: RunCancellation
  bus: Bus
  clock: Clock
  log: Logger
  checkWebhook: RunWebhookCheck
  maxRecursionLimit: number
}

export const wireCrons = (deps: Deps) => {
  const { db, assistantStore: assistants, threadStore, runStore, clock, log } = deps
  const crons = makeCronStore(db)
  const newRuns = makeNewRuns({ runs: runStore, threads: threadStore })
  const cronRuns = makeCronRuns({ ...deps, cronStore: crons, assistants, newRuns })
  return {
    cronRuns,
    crons: makeCrons({ ...deps, cronStore: crons, assistants, threads: threadStore }),
    scheduler: new CronScheduler({ cronStore: crons, cronRuns, clock, log }),
  }
}

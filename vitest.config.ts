import { defineConfig } from 'vitest/config'
import { SummaryReporter } from './test/support/summary-reporter.js'

/** Faults that last for a while in which little happens. */
const WAITING = [
  'cut-streams',
  'drain',
  'kill-guardrails',
  'paused-worker',
  'slow-clients',
  'slow-readers',
  'webhook-receivers',
].map((name) => `test/faults/${name}.test.ts`)
const TIMED = ['test/api/rate-limit.test.ts']

/** They start nothing and change nothing that is shared, so one process does for all of them. */
const unit = {
  name: 'unit',
  include: ['src/**/*.test.ts'],
  isolate: false,
  // Long enough for a megabyte on a busy machine; what takes the square of it never ends.
  testTimeout: 30_000,
  maxWorkers: 1,
  sequence: { groupOrder: 0 },
}

// Processes, not threads: tests start threads and processes of their own and must not share them.
const whole = {
  pool: 'forks' as const,
  globalSetup: ['test/support/global-setup.ts'],
  testTimeout: 30_000,
  hookTimeout: 60_000,
}

/** What waits more than it works, two files at a time. */
const parts = {
  ...whole,
  name: 'parts',
  include: ['test/{api,cli,evaluations,guardrails,langgraph,platform,store,webhooks}/**/*.test.ts'],
  exclude: TIMED,
  // To load the service anew for each file took a fourth of their time.
  isolate: false,
  maxWorkers: 2,
  sequence: { groupOrder: 1 },
}

/** What takes the whole machine, or watches the time: one file at a time. */
const engine = {
  ...whole,
  name: 'engine',
  include: ['test/engine/**/*.test.ts'],
  isolate: false,
  maxWorkers: 1,
  sequence: { groupOrder: 2 },
}

/** Whole services that are mostly waited for, two files at a time. */
const services = {
  ...whole,
  name: 'services',
  include: ['test/e2e/**/*.test.ts', ...WAITING],
  maxWorkers: 2,
  sequence: { groupOrder: 3 },
}

const alone = {
  ...whole,
  name: 'alone',
  include: ['test/{faults,differential}/**/*.test.ts', ...TIMED],
  exclude: WAITING,
  maxWorkers: 1,
  sequence: { groupOrder: 4 },
}

export default defineConfig({
  test: {
    reporters: ['default', new SummaryReporter()],
    coverage: { provider: 'v8', include: ['src/**'], reporter: ['text-summary'] },
    projects: [{ test: unit }, { test: parts }, { test: engine }, { test: services }, { test: alone }],
  },
})

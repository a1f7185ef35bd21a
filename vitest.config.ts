import { defineConfig } from 'vitest/config'
import { FileSequencer } from './test/support/file-sequencer.js'
import { SummaryReporter } from './test/support/summary-reporter.js'

/** These files measure rates or the memory of a server, so nothing else may run beside them. */
const MEASURING = ['test/api/rate-limit.test.ts', 'test/faults/{overload,slow-readers}.test.ts']

/** These files mostly wait: for leases and timeouts to expire, and for the disk. */
const WAITING = [
  'test/e2e/database-outage.test.ts',
  'test/engine/lost-responses.test.ts',
  'test/faults/{idempotency-race,kill-purge,network-cut,paused-worker,slow-clients,soak,storage-faults}.test.ts',
  'test/store/{checkpoints,postgres}.test.ts',
]

/** These files start a browser and are skipped where there is none; `npm run test:browser` fails there. */
const BROWSER = ['test/browser/*.test.ts', 'test/{clients,langgraph}/browser.test.ts']

/** Unit tests start no process and change nothing that is shared, so they share processes. */
const unit = {
  name: 'unit',
  include: ['src/**/*.test.ts', 'scripts/**/*.test.ts'],
  isolate: false,
  // Enough for a text of a megabyte on a busy machine; an algorithm with quadratic cost still fails.
  testTimeout: 30_000,
  maxWorkers: 2,
  sequence: { groupOrder: 0 },
}

/** The models and parts of the console. Parts are tested with the React of the console, so that there is only one. */
const consoleModels = {
  name: 'console',
  include: ['console/src/**/*.test.{ts,tsx}'],
  isolate: false,
  testTimeout: 30_000,
  maxWorkers: 2,
  sequence: { groupOrder: 0 },
}

// The pool is processes, not threads, because tests start threads and processes of their own.
const withServers = {
  pool: 'forks' as const,
  globalSetup: ['test/support/global-setup.ts'],
  // Tests must pass on a machine that is several times slower than usual, so the limits only end tests that hang.
  testTimeout: 90_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 30_000 } },
}

/** Tests that call the application inside of their own process. Two files run at a time. */
const application = {
  ...withServers,
  name: 'application',
  include: [
    'test/{api,cli,clients,engine,evaluations,guardrails,langgraph,platform,store,webhooks}/**/*.test.ts',
  ],
  exclude: [...MEASURING, ...WAITING, ...BROWSER],
  // Loading the application again for each file took a quarter of the time.
  isolate: false,
  maxWorkers: 2,
  sequence: { groupOrder: 1 },
}

/**
 * Tests that start whole services as processes. Three files run at a time, because a file computes for less than two thirds of its
 * time and waits for leases, timers and processes otherwise (November 2026).
 */
const services = {
  ...withServers,
  name: 'services',
  include: ['test/{e2e,faults,differential}/**/*.test.ts'],
  exclude: [...MEASURING, ...WAITING],
  isolate: false,
  maxWorkers: 3,
  sequence: { groupOrder: 2 },
}

const waiting = {
  ...withServers,
  name: 'waiting',
  include: WAITING,
  isolate: false,
  maxWorkers: 4,
  sequence: { groupOrder: 3 },
}

/**
 * Tests of the console in a real browser. Two files run at a time, because one file does not keep two cores busy. A test that fails is
 * repeated once, and the output names it: with hundreds of steps in a browser, one lost click must not reject a change.
 */
const browser = {
  ...withServers,
  name: 'browser',
  include: BROWSER,
  isolate: false,
  retry: 1,
  maxWorkers: 2,
  sequence: { groupOrder: 4 },
}

const measuring = {
  ...withServers,
  name: 'measuring',
  include: MEASURING,
  maxWorkers: 1,
  sequence: { groupOrder: 5 },
}

export default defineConfig({
  test: {
    reporters: ['default', new SummaryReporter()],
    sequence: { sequencer: FileSequencer },
    // Each project has a Vite server of its own. With the cache, a source is transformed once and not by each of them, which saves
    // 40 % of the processor time of the main process. `npx vitest --clearCache` removes it.
    experimental: { fsModuleCache: true },
    coverage: { provider: 'v8', include: ['src/**'], reporter: ['text-summary'] },
    projects: [
      { test: unit },
      { test: consoleModels, resolve: { dedupe: ['react', 'react-dom'] } },
      { test: application },
      { test: services },
      { test: waiting },
      { test: browser },
      { test: measuring },
    ],
  },
})

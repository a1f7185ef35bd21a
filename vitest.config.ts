import { defineConfig } from 'vitest/config'
import { SummaryReporter } from './test/support/summary-reporter.js'

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    globalSetup: ['test/support/global-setup.ts'],
    // Processes, not threads: tests start threads and processes of their own and must not share them.
    pool: 'forks',
    reporters: ['default', new SummaryReporter()],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    coverage: { provider: 'v8', include: ['src/**'], reporter: ['text-summary'] },
  },
})

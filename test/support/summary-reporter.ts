/** Ends the output with one plain line that people and scripts can read. */
import type { Reporter, TestModule } from 'vitest/node'

export class SummaryReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    const counts = { passed: 0, failed: errors.length, skipped: 0 }
    for (const module of modules) {
      if (module.state() === 'failed' && [...module.children.allTests()].length === 0) counts.failed++
      for (const test of module.children.allTests()) {
        const { state } = test.result()
        if (state !== 'pending') counts[state]++
      }
    }
    const skipped = counts.skipped > 0 ? `, ${String(counts.skipped)} skipped` : ''
    // Written after the summary of the default reporter.
    setImmediate(() =>
      process.stdout.write(`${String(counts.passed)} passed, ${String(counts.failed)} failed${skipped}\n`),
    )
  }
}

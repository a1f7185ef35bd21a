/** Orders the test files, so that no long file runs alone at the end of a project and heavy files do not starve each other. */
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * The first file of a project keeps one worker busy, so the files after it run beside it. hostile-graphs saturates a core; the
 * files that compute little run beside it, and the files that load the machine themselves come after it. Files that are not listed
 * keep vitest's order. (Durations of November 2026, two cores.)
 */
const ORDER = [
  'faults/hostile-graphs',
  'faults/webhook-receivers',
  'faults/cut-streams',
  'faults/lost-notifications',
  'faults/drain',
  'e2e/seed',
  'faults/kill-webhooks',
  'faults/kill-runs',
  'faults/kill-evaluations',
  'faults/kill-workers',
  'faults/kill-guardrails',
  'faults/kill-creates',
  'faults/poison-run',
  'e2e/package',
  'differential/schemas',
  'differential/differential',
  'differential/versions',
  'e2e/dev',
  'e2e/tutorials',
  'faults/kill-statistics',
  'webhooks/deliveries',
  'webhooks/events',
  'engine/code-graphs',
  'engine/run-control',
  'api/property',
  'faults/soak',
  'store/checkpoints',
  'faults/storage-faults',
  'faults/paused-worker',
  'faults/network-cut',
  'faults/idempotency-race',
  'detectors/patterns/find-matches',
  'detectors/patterns/stream-redactor',
]

const rank = ({ moduleId }: TestSpecification): number => {
  const index = ORDER.findIndex((name) => moduleId.endsWith(`/${name}.test.ts`))
  return index === -1 ? ORDER.length : index
}

export class FileSequencer extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return sorted.toSorted((a, b) => rank(a) - rank(b))
  }
}

/** Starts the files that take longest first, so that no long file runs alone at the end of a group. */
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Ordered by duration (November 2026, two cores). Files that are not listed keep vitest's order. */
const LONGEST = [
  'faults/hostile-graphs',
  'faults/kill-runs',
  'faults/kill-evaluations',
  'faults/kill-webhooks',
  'faults/kill-workers',
  'faults/webhook-receivers',
  'faults/kill-creates',
  'faults/drain',
  'faults/paused-worker',
  'e2e/database-outage',
  'store/checkpoints',
  'webhooks/deliveries',
  'webhooks/events',
  'engine/code-graphs',
  'engine/run-control',
  'api/property',
  'detectors/patterns/find-matches',
  'detectors/patterns/stream-redactor',
]

const rank = ({ moduleId }: TestSpecification): number => {
  const index = LONGEST.findIndex((name) => moduleId.endsWith(`/${name}.test.ts`))
  return index === -1 ? LONGEST.length : index
}

export class LongestFirstSequencer extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return sorted.toSorted((a, b) => rank(a) - rank(b))
  }
}

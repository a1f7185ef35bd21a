/** What must be true of an evaluation after any number of faults: of its results, its runs and its summary. */
import { callServer } from '../support/call-server.js'
import type { Heddle } from '../support/heddle-process.js'
import { listRuns, type Run } from './run-audit.js'

interface Result {
  example_id: string
  repetition: number
  run_id: string
  status: string
}

interface EvaluationRun extends Run {
  metadata: { eval_id?: string; example_id?: string; repetition?: number }
}

export interface EvaluationRecord {
  id: string
  status: string
  progress: { done: number; total: number; errors: number }
  summary: object | null
}

const listResults = async (heddle: Heddle, evalId: string): Promise<Result[]> => {
  const results: Result[] = []
  let cursor = ''
  for (;;) {
    const { body } = await callServer(heddle, 'GET', `/api/v1/evals/${evalId}/results?limit=100${cursor}`)
    const page = body as { data: Result[]; next_cursor: string | null }
    results.push(...page.data)
    if (page.next_cursor === null) return results
    cursor = `&cursor=${encodeURIComponent(page.next_cursor)}`
  }
}

const toPlaceKey = (example?: string, repetition?: number): string =>
  `${String(example)} ${String(repetition)}`

/** How many are missing, or there more than once. */
const countMismatches = (expected: readonly string[], actual: readonly string[]): number =>
  expected.filter((place) => !actual.includes(place)).length + actual.length - new Set(actual).size

/** Numbers that are all 0 when all is well, besides the totals and the runs that were tried again. */
export const auditEvaluation = async (
  heddle: Heddle,
  { id }: EvaluationRecord,
  examples: readonly string[],
  repetitions: number,
) => {
  const expectedPlaces = examples.flatMap((example) =>
    Array.from({ length: repetitions }, (_, repetition) => toPlaceKey(example, repetition)),
  )
  const results = await listResults(heddle, id)
  const runs = ((await listRuns(heddle.url)) as EvaluationRun[]).filter(
    ({ metadata }) => metadata.eval_id === id,
  )
  const runsById = new Map(runs.map((run) => [run.run_id, run]))
  const matchesItsRun = ({ run_id, example_id, repetition }: Result): boolean => {
    const metadata = runsById.get(run_id)?.metadata
    return toPlaceKey(metadata?.example_id, metadata?.repetition) === toPlaceKey(example_id, repetition)
  }
  return {
    results: results.length,
    runs: runs.length,
    results_not_once: countMismatches(
      expectedPlaces,
      results.map(({ example_id, repetition }) => toPlaceKey(example_id, repetition)),
    ),
    runs_not_once: countMismatches(
      expectedPlaces,
      runs.map(({ metadata }) => toPlaceKey(metadata.example_id, metadata.repetition)),
    ),
    of_other_runs: results.filter((result) => !matchesItsRun(result)).length,
    unfinished: results.filter(({ status }) => status !== 'scored' && status !== 'error').length,
    runs_not_completed: runs.filter(({ status }) => status !== 'completed').length,
    retried: runs.filter(({ attempt }) => attempt > 1).length,
    most_attempts: Math.max(...runs.map(({ attempt }) => attempt)),
  }
}

/** What the time and the number of attempts have no part in. */
export const toComparableFigures = (summary: object | null): unknown =>
  JSON.parse(JSON.stringify(summary), (key, value: unknown) =>
    key === 'latency_ms' || key === 'usage' ? undefined : value,
  )

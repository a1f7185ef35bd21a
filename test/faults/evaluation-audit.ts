/** Checks the invariants of an evaluation after any number of faults: its results, its runs and its summary. */
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

const toResultKey = (example?: string, repetition?: number): string =>
  `${String(example)} ${String(repetition)}`

/** Counts missing and duplicate entries. */
const countMismatches = (expected: readonly string[], actual: readonly string[]): number =>
  expected.filter((key) => !actual.includes(key)).length + actual.length - new Set(actual).size

/** Violations, all 0 if the evaluation is correct, next to totals and retries. */
export const auditEvaluation = async (
  heddle: Heddle,
  { id }: EvaluationRecord,
  examples: readonly string[],
  repetitions: number,
) => {
  const expectedKeys = examples.flatMap((example) =>
    Array.from({ length: repetitions }, (_, repetition) => toResultKey(example, repetition)),
  )
  const results = await listResults(heddle, id)
  const runs = ((await listRuns(heddle.url)) as EvaluationRun[]).filter(
    ({ metadata }) => metadata.eval_id === id,
  )
  const runsById = new Map(runs.map((run) => [run.run_id, run]))
  const matchesItsRun = ({ run_id, example_id, repetition }: Result): boolean => {
    const metadata = runsById.get(run_id)?.metadata
    return toResultKey(metadata?.example_id, metadata?.repetition) === toResultKey(example_id, repetition)
  }
  return {
    results: results.length,
    runs: runs.length,
    results_not_once: countMismatches(
      expectedKeys,
      results.map(({ example_id, repetition }) => toResultKey(example_id, repetition)),
    ),
    runs_not_once: countMismatches(
      expectedKeys,
      runs.map(({ metadata }) => toResultKey(metadata.example_id, metadata.repetition)),
    ),
    of_other_runs: results.filter((result) => !matchesItsRun(result)).length,
    unfinished: results.filter(({ status }) => status !== 'scored' && status !== 'error').length,
    runs_not_completed: runs.filter(({ status }) => status !== 'completed').length,
    retried: runs.filter(({ attempt }) => attempt > 1).length,
    most_attempts: Math.max(...runs.map(({ attempt }) => attempt)),
  }
}

/** The summary without latency and usage, which depend on time and retries. */
export const toComparableFigures = (summary: object | null): unknown =>
  JSON.parse(JSON.stringify(summary), (key, value: unknown) =>
    key === 'latency_ms' || key === 'usage' ? undefined : value,
  )

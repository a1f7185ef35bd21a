/** What an evaluation has left to run, in order: every example, by every assistant, as often as was asked for. */
import type { ResultPosition } from '../../store/evaluations/results.js'
import type { ExampleRow } from '../../store/datasets/examples.js'
import type { EvaluationLease } from './evaluation-lease.js'

export interface Job extends ResultPosition {
  example: ExampleRow
  /** Of a run that is under way, or over and not scored yet. */
  run_id: string | null
  /** Its result has a row already. */
  isRerun: boolean
}

const PAGE = 200

export async function* listJobs(lease: EvaluationLease): AsyncGenerator<Job> {
  // What is begun now comes after it, and is not found again among those left over.
  const lastPlace = await lease.deps.results.getLastPosition(lease.key)
  if (lastPlace !== undefined) yield* listUnfinishedJobs(lease, lastPlace)
  yield* listNewJobs(lease, lastPlace)
}

async function* listUnfinishedJobs(lease: EvaluationLease, lastPlace: ResultPosition): AsyncGenerator<Job> {
  let after: ResultPosition | undefined
  for (;;) {
    const rows = await lease.deps.results.listInStatus(lease.key, ['queued', 'running'], PAGE, after)
    const examples = await lease.getExamples(rows)
    for (const row of rows) {
      if (isAfter(row, lastPlace)) return
      const example = examples.get(row.example_id)
      const run_id = row.status === 'queued' ? null : row.run_id
      if (example !== undefined) yield { ...row, example, run_id, isRerun: true }
    }
    after = rows.at(-1)
    if (after === undefined) return
  }
}

/** They are begun in order, so what comes before the last was begun. */
async function* listNewJobs(
  { deps, row, plan }: EvaluationLease,
  lastPlace: ResultPosition | undefined,
): AsyncGenerator<Job> {
  const { tenant_id, dataset_id, dataset_version: version } = row
  // The page that begins with the last example itself: some of its runs may be missing.
  let after = lastPlace?.example_id.slice(0, -1)
  for (;;) {
    const examples = await deps.examples.list({ tenant_id, dataset_id, version }, plan.filter, after, PAGE)
    for (const example of examples) {
      for (const place of listPlaces(example.example_id, plan.arms.length, plan.repetitions))
        if (lastPlace === undefined || isAfter(place, lastPlace))
          yield { ...place, example, run_id: null, isRerun: false }
    }
    after = examples.at(-1)?.example_id
    if (after === undefined) return
  }
}

const listPlaces = (example_id: string, arms: number, repetitions: number): ResultPosition[] =>
  Array.from({ length: arms * repetitions }, (_, index) => ({
    example_id,
    arm: Math.floor(index / repetitions),
    repetition: index % repetitions,
  }))

const isAfter = (a: ResultPosition, b: ResultPosition): boolean => {
  if (a.example_id !== b.example_id) return a.example_id > b.example_id
  return a.arm === b.arm ? a.repetition > b.repetition : a.arm > b.arm
}

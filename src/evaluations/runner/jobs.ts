/** Lists the remaining runs of an evaluation in order: every example, by every assistant (arm), for every repetition. */
import type { ResultPosition } from '../../store/evaluations/results.js'
import type { ExampleRow } from '../../store/datasets/examples.js'
import type { EvaluationLease } from './evaluation-lease.js'

export interface Job extends ResultPosition {
  example: ExampleRow
  /** The run that was already started and is not scored yet; null if there is none. */
  run_id: string | null
  /** True if the result row already exists. */
  isRerun: boolean
}

const PAGE_SIZE = 200

export async function* listJobs(lease: EvaluationLease): AsyncGenerator<Job> {
  // Rows inserted from now on come after this position, so they are not listed as unfinished.
  const lastPosition = await lease.deps.results.getLastPosition(lease.key)
  if (lastPosition !== undefined) yield* listUnfinishedJobs(lease, lastPosition)
  yield* listNewJobs(lease, lastPosition)
}

async function* listUnfinishedJobs(
  lease: EvaluationLease,
  lastPosition: ResultPosition,
): AsyncGenerator<Job> {
  let after: ResultPosition | undefined
  for (;;) {
    const rows = await lease.deps.results.listInStatus(lease.key, ['queued', 'running'], PAGE_SIZE, after)
    const examples = await lease.getExamples(rows)
    for (const row of rows) {
      if (isAfter(row, lastPosition)) return
      const example = examples.get(row.example_id)
      const run_id = row.status === 'queued' ? null : row.run_id
      if (example !== undefined) yield { ...row, example, run_id, isRerun: true }
    }
    after = rows.at(-1)
    if (after === undefined) return
  }
}

/** Runs are started in order, so everything up to the last position has been started. */
async function* listNewJobs(
  { deps, row, plan }: EvaluationLease,
  lastPosition: ResultPosition | undefined,
): AsyncGenerator<Job> {
  const { tenant_id, dataset_id, dataset_version: version } = row
  // The page starts with the last example itself, because some of its runs may be missing.
  let after = lastPosition?.example_id.slice(0, -1)
  for (;;) {
    const examples = await deps.examples.list(
      { tenant_id, dataset_id, version },
      plan.filter,
      after,
      PAGE_SIZE,
    )
    for (const example of examples) {
      for (const position of listPositions(example.example_id, plan.arms.length, plan.repetitions))
        if (lastPosition === undefined || isAfter(position, lastPosition))
          yield { ...position, example, run_id: null, isRerun: false }
    }
    after = examples.at(-1)?.example_id
    if (after === undefined) return
  }
}

const listPositions = (example_id: string, arms: number, repetitions: number): ResultPosition[] =>
  Array.from({ length: arms * repetitions }, (_, index) => ({
    example_id,
    arm: Math.floor(index / repetitions),
    repetition: index % repetitions,
  }))

const isAfter = (a: ResultPosition, b: ResultPosition): boolean => {
  if (a.example_id !== b.example_id) return a.example_id > b.example_id
  return a.arm === b.arm ? a.repetition > b.repetition : a.arm > b.arm
}

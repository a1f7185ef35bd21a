/** What an evaluation has left to run, in order: every example, by every assistant, as often as was asked for. */
import type { Place } from '../../store/evaluations/results.js'
import type { ExampleRow } from '../../store/datasets/examples.js'
import type { Work } from './evaluation-lease.js'

export interface Job extends Place {
  example: ExampleRow
  /** Of a run that is under way, or over and not scored yet. */
  run_id: string | null
  /** Its result has a row already. */
  isAgain: boolean
}

const PAGE = 200

export async function* jobsOf(work: Work): AsyncGenerator<Job> {
  // What is begun now comes after it, and is not found again among those left over.
  const last = await work.parts.results.last(work.of)
  if (last !== undefined) yield* leftOver(work, last)
  yield* fresh(work, last)
}

async function* leftOver(work: Work, last: Place): AsyncGenerator<Job> {
  let after: Place | undefined
  for (;;) {
    const rows = await work.parts.results.inStatus(work.of, ['queued', 'running'], PAGE, after)
    const examples = await work.examplesOf(rows)
    for (const row of rows) {
      if (isAfter(row, last)) return
      const example = examples.get(row.example_id)
      const run_id = row.status === 'queued' ? null : row.run_id
      if (example !== undefined) yield { ...row, example, run_id, isAgain: true }
    }
    after = rows.at(-1)
    if (after === undefined) return
  }
}

/** They are begun in order, so what comes before the last was begun. */
async function* fresh({ parts, row, plan }: Work, last: Place | undefined): AsyncGenerator<Job> {
  const { tenant_id, dataset_id, dataset_version: version } = row
  // The page that begins with the last example itself: some of its runs may be missing.
  let after = last?.example_id.slice(0, -1)
  for (;;) {
    const examples = await parts.examples.list({ tenant_id, dataset_id, version }, plan.filter, after, PAGE)
    for (const example of examples) {
      for (const place of placesOf(example.example_id, plan.arms.length, plan.repetitions))
        if (last === undefined || isAfter(place, last))
          yield { ...place, example, run_id: null, isAgain: false }
    }
    after = examples.at(-1)?.example_id
    if (after === undefined) return
  }
}

const placesOf = (example_id: string, arms: number, repetitions: number): Place[] =>
  Array.from({ length: arms * repetitions }, (_, at) => ({
    example_id,
    arm: Math.floor(at / repetitions),
    repetition: at % repetitions,
  }))

const isAfter = (a: Place, b: Place): boolean => {
  if (a.example_id !== b.example_id) return a.example_id > b.example_id
  return a.arm === b.arm ? a.repetition > b.repetition : a.arm > b.arm
}

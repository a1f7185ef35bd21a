/** Reads the contents of rows: the example, and the results of each side. */
import { parseObjectOrNull } from '../../domain/row-mappers.js'
import type { ExampleRow } from '../../schema/evaluation-rows.js'
import type { DatasetStore } from '../../store/datasets/datasets.js'
import type { ExampleRow as StoredExample, ExampleStore } from '../../store/datasets/examples.js'
import type { EvaluationResultStore, ResultRow } from '../../store/evaluations/results.js'
import { toChange, toDifference, type RowEntry, type SideVerdict } from '../scoring/example-rows.js'
import { allPassed, meanScore } from '../scoring/verdict.js'
import type { Side } from './evaluation-sides.js'
import { toExpectedCell, toInputCell, toOutputCell } from './row-texts.js'
import { parseScores } from './stored-score.js'

export interface RowDeps {
  results: EvaluationResultStore
  examples: ExampleStore
  datasets: DatasetStore
}

export interface RowContent {
  row: ExampleRow
  /** The JSON texts that a search looks into. */
  documents: (string | null)[]
}

interface ContentOptions {
  sides: readonly Side[]
  isComparison: boolean
  canSeeHeldOut: boolean
}

export const makeRowContents = ({ results, examples, datasets }: RowDeps) => {
  const readExamples = async (side: Side, ids: string[]): Promise<Map<string, StoredExample>> => {
    const { tenant_id, dataset_id, dataset_version: version } = side.row
    const rows = await examples.listByIds({ tenant_id, dataset_id, version }, ids)
    return new Map(rows.map((example) => [example.example_id, example]))
  }

  /** Results by evaluation, example and assistant. */
  const readResults = async (sides: readonly Side[], ids: string[]): Promise<Map<string, ResultRow[]>> => {
    const evaluations = new Map(sides.map(({ row }) => [row.eval_id, row]))
    const found = new Map<string, ResultRow[]>()
    for (const row of evaluations.values())
      for (const result of await results.listOfExamples(row, ids)) {
        const key = toResultKey(row.eval_id, result.example_id, result.arm)
        found.set(key, [...(found.get(key) ?? []), result])
      }
    return found
  }

  return async (
    entries: readonly RowEntry[],
    { sides, isComparison, canSeeHeldOut }: ContentOptions,
  ): Promise<RowContent[]> => {
    const ids = entries.map(({ example_id }) => example_id)
    const [byEvaluation, resultsByKey, dataset] = await Promise.all([
      Promise.all(sides.map((side) => readExamples(side, ids))),
      readResults(sides, ids),
      sides[0] === undefined ? undefined : datasets.get(sides[0].row),
    ])
    return entries.map((entry): RowContent => {
      const example = byEvaluation.map((found) => found.get(entry.example_id)).find(Boolean)
      // The split of an example that was deleted with its dataset is unknown, so it is hidden.
      const isHidden =
        !canSeeHeldOut &&
        (example === undefined ||
          (dataset?.held_out_split != null && example.split === dataset.held_out_split))
      const sideResults = sides.map(
        ({ row, arm }) => resultsByKey.get(toResultKey(row.eval_id, entry.example_id, arm)) ?? [],
      )
      const row = toExampleRow(entry, example, { sides, sideResults, isComparison, isHidden })
      return { row, documents: toDocuments(example, sideResults.flat()) }
    })
  }
}

const toResultKey = (eval_id: string, example_id: string, arm: number): string =>
  `${eval_id}/${example_id}/${String(arm)}`

const toDocuments = (example: StoredExample | undefined, results: ResultRow[]): (string | null)[] => [
  example?.input ?? null,
  example?.expected_output ?? null,
  ...results.flatMap(({ output, error, scores }) => [
    output,
    error,
    JSON.stringify((JSON.parse(scores) as { explanation?: string }[]).map(({ explanation }) => explanation)),
  ]),
]

interface RowOptions {
  sides: readonly Side[]
  sideResults: ResultRow[][]
  isComparison: boolean
  isHidden: boolean
}

const toExampleRow = (
  { example_id, sides: verdicts }: RowEntry,
  example: StoredExample | undefined,
  { sides, sideResults, isComparison, isHidden }: RowOptions,
): ExampleRow => ({
  example_id,
  is_hidden: isHidden,
  input_text: isHidden ? null : toInputCell(example?.input ?? null),
  expected_text: isHidden ? null : toExpectedCell(example?.expected_output ?? null),
  tags: isHidden || example === undefined ? [] : (JSON.parse(example.tags) as string[]),
  split: example?.split ?? null,
  change: isComparison ? toChange(verdicts[0], verdicts[1]) : null,
  difference: isComparison ? toDifference(verdicts[0], verdicts[1]) : null,
  sides: sides.map((side, index) => toRowSide(side, verdicts[index], sideResults[index] ?? [], isHidden)),
})

const toRowSide = (
  { row, arm }: Side,
  verdict: SideVerdict | undefined,
  results: ResultRow[],
  isHidden: boolean,
): ExampleRow['sides'][number] => {
  // Of several repetitions, the one that failed explains the verdict.
  const shown = results.find(({ passed }) => passed === 0) ?? results[0]
  if (verdict === undefined || shown === undefined) return null
  const error = results.map((result) => parseObjectOrNull(result.error)).find((value) => value !== null)
  return {
    eval_id: row.eval_id,
    assistant: arm,
    run_id: isHidden ? null : shown.run_id,
    passed: verdict.passed,
    score: verdict.score,
    criteria: toCriteria(results),
    output_text: isHidden ? null : toOutputCell(shown.output),
    error: isHidden ? null : (error ?? null),
    latency_ms: shown.latency_ms,
    repetitions: results.length,
    varies: verdict.varies,
  }
}

const toCriteria = (results: ResultRow[]): NonNullable<ExampleRow['sides'][number]>['criteria'] => {
  const scores = results.flatMap(parseScores)
  const names = [...new Set(scores.map(({ criterion }) => criterion))]
  return Object.fromEntries(
    names.map((name) => {
      const ofCriterion = scores.filter(({ criterion }) => criterion === name)
      return [name, { score: meanScore(ofCriterion), passed: allPassed(ofCriterion) }]
    }),
  )
}

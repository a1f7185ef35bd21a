/**
 * The verdicts of all examples of one or several sides, without contents. It is computed from all results, so it is kept in a cache;
 * the key contains everything that changes with a result.
 */
import { LRUCache } from 'lru-cache'
import type { Result, Verdict } from '../scoring/verdict.js'
import { computeVerdict, getCriterionVerdict } from '../scoring/verdict.js'
import type { ScoringCriterion } from '../scoring/criterion.js'
import { countRows, toSideVerdict, type RowCounts, type RowEntry } from '../scoring/example-rows.js'
import { validationError } from '../../errors.js'
import type { EvaluationRow } from '../../store/evaluations/evaluations.js'
import type { EvaluationResultStore, ResultSummary } from '../../store/evaluations/results.js'
import { getSharedCriteria } from './compare-evaluations.js'
import type { Side } from './evaluation-sides.js'
import { readResultsByExample } from './read-results.js'
import { toResult } from './stored-score.js'

export interface RowIndex {
  entries: RowEntry[]
  counts: RowCounts
}

/** An index with more rows is computed for each request instead of being kept. */
const MAX_CACHED_ROWS = 50_000

const toKey = ({ row, arm }: Side): unknown => [
  row.tenant_id,
  row.eval_id,
  arm,
  row.updated_at,
  row.status,
  row.done,
  row.errors,
  row.touched,
  row.fence,
]

export const makeRowIndexes = (results: EvaluationResultStore) => {
  const cache = new LRUCache<string, Promise<RowIndex>>({ max: 10 })

  const build = async (
    sides: readonly Side[],
    criterion: string | undefined,
    isComparison: boolean,
  ): Promise<RowIndex> => {
    const criteria = getSharedCriteria(sides)
    if (criterion !== undefined && !criteria.some(({ name }) => name === criterion))
      throw validationError('criterion', `${criterion} is not a criterion of all evaluations`)
    const entries = new Map<string, RowEntry>()
    const rows = new Map(sides.map(({ row }) => [row.eval_id, row]))
    for (const row of rows.values()) await addResults(entries, row, { sides, criteria, criterion })
    const sorted = [...entries.values()].toSorted((a, b) => (a.example_id < b.example_id ? -1 : 1))
    return { entries: sorted, counts: countRows(sorted, isComparison) }
  }

  const addResults = async (
    entries: Map<string, RowEntry>,
    row: EvaluationRow,
    { sides, criteria, criterion }: ToVerdict & { sides: readonly Side[] },
  ): Promise<void> => {
    for await (const exampleRows of readResultsByExample(results, row)) {
      const example_id = exampleRows[0]?.example_id ?? ''
      const entry = entries.get(example_id) ?? { example_id, sides: sides.map(() => undefined) }
      entries.set(example_id, entry)
      for (const [index, side] of sides.entries()) {
        const runs = exampleRows.filter(({ arm }) => side.row.eval_id === row.eval_id && arm === side.arm)
        if (runs.length === 0) continue
        const isError = runs.some(({ error, status }) => error !== null || status === 'error')
        entry.sides[index] = toSideVerdict(
          runs.map((run) => toVerdict(run, { criteria, criterion })),
          isError,
        )
      }
    }
  }

  return (
    sides: readonly Side[],
    criterion: string | undefined,
    isComparison: boolean,
  ): Promise<RowIndex> => {
    const key = JSON.stringify([...sides.map(toKey), criterion ?? null, isComparison])
    const cached = cache.get(key)
    if (cached !== undefined) return cached
    const built = build(sides, criterion, isComparison)
    cache.set(key, built)
    const drop = (): boolean => cache.delete(key)
    // A failed read is not kept; the caller gets the error.
    built.then(({ entries }) => entries.length > MAX_CACHED_ROWS && drop(), drop)
    return built
  }
}

interface ToVerdict {
  criteria: readonly ScoringCriterion[]
  criterion: string | undefined
}

const toVerdict = (row: ResultSummary, { criteria, criterion }: ToVerdict): Verdict => {
  const result: Result = toResult(row)
  return criterion === undefined ? computeVerdict(result, criteria) : getCriterionVerdict(result, criterion)
}

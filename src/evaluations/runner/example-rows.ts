/** Lists results joined by example: of one evaluation with all its assistants, or of a comparison. */
import { setImmediate } from 'node:timers/promises'
import { decodeCursor, encodeCursor } from '../../domain/cursor.js'
import type {
  ComparisonRowQuery,
  DistributionQuery,
  ExampleRowPage,
  ExampleRowQuery,
  RowFilter,
  ScoreDistribution,
} from '../../schema/evaluation-rows.js'
import type { EvaluationRow, EvaluationStore } from '../../store/evaluations/evaluations.js'
import { requireEvaluation } from '../lifecycle/require-evaluation.js'
import { matchesFilter, sortRows, type RowEntry } from '../scoring/example-rows.js'
import { computeDistribution } from '../scoring/score-distribution.js'
import { requireSides, toArmSides, type Side } from './evaluation-sides.js'
import { makeRowContents, type RowContent, type RowDeps } from './row-contents.js'
import { makeRowIndexes } from './row-index.js'
import { makeTextSearch } from './row-texts.js'

/** A search reads at most this many rows for one page; the cursor continues after them. */
const MAX_SEARCHED_ROWS = 2_000
const CHUNK_ROWS = 100
const EXAMPLE_PAGE = 1_000

type RowsQuery = Omit<ExampleRowQuery, 'only'> & { only?: RowFilter }

export const makeExampleRows = (deps: RowDeps & { evaluations: EvaluationStore }) => {
  const { evaluations, examples, datasets } = deps
  const getIndex = makeRowIndexes(deps.results)
  const readContents = makeRowContents(deps)

  /** The ids of the visible examples with the tag and in the split; undefined without these filters. */
  const findExamples = async (
    row: EvaluationRow,
    { tag, split }: Pick<RowsQuery, 'tag' | 'split'>,
    canSeeHeldOut: boolean,
  ): Promise<Set<string> | undefined> => {
    if (tag === undefined && split === undefined) return undefined
    const { tenant_id, dataset_id, dataset_version: version } = row
    const excludedSplit = canSeeHeldOut ? undefined : ((await datasets.get(row))?.held_out_split ?? undefined)
    const filter = { tags: tag === undefined ? [] : [tag], split, excludedSplit }
    const ids = new Set<string>()
    for (let after: string | undefined; ;) {
      const page = await examples.list({ tenant_id, dataset_id, version }, filter, after, EXAMPLE_PAGE)
      for (const { example_id } of page) ids.add(example_id)
      if (page.length < EXAMPLE_PAGE) return ids
      after = page.at(-1)?.example_id
    }
  }

  const list = async (
    listName: string,
    sides: readonly Side[],
    { limit = 50, cursor, only, criterion, q, sort = 'example', ...query }: RowsQuery,
    { isComparison, canSeeHeldOut }: { isComparison: boolean; canSeeHeldOut: boolean },
  ): Promise<ExampleRowPage> => {
    const listKey = `${listName}?${JSON.stringify({ only, criterion, q, sort, ...query })}`
    const start = cursor === undefined ? 0 : decodeCursor(listKey, cursor).at
    const search = q === undefined ? undefined : makeTextSearch(q)
    const index = await getIndex(sides, criterion, isComparison)
    const found = sides[0] === undefined ? undefined : await findExamples(sides[0].row, query, canSeeHeldOut)
    const entries = sortRows(
      index.entries.filter(
        (entry) =>
          (only === undefined || matchesFilter(entry, only, isComparison)) &&
          (found === undefined || found.has(entry.example_id)),
      ),
      sort,
    )
    const { data, next } = await readPage(entries, {
      start,
      limit,
      search,
      sides,
      isComparison,
      canSeeHeldOut,
    })
    const has_more = next < entries.length
    return {
      data: data.map(({ row }) => row),
      has_more,
      next_cursor: has_more ? encodeCursor(listKey, { at: next, id: '' }) : null,
      counts: index.counts,
    }
  }

  interface PageOptions {
    start: number
    limit: number
    search: ReturnType<typeof makeTextSearch> | undefined
    sides: readonly Side[]
    isComparison: boolean
    canSeeHeldOut: boolean
  }

  /** Reads rows from `start` on until the page is full; `next` is where the next page starts. */
  const readPage = async (
    entries: readonly RowEntry[],
    { start, limit, search, ...options }: PageOptions,
  ): Promise<{ data: RowContent[]; next: number }> => {
    const data: RowContent[] = []
    let next = start
    while (next < entries.length && next - start < MAX_SEARCHED_ROWS) {
      const chunkSize = search === undefined ? limit : CHUNK_ROWS
      for (const content of await readContents(entries.slice(next, next + chunkSize), options)) {
        next++
        // A pattern can take milliseconds per row; other requests are served in between.
        if (search !== undefined) await setImmediate()
        if (search === undefined || (!content.row.is_hidden && search(content.documents))) data.push(content)
        if (data.length === limit) return { data, next }
      }
    }
    return { data, next }
  }

  return {
    async ofEvaluation(
      tenant_id: string,
      eval_id: string,
      query: ExampleRowQuery,
      canSeeHeldOut: boolean,
    ): Promise<ExampleRowPage> {
      const sides = toArmSides(await requireEvaluation(evaluations, tenant_id, eval_id))
      return list(`evals/${eval_id}/examples`, sides, query, { isComparison: false, canSeeHeldOut })
    },

    async ofComparison(
      tenant_id: string,
      eval_id: string,
      { against, assistant, ...query }: ComparisonRowQuery,
      canSeeHeldOut: boolean,
    ): Promise<ExampleRowPage> {
      const references = { against, ...(assistant !== undefined && { assistant }) }
      const sides = await requireSides(evaluations, tenant_id, eval_id, references)
      const listName = `evals/${eval_id}/comparison/results?${JSON.stringify(references)}`
      return list(listName, sides, query, { isComparison: true, canSeeHeldOut })
    },

    async distribution(
      tenant_id: string,
      eval_id: string,
      { against, assistant, criterion }: DistributionQuery,
    ): Promise<ScoreDistribution> {
      const sides =
        against === undefined
          ? toArmSides(await requireEvaluation(evaluations, tenant_id, eval_id))
          : await requireSides(evaluations, tenant_id, eval_id, {
              against,
              ...(assistant !== undefined && { assistant }),
            })
      const { entries } = await getIndex(sides, criterion, against !== undefined)
      const { sides: figures, points, bins } = computeDistribution(entries, sides.length)
      return {
        bins,
        points: against === undefined ? [] : points,
        sides: sides.map(({ row, arm, name }, index) => ({
          eval_id: row.eval_id,
          assistant: arm,
          name,
          counts: figures[index]?.counts ?? [],
          mean: figures[index]?.mean ?? null,
        })),
      }
    },
  }
}

export type ExampleRows = ReturnType<typeof makeExampleRows>

/** The results of an evaluation, example by example, in their order and a page at a time. */
import type { Place, ResultFigures, ResultStore } from '../../store/evaluations/results.js'

/** What is done with a page is done at once: with more, others would have to wait for it. */
const PAGE = 200

export async function* resultsByExample(
  results: ResultStore,
  of: { tenant_id: string; eval_id: string },
): AsyncGenerator<ResultFigures[]> {
  let after: Place | undefined
  let example: ResultFigures[] = []
  for (;;) {
    const rows = await results.figures(of, PAGE, after)
    for (const row of rows) {
      if (example[0] !== undefined && example[0].example_id !== row.example_id) {
        yield example
        example = []
      }
      example.push(row)
    }
    after = rows.at(-1)
    if (after === undefined) break
  }
  if (example.length > 0) yield example
}

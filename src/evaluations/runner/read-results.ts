/** Reads the results of an evaluation grouped by example, in order, one page at a time. */
import type { ResultPosition, ResultSummary, EvaluationResultStore } from '../../store/evaluations/results.js'

/** A page is processed synchronously, so a larger page would block the event loop longer. */
const PAGE_SIZE = 200

export async function* readResultsByExample(
  results: EvaluationResultStore,
  key: { tenant_id: string; eval_id: string },
): AsyncGenerator<ResultSummary[]> {
  let after: ResultPosition | undefined
  let exampleRows: ResultSummary[] = []
  for (;;) {
    const rows = await results.listSummaries(key, PAGE_SIZE, after)
    for (const row of rows) {
      if (exampleRows[0] !== undefined && exampleRows[0].example_id !== row.example_id) {
        yield exampleRows
        exampleRows = []
      }
      exampleRows.push(row)
    }
    after = rows.at(-1)
    if (after === undefined) break
  }
  if (exampleRows.length > 0) yield exampleRows
}

/** Exports the results of an evaluation as JSON Lines or CSV, page by page. */
import { stringify } from 'csv-stringify/sync'
import type { Evaluation, EvaluationResult } from '../../schema/evaluation.js'
import type { ResultExportQuery } from '../../schema/evaluation-rows.js'
import type { Evaluations } from './evaluations.js'

const PAGE_SIZE = 200

const FIELDS = ['example_id', 'assistant', 'repetition', 'run_id', 'status', 'passed', 'score'] as const
const CONTENTS = ['input', 'expected_output', 'output', 'error', 'latency_ms', 'cost', 'created_at'] as const
const CRITERION_FIELDS = ['score', 'passed', 'explanation'] as const

/** `escape_formulas` puts an apostrophe before cells that a spreadsheet would execute as formulas. */
const toCsv = (rows: readonly string[][]): string => stringify([...rows], { escape_formulas: true })

const toCell = (value: unknown): string => {
  if (value === null || value === undefined) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}

const toHeader = ({ criteria }: Evaluation): string[] => [
  ...FIELDS,
  ...criteria.flatMap(({ name }) => CRITERION_FIELDS.map((field) => `${name}.${field}`)),
  ...CONTENTS,
]

const toCells = ({ criteria, assistants }: Evaluation, result: EvaluationResult): string[] => [
  ...FIELDS.map((field) =>
    toCell(field === 'assistant' ? assistants[result.assistant]?.label : result[field]),
  ),
  ...criteria.flatMap(({ name }) => {
    const score = result.scores.find(({ criterion }) => criterion === name)
    return CRITERION_FIELDS.map((field) => toCell(score?.[field]))
  }),
  ...CONTENTS.map((field) => toCell(result[field])),
]

export async function* exportResults(
  evaluations: Evaluations,
  evaluation: Evaluation,
  { format, passed }: ResultExportQuery,
  { tenant_id, canSeeHeldOut }: { tenant_id: string; canSeeHeldOut: boolean },
): AsyncGenerator<string> {
  if (format === 'csv') yield toCsv([toHeader(evaluation)])
  let cursor: string | null = null
  do {
    const query = {
      limit: PAGE_SIZE,
      ...(passed !== undefined && { passed }),
      ...(cursor !== null && { cursor }),
    }
    const page = await evaluations.results(tenant_id, evaluation.eval_id, query, canSeeHeldOut)
    yield format === 'csv'
      ? toCsv(page.data.map((result) => toCells(evaluation, result)))
      : page.data.map((result) => `${JSON.stringify(result)}\n`).join('')
    cursor = page.next_cursor
  } while (cursor !== null)
}

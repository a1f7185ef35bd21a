/** `heddle evals list`, `compare` and `report`: what evaluations that have run found. */
import type { Evaluation } from '../../schema/evaluation.js'
import { incomplete } from '../command-error.js'
import { formatAge, formatNumber, formatNumberOrNone, formatPValue } from '../output/format.js'
import { formatTable } from '../output/table.js'
import type { Session } from '../service/session.js'
import { makeEvaluationsApi } from './evaluations-api.js'
import { decideRegression, listTests, type ComparisonReport, type NamedTest } from './regression-gate.js'
import { formatReport } from './report.js'
import { prepareReportFiles, usesStdout, writeReportFiles } from './report-files.js'

const DEFAULT_ALPHA = 0.05

export const listEvals = async ({ client, output }: Session, { limit }: { limit: number }): Promise<void> => {
  const now = Date.now()
  await output.printList(
    client.list<Evaluation>('/api/v1/evals', {}, limit),
    [
      { title: 'EVALUATION', value: ({ id }) => id },
      { title: 'STATUS', value: ({ status }) => status, paint: output.paintStatus },
      { title: 'PASS RATE', value: ({ summary }) => formatNumberOrNone(summary?.pass_rate ?? null) },
      { title: 'CREATED', value: ({ created_at }) => formatAge(created_at, now) },
      { title: 'NAME', value: ({ name }) => name, isFlexible: true },
    ],
    'no evaluations',
  )
}

const formatComparison = (comparison: ComparisonReport): string => {
  const tests = listTests(comparison)
  const { name, passed, why } = decideRegression(comparison, DEFAULT_ALPHA)
  const table = formatTable<NamedTest>(tests, [
    { title: 'METRIC', value: ({ metric }) => metric },
    { title: 'BEFORE', value: ({ test }) => formatNumber(test.before), align: 'right' },
    { title: 'AFTER', value: ({ test }) => formatNumber(test.after), align: 'right' },
    { title: 'P', value: ({ test }) => formatPValue(test.p_corrected) },
  ])
  return [
    `${String(comparison.shared_examples)} shared examples, ${String(comparison.regressed_count)} passed before and fail now\n`,
    tests.length === 0 ? '' : table,
    `${passed ? name : 'significant regression'}: ${why}\n`,
  ].join('')
}

/** It only informs; `evals run --no-regression-against` is the gate. */
export const compareEvals = async (
  { client, output }: Session,
  evalId: string,
  baselineId: string,
): Promise<void> => {
  const comparison = await makeEvaluationsApi(client).compare(evalId, baselineId)
  output.print(comparison, formatComparison)
}

export const reportEval = async (
  { client, output }: Session,
  evalId: string,
  files: { junit?: string; json?: string },
): Promise<void> => {
  prepareReportFiles(files)
  const evaluations = makeEvaluationsApi(client)
  const evaluation = await evaluations.read(evalId)
  const { summary, status } = evaluation
  if (summary === null)
    throw incomplete(
      `evaluation ${evalId} is ${status} and has no summary yet; follow it with: heddle evals run --eval ${evalId}`,
    )
  await writeReportFiles(evaluations, { evaluation, gates: [], comparison: null }, files, output)
  if (!usesStdout(files)) output.print(evaluation, () => formatReport(evaluation, summary, [], null))
}

/** The report for people: a table of statistics, the gates, and the regressed examples. */
import type { Evaluation } from '../../schema/evaluation.js'
import type { Gate } from './gate.js'
import { countUnscored, type Summary } from './gates.js'
import { formatNumber, formatNumberOrNone, toPrintable } from '../output/format.js'
import type { ComparisonReport } from './regression-gate.js'

const MAX_LISTED = 10

type Interval = number[] | null

const formatInterval = (interval: Interval): string => {
  const [low, high] = interval ?? []
  return low === undefined || high === undefined ? '' : `${formatNumber(low)} … ${formatNumber(high)}`
}

const formatTable = (rows: readonly (readonly string[])[]): string[] => {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => (row[column] ?? '').length)),
  )
  return rows.map((row) =>
    `  ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')}`.trimEnd(),
  )
}

const formatStatistics = (summary: Summary): string[] =>
  formatTable([
    ['', 'pass rate', '95 %', 'score', '95 %'],
    toTableRow('all', summary),
    ...Object.entries(summary.by_criterion).map(([name, statistics]) =>
      toTableRow(toPrintable(name), statistics),
    ),
  ])

type Statistics = Pick<Summary, 'pass_rate' | 'pass_rate_interval' | 'avg_score' | 'avg_score_interval'>

const toTableRow = (name: string, statistics: Statistics): string[] => [
  name,
  formatNumberOrNone(statistics.pass_rate),
  formatInterval(statistics.pass_rate_interval),
  formatNumberOrNone(statistics.avg_score),
  formatInterval(statistics.avg_score_interval),
]

const formatRegressed = ({ regressed: ids, regressed_count }: ComparisonReport): string[] => {
  if (ids.length === 0) return []
  const shown = ids.slice(0, MAX_LISTED)
  const remaining = regressed_count - shown.length
  return [
    '',
    `Passed before, fail now (${String(regressed_count)}):`,
    ...shown.map((id) => `  ${toPrintable(id)}`),
    ...(remaining > 0 ? [`  and ${String(remaining)} more`] : []),
  ]
}

export const formatGate = ({ name, passed, why }: Gate): string =>
  `${passed ? 'passed' : 'FAILED'}  ${name}: ${why}`

export const formatReport = (
  { name, id, progress }: Evaluation,
  summary: Summary,
  gates: readonly Gate[],
  comparison: ComparisonReport | null,
): string =>
  [
    `${toPrintable(name)} (${id})`,
    `${String(summary.total_examples)} examples: ${String(summary.passed)} passed, ${String(summary.failed)} failed; ` +
      `${String(countUnscored(progress))} results without a score`,
    '',
    ...formatStatistics(summary),
    ...(gates.length === 0 ? [] : ['', 'Gates']),
    ...gates.map((gate) => `  ${toPrintable(formatGate(gate))}`),
    ...(comparison === null ? [] : formatRegressed(comparison)),
    '',
  ].join('\n')

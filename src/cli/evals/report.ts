/** What is found, for people: a small table, the gates, and what got worse. */
import type { Evaluation } from '../../schema/evaluation.js'
import type { Gate } from './gate.js'
import { unscoredOf, type Summary } from './gates.js'
import { figure, figureOrNone, printable } from './format.js'
import type { Compared } from './regression-gate.js'

const MOST_REGRESSED = 10

type Interval = number[] | null

const range = (interval: Interval): string => {
  const [low, high] = interval ?? []
  return low === undefined || high === undefined ? '' : `${figure(low)} … ${figure(high)}`
}

/** Columns as wide as the widest of their cells. */
const table = (rows: readonly (readonly string[])[]): string[] => {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => (row[column] ?? '').length)),
  )
  return rows.map((row) =>
    `  ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')}`.trimEnd(),
  )
}

const figures = (summary: Summary): string[] =>
  table([
    ['', 'pass rate', '95 %', 'score', '95 %'],
    figureRow('all', summary),
    ...Object.entries(summary.by_criterion).map(([name, of]) => figureRow(printable(name), of)),
  ])

type Figures = Pick<Summary, 'pass_rate' | 'pass_rate_interval' | 'avg_score' | 'avg_score_interval'>

const figureRow = (name: string, of: Figures): string[] => [
  name,
  figureOrNone(of.pass_rate),
  range(of.pass_rate_interval),
  figureOrNone(of.avg_score),
  range(of.avg_score_interval),
]

const regressed = ({ regressed: ids, regressed_count }: Compared): string[] => {
  if (ids.length === 0) return []
  const shown = ids.slice(0, MOST_REGRESSED)
  const more = regressed_count - shown.length
  return [
    '',
    `Passed before, fail now (${String(regressed_count)}):`,
    ...shown.map((id) => `  ${printable(id)}`),
    ...(more > 0 ? [`  and ${String(more)} more`] : []),
  ]
}

export const gateLine = ({ name, passed, why }: Gate): string =>
  `${passed ? 'passed' : 'FAILED'}  ${name}: ${why}`

export const reportOf = (
  { name, id, progress }: Evaluation,
  summary: Summary,
  gates: readonly Gate[],
  compared: Compared | null,
): string =>
  [
    `${printable(name)} (${id})`,
    `${String(summary.total_examples)} examples: ${String(summary.passed)} passed, ${String(summary.failed)} failed; ` +
      `${String(unscoredOf(progress))} results without a score`,
    '',
    ...figures(summary),
    '',
    'Gates',
    ...gates.map((gate) => `  ${printable(gateLine(gate))}`),
    ...(compared === null ? [] : regressed(compared)),
    '',
  ].join('\n')

/** A report on an evaluation or a comparison as one HTML file: no script, no request, so that it can be mailed and opened anywhere. */
import type { Comparison, Evaluation, ExampleRow, ScoreDistribution } from '../api/types.ts'
import { toErrorText } from './example-text.ts'
import { describeComparison, listCriterionChanges } from './comparison-words.ts'

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

export const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? '')

const STYLE = `
:root{color-scheme:light dark;--ink:#1d2126;--soft:#545b64;--line:#d2cec3;--bg:#fff;--bar:#6f7c8c;--ok:#1f7a4d;--fail:#b3261e}
@media(prefers-color-scheme:dark){:root{--ink:#e9e7e2;--soft:#adb2ba;--line:#3a4048;--bg:#181b1f;--bar:#8492a3;--ok:#64c796;--fail:#f28b82}}
body{font:14px/1.5 system-ui,sans-serif;color:var(--ink);background:var(--bg);max-width:1100px;margin:2rem auto;padding:0 1rem}
h1{font-size:22px;margin:0}h2{font-size:16px;margin:1.6rem 0 .4rem}p{margin:.3rem 0}.soft{color:var(--soft)}
table{border-collapse:collapse;width:100%}th,td{text-align:left;vertical-align:top;padding:4px 8px;border-bottom:1px solid var(--line)}
th{font-weight:500;color:var(--soft)}.n{text-align:right;font-variant-numeric:tabular-nums}.ok{color:var(--ok)}.fail{color:var(--fail)}
.bar{display:inline-block;height:9px;background:var(--bar);vertical-align:middle}.text{white-space:pre-wrap;overflow-wrap:anywhere}`

const number = (value: number | null | undefined, digits = 3): string =>
  value == null ? '–' : value.toFixed(digits)

const interval = (limits: readonly number[] | null | undefined): string =>
  limits == null ? '' : ` <span class="soft">[${limits.map((limit) => number(limit)).join(', ')}]</span>`

const row = (...cells: string[]): string => `<tr>${cells.join('')}</tr>`
const cell = (html: string, className = ''): string =>
  `<td${className === '' ? '' : ` class="${className}"`}>${html}</td>`
const headings = (...names: string[]): string => row(...names.map((name) => `<th>${escapeHtml(name)}</th>`))

const bar = (share: number): string =>
  `<span class="bar" style="width:${String(Math.round(share * 120))}px"></span>`

const verdict = (passed: boolean | null): string =>
  passed === null ? '–' : passed ? '<span class="ok">✓ passed</span>' : '<span class="fail">✗ failed</span>'

const page = (title: string, body: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
  `<title>${escapeHtml(title)}</title><style>${STYLE}</style></head><body>${body}</body></html>`

const renderCriteria = ({ summary }: Evaluation): string =>
  Object.entries(summary?.by_criterion ?? {})
    .map(([name, figures]) =>
      row(
        cell(escapeHtml(name)),
        cell(
          `${bar(figures.pass_rate ?? 0)} ${number(figures.pass_rate)}${interval(figures.pass_rate_interval)}`,
        ),
        cell(number(figures.avg_score), 'n'),
        cell(String(figures.errors), 'n'),
      ),
    )
    .join('')

const renderHistogram = (distribution: ScoreDistribution | undefined): string => {
  if (distribution === undefined) return ''
  const maximum = Math.max(1, ...distribution.sides.flatMap(({ counts }) => counts))
  const bins = Array.from({ length: distribution.bins }, (_, bin) =>
    row(
      cell(`${(bin / distribution.bins).toFixed(1)} to ${((bin + 1) / distribution.bins).toFixed(1)}`),
      ...distribution.sides.map(({ counts }) =>
        cell(`${bar((counts[bin] ?? 0) / maximum)} ${String(counts[bin] ?? 0)}`),
      ),
    ),
  )
  return `<h2>Scores, number of examples</h2><table>${headings('Score', ...distribution.sides.map(({ name }) => name))}${bins.join('')}</table>`
}

const sideText = (side: ExampleRow['sides'][number] | undefined): string => {
  if (side == null) return '<span class="soft">not in this evaluation</span>'
  const text = side.error === null ? (side.output_text ?? 'hidden') : toErrorText(side.error)
  return `${verdict(side.passed)} <span class="soft">${number(side.score, 2)}</span><div class="text">${escapeHtml(text)}</div>`
}

const renderRows = (rows: ExampleRow[], names: string[], order: number[]): string =>
  `<table>${headings('Result', 'Example', 'Expected', ...order.map((side) => names[side] ?? ''))}${rows
    .map((example) =>
      row(
        cell(
          example.change === null
            ? verdict(example.sides.at(-1)?.passed ?? null)
            : escapeHtml(example.change),
        ),
        cell(escapeHtml(example.is_hidden ? 'held out' : (example.input_text ?? '–')), 'text'),
        cell(escapeHtml(example.expected_text ?? '–'), 'text soft'),
        ...order.map((side) => cell(sideText(example.sides[side]))),
      ),
    )
    .join('')}</table>`

const describeRows = (count: number, isWhole: boolean): string =>
  isWhole ? '' : `<p class="soft">The first ${String(count)} examples.</p>`

interface EvaluationReport {
  evaluation: Evaluation
  datasetName: string
  distribution: ScoreDistribution | undefined
  rows: ExampleRow[]
  /** False if there are more rows than these. */
  isWhole: boolean
}

export const renderEvaluationReport = (report: EvaluationReport): string => {
  const { evaluation, datasetName, distribution, rows, isWhole } = report
  const { name, summary, assistants, dataset_version, created_at } = evaluation
  const labels = assistants.map(({ label }) => label)
  const body = [
    `<h1>${escapeHtml(name)}</h1>`,
    `<p class="soft">${escapeHtml(labels.join(' / '))} · ${escapeHtml(datasetName)}, version ${String(dataset_version)} · ${escapeHtml(created_at)}</p>`,
    `<p>Pass rate <b>${number(summary?.pass_rate)}</b>${interval(summary?.pass_rate_interval)}, score <b>${number(summary?.avg_score)}</b>${interval(summary?.avg_score_interval)}; ` +
      `${String(summary?.passed ?? 0)} passed, ${String(summary?.failed ?? 0)} failed, ${String(evaluation.progress.errors)} without a score.</p>`,
    `<h2>Criteria</h2><table>${headings('Criterion', 'Pass rate, 95 % interval', 'Score', 'Errors')}${renderCriteria(evaluation)}</table>`,
    renderHistogram(distribution),
    '<h2>Examples</h2>',
    describeRows(rows.length, isWhole),
    renderRows(
      rows,
      labels,
      labels.map((_, index) => index),
    ),
  ]
  return page(name, body.join('\n'))
}

interface ComparisonReport {
  comparison: Comparison
  distribution: ScoreDistribution | undefined
  rows: ExampleRow[]
  isWhole: boolean
}

export const renderComparisonReport = ({
  comparison,
  distribution,
  rows,
  isWhole,
}: ComparisonReport): string => {
  const { name, baseline, pass, score, regressed_count, fixed_count } = comparison
  const { headline, chance, details } = describeComparison(comparison)
  const figures = [['Pass rate', pass] as const, ['Score', score] as const].flatMap(([label, test]) =>
    test === null
      ? []
      : [
          row(
            cell(label),
            cell(number(test.before), 'n'),
            cell(number(test.after), 'n'),
            cell(`${number(test.difference)}${interval(test.interval)}`),
            cell(number(test.p_corrected), 'n'),
            cell(number(test.detectable), 'n'),
          ),
        ],
  )
  const criteria = listCriterionChanges(comparison).map((change) =>
    row(
      cell(escapeHtml(change.name)),
      cell(`${(change.before * 100).toFixed(1)} %`, 'n'),
      cell(`${(change.after * 100).toFixed(1)} %`, 'n'),
      cell(change.tone === 'same' ? 'no clear difference' : change.tone),
      cell(number(change.p), 'n'),
    ),
  )
  const body = [
    `<h1>${escapeHtml(name)} against ${escapeHtml(baseline)}</h1>`,
    `<p><b>${escapeHtml(headline)}.</b> ${String(regressed_count)} regressed, ${String(fixed_count)} fixed; ${escapeHtml(chance)}.</p>`,
    `<p class="soft">${escapeHtml(details.join(' '))}</p>`,
    `<h2>Figures</h2><table>${headings('', baseline, name, 'Difference, 95 % interval', 'p, corrected', 'Detectable')}${figures.join('')}</table>`,
    `<h2>Failing by criterion</h2><table>${headings('Criterion', baseline, name, '', 'p, corrected')}${criteria.join('')}</table>`,
    renderHistogram(distribution),
    '<h2>Examples</h2>',
    describeRows(rows.length, isWhole),
    renderRows(rows, [name, baseline], [1, 0]),
  ]
  return page(`${name} against ${baseline}`, body.join('\n'))
}

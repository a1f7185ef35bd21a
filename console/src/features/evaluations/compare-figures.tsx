import type { Comparison, Evaluation } from '../../api/types.ts'
import {
  describeComparison,
  formatP,
  listCriterionChanges,
  type CriterionChange,
} from '../../model/comparison-words.ts'
import { formatCount } from '../../model/format.ts'
import { CriterionBar } from './criterion-bar.tsx'

type Test = NonNullable<Comparison['pass']>

const TONES = { better: 'text-ok', worse: 'text-fail', same: 'text-ink-2' }
const SIGNS = { better: '▲', worse: '▼', same: '=' }

const signed = (value: number): string =>
  `${value < 0 ? '−' : value > 0 ? '+' : ''}${Math.abs(value).toFixed(3)}`

/** What the comparison says, in words. */
export const VerdictText = ({ comparison }: { comparison: Comparison }) => {
  const { tone, headline, chance, details } = describeComparison(comparison)
  const { regressed_count, fixed_count, shared_examples, only_before, only_after } = comparison
  return (
    <div className="max-w-130 min-w-0">
      <p className="text-title font-semibold">
        <span className={TONES[tone]}>
          {SIGNS[tone]} {headline}.
        </span>{' '}
        {formatCount(regressed_count)} regressed, {formatCount(fixed_count)} fixed; {chance}.
      </p>
      <p className="mt-1 text-ink-2">{details.join(' ')}</p>
      {only_before + only_after > 0 && (
        <p className="mt-1 text-ink-3">
          {formatCount(shared_examples)} examples are in both; {formatCount(only_before + only_after)} are in
          one of them and are not compared.
        </p>
      )}
    </div>
  )
}

const PLOT = { width: 180, height: 24 }

/** The interval of a difference around zero. */
const IntervalPlot = ({ test, limit }: { test: Test; limit: number }) => {
  const toX = (value: number): number => (Math.max(-1, Math.min(1, value / limit)) / 2 + 0.5) * PLOT.width
  const [low = test.difference, high = test.difference] = test.interval ?? []
  const isClear = test.p_corrected < 0.05
  const color = !isClear ? 'var(--ink-2)' : test.difference < 0 ? 'var(--fail)' : 'var(--ok)'
  return (
    <svg
      width={PLOT.width}
      height={PLOT.height}
      viewBox={`0 0 ${String(PLOT.width)} ${String(PLOT.height)}`}
      aria-hidden="true"
    >
      <path d={`M${String(PLOT.width / 2)} 0V${String(PLOT.height)}`} stroke="var(--ink-3)" />
      <path
        d={`M${String(toX(low))} 12H${String(toX(high))}M${String(toX(low))} 8v8M${String(toX(high))} 8v8`}
        stroke={color}
        strokeWidth="1.6"
      />
      <circle cx={toX(test.difference)} cy="12" r="4" fill={color} />
    </svg>
  )
}

const FigureRow = ({ label, test, limit }: { label: string; test: Test; limit: number }) => (
  <tr className="border-t border-line">
    <th scope="row" className="py-1 pr-4 text-left font-medium">
      {label}
    </th>
    <td className="pr-4 text-right">{test.before.toFixed(3)}</td>
    <td className="pr-4 text-right font-medium">{test.after.toFixed(3)}</td>
    <td className="pr-4">
      <IntervalPlot test={test} limit={limit} />
    </td>
    <td className="pr-4 whitespace-nowrap">
      {signed(test.difference)}{' '}
      {test.interval !== null && (
        <span className="text-ink-3">[{test.interval.map((value) => signed(value)).join(', ')}]</span>
      )}
    </td>
    <td className="pr-4 text-right">{formatP(test.p_corrected)}</td>
    <td className="text-right text-ink-2">{test.detectable === null ? '–' : test.detectable.toFixed(3)}</td>
  </tr>
)

/** Pass rate and score on both sides, with the interval of the difference. */
export const FigureTable = ({ comparison }: { comparison: Comparison }) => {
  const { pass, score, name, baseline } = comparison
  const values = [pass, score].flatMap((test) =>
    test === null ? [] : [Math.abs(test.difference), ...(test.interval ?? []).map(Math.abs)],
  )
  const limit = Math.max(0.02, ...values) * 1.1
  return (
    <div tabIndex={0} role="region" aria-label="Figures" className="min-w-0 overflow-x-auto">
      <table className="text-compact whitespace-nowrap">
        <thead className="text-label text-ink-3">
          <tr>
            <td />
            <th className="max-w-40 truncate pr-4 text-right font-normal" title={baseline}>
              {baseline}
            </th>
            <th className="max-w-40 truncate pr-4 text-right font-normal" title={name}>
              {name}
            </th>
            <th className="pr-4 font-normal">◂ worse · better ▸</th>
            <th className="pr-4 text-left font-normal">Difference, 95 % interval</th>
            <th
              className="pr-4 text-right font-normal"
              title="How often chance alone makes such a difference, corrected for the number of comparisons (Holm)"
            >
              p
            </th>
            <th
              className="text-right font-normal"
              title="The smallest difference that this number of examples can be expected to show"
            >
              Detectable
            </th>
          </tr>
        </thead>
        <tbody>
          {pass !== null && <FigureRow label="Pass rate" test={pass} limit={limit} />}
          {score !== null && <FigureRow label="Score" test={score} limit={limit} />}
        </tbody>
      </table>
      <p className="mt-1 text-small text-ink-3">
        {formatCount((pass ?? score)?.pairs ?? 0)} pairs · pass rate: exact McNemar test; score: sign flips,
        bootstrap
      </p>
    </div>
  )
}

const inPercent = (share: number): string => (share * 100).toFixed(1)

const failingInterval = (evaluation: Evaluation | undefined, name: string): number[] | null => {
  const interval = evaluation?.summary?.by_criterion[name]?.pass_rate_interval
  return interval == null ? null : [1 - (interval[1] ?? 0), 1 - (interval[0] ?? 0)]
}

interface ChangedCriteriaProps {
  comparison: Comparison
  before: Evaluation | undefined
  after: Evaluation
  chosen: string | undefined
  onChoose: (name: string | undefined) => void
}

const ChangeText = ({ change }: { change: CriterionChange }) => {
  const points = -change.difference * 100
  return (
    <span className="inline-grid grid-cols-[76px_116px_46px] gap-2 text-left">
      <span>
        {inPercent(change.before)} → {inPercent(change.after)}
      </span>
      <span className={TONES[change.tone]}>
        {SIGNS[change.tone]} {points > 0 ? '+' : points < 0 ? '−' : ''}
        {Math.abs(points).toFixed(1)} {change.tone === 'same' ? 'no difference' : change.tone}
      </span>
      <span className="text-right">{formatP(change.p)}</span>
    </span>
  )
}

/** The share of failing examples of each criterion on both sides. A click filters the rows. */
export const ChangedCriteria = ({ comparison, before, after, chosen, onChoose }: ChangedCriteriaProps) => {
  const changes = listCriterionChanges(comparison)
  const maximum = Math.max(
    0.02,
    ...changes.flatMap(({ name, before: left, after: right }) => [
      left,
      right,
      failingInterval(before, name)?.[1] ?? 0,
      failingInterval(after, name)?.[1] ?? 0,
    ]),
  )
  return (
    <div className="min-w-[min(460px,100%)] flex-[2] px-5 py-3">
      <h2 className="mb-1 flex flex-wrap gap-x-3 font-medium">
        Failing by criterion, % of examples
        <span className="ml-auto text-small font-normal text-ink-2">
          ☐ {comparison.baseline} ■ {comparison.name} · p, corrected
        </span>
      </h2>
      <ul>
        {changes.map((change) => (
          <CriterionBar
            key={change.name}
            label={change.name}
            note={chosen === change.name ? 'rows show this criterion' : undefined}
            maximum={maximum}
            bars={[
              { share: change.before, interval: failingInterval(before, change.name) },
              { share: change.after, interval: failingInterval(after, change.name) },
            ]}
          >
            <button
              type="button"
              className="hover:underline"
              aria-pressed={chosen === change.name}
              title={`Show the rows by ${change.name}`}
              onClick={() => onChoose(chosen === change.name ? undefined : change.name)}
            >
              <ChangeText change={change} />
            </button>
          </CriterionBar>
        ))}
      </ul>
    </div>
  )
}

import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import type { ExampleRow, ExampleRowSide } from '../../api/types.ts'
import { toErrorText } from '../../model/example-text.ts'
import type { Column } from '../../ui/table.tsx'
import { Highlight } from '../../ui/text.tsx'
import { formatScore } from './evaluation-columns.tsx'

const CHANGES = {
  regressed: { sign: '▼', word: 'Regressed', color: 'text-fail' },
  fixed: { sign: '▲', word: 'Fixed', color: 'text-ok' },
  different: { sign: '○', word: 'Score differs', color: 'text-ink-2' },
  same: { sign: '=', word: 'Same', color: 'text-ink-3' },
  unpaired: { sign: '·', word: 'On one side', color: 'text-ink-3' },
} as const

const hasError = ({ sides }: ExampleRow): boolean =>
  sides.some((side) => side !== null && side.error !== null)

export const PassMark = ({ passed }: { passed: boolean | null }) => (
  <span
    className={clsx(
      'flex-none font-medium',
      passed === null ? 'text-ink-3' : passed ? 'text-ok' : 'text-fail',
    )}
  >
    {passed === null ? '– No verdict' : passed ? '✓ Passed' : '✗ Failed'}
  </span>
)

const Outcome = ({ row }: { row: ExampleRow }) => {
  const change = row.change === null ? undefined : CHANGES[row.change]
  const passed = row.sides.at(-1)?.passed ?? null
  return (
    <span className="flex flex-col pl-5">
      {change === undefined ? (
        <PassMark passed={passed} />
      ) : (
        <span className={clsx('font-medium', change.color)}>
          {change.sign} {change.word}
        </span>
      )}
      {hasError(row) && <span className="text-small text-fail">! Error</span>}
      {row.sides.some((side) => side?.varies === true) && (
        <span className="text-small text-wait">~ repetitions differ</span>
      )}
    </span>
  )
}

const Clamped = ({ children, className }: { children: ReactNode; className?: string }) => (
  <span className={clsx('line-clamp-2 min-w-0 whitespace-normal break-words', className)}>{children}</span>
)

const SideCell = ({ side, query }: { side: ExampleRowSide | null; query: string | undefined }) => {
  if (side === null) return <span className="text-ink-3">not in this evaluation</span>
  if (side.error !== null) return <Clamped className="text-fail">{toErrorText(side.error)}</Clamped>
  return (
    <Clamped>
      <span className={side.passed === false ? 'text-fail' : side.passed === true ? 'text-ok' : 'text-ink-3'}>
        {side.passed === null ? '–' : side.passed ? '✓' : '✗'}{' '}
      </span>
      <Highlight text={side.output_text ?? 'hidden'} query={query} />
    </Clamped>
  )
}

const CriterionCell = ({ row, name }: { row: ExampleRow; name: string }) => {
  const isComparison = row.change !== null
  const shown = isComparison ? row.sides[0] : row.sides.at(-1)
  const after = shown?.criteria[name]
  const before = isComparison ? row.sides[1]?.criteria[name] : undefined
  const wasDifferent = before !== undefined && before.score !== after?.score
  return (
    <span className="flex flex-col items-end">
      <span className={after?.passed === false ? 'font-medium text-fail' : ''}>
        {after?.passed === false && '✗ '}
        {formatScore(after?.score)}
      </span>
      {wasDifferent && <span className="text-small text-ink-3">was {formatScore(before.score)}</span>}
    </span>
  )
}

export interface ColumnOptions {
  /** Headings of the sides, in the order of the columns. */
  sides: { index: number; name: string }[]
  criteria: string[]
  query: string | undefined
  isComparison: boolean
}

export const makeRowColumns = ({
  sides,
  criteria,
  query,
  isComparison,
}: ColumnOptions): Column<ExampleRow>[] => [
  {
    id: 'outcome',
    header: <span className="pl-5">Result</span>,
    width: '150px',
    cell: (row) => <Outcome row={row} />,
  },
  {
    id: 'input',
    header: 'Example',
    width: 'minmax(200px, 1.2fr)',
    cell: ({ input_text, is_hidden }) => (
      <Clamped>
        {is_hidden ? (
          <span className="text-ink-3">in the held-out split</span>
        ) : (
          <Highlight text={input_text ?? '–'} query={query} />
        )}
      </Clamped>
    ),
  },
  {
    id: 'expected',
    header: 'Expected',
    width: 'minmax(120px, 0.7fr)',
    cell: ({ expected_text }) => (
      <Clamped className="text-ink-2">
        <Highlight text={expected_text ?? '–'} query={query} />
      </Clamped>
    ),
  },
  ...sides.map(({ index, name }): Column<ExampleRow> => ({
    id: `side-${String(index)}`,
    header: <span className="truncate">{name}</span>,
    width: 'minmax(200px, 1.2fr)',
    cell: (row) => <SideCell side={row.sides[index] ?? null} query={query} />,
  })),
  ...criteria.map((name): Column<ExampleRow> => ({
    id: `criterion-${name}`,
    header: (
      <span className="max-w-24 truncate" title={name}>
        {name}
      </span>
    ),
    width: '96px',
    align: 'right',
    cell: (row) => <CriterionCell row={row} name={name} />,
  })),
  {
    id: 'score',
    header: isComparison ? 'Change' : 'Score',
    width: '76px',
    align: 'right',
    cell: ({ sides: rowSides, difference }) => {
      if (!isComparison) return formatScore(rowSides.at(-1)?.score)
      if (difference === null) return <span className="text-ink-3">no score</span>
      const color = difference < 0 ? 'text-fail' : difference > 0 ? 'text-ok' : 'text-ink-3'
      return (
        <span className={color}>
          {difference > 0 ? '+' : difference < 0 ? '−' : ''}
          {Math.abs(difference).toFixed(2)}
        </span>
      )
    },
  },
]

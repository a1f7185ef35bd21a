import { clsx } from 'clsx'
import { useEffect, useRef } from 'react'
import { formatCount, formatDuration, formatPercent } from '../../model/format.ts'
import { errorShare, type NodeRow } from '../../model/graph-figures.ts'
import { Glyph } from '../../ui/glyphs.tsx'

interface NodeListProps {
  rows: NodeRow[]
  active: ReadonlySet<string>
  selected: string | undefined
  onSelect: (id: string | undefined) => void
}

const orDash = (ms: number | null): string => (ms === null ? '–' : formatDuration(ms))

/** The same figures as in the drawing, as a table: for screen readers, for the keyboard, and for comparing. */
export const NodeList = ({ rows, active, selected, onSelect }: NodeListProps) => {
  const body = useRef<HTMLTableSectionElement>(null)
  useEffect(() => {
    body.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' })
  }, [selected])
  return (
    <table className="w-full border-collapse [&_td]:px-2 [&_td]:whitespace-nowrap [&_th]:px-2 [&_th]:whitespace-nowrap">
      <caption className="sr-only">Figures of the nodes</caption>
      <thead>
        <tr className="h-6.75 border-b border-line text-left text-label text-ink-3 [&_th]:font-normal">
          <th scope="col" className="pl-5!">
            Node
          </th>
          <th scope="col" className="text-right">
            Times
          </th>
          <th scope="col" className="text-right">
            Errors
          </th>
          <th scope="col" className="text-right max-md:hidden">
            Median
          </th>
          <th scope="col" className="pr-5! text-right">
            p95
          </th>
        </tr>
      </thead>
      <tbody ref={body}>
        {rows.map((row) => {
          const isSelected = row.id === selected
          return (
            <tr
              key={row.id}
              aria-selected={isSelected}
              className={clsx(
                'h-8 border-b border-line/60 text-right',
                isSelected ? 'bg-accent/9 shadow-[inset_2px_0_0_var(--accent)]' : 'hover:bg-sunken',
              )}
            >
              <th scope="row" className="max-w-44 pl-5! text-left font-normal">
                <button
                  type="button"
                  aria-pressed={isSelected}
                  onClick={() => onSelect(isSelected ? undefined : row.id)}
                  className="flex w-full min-w-0 items-center gap-1.75 text-left"
                >
                  <Glyph name={row.kind} />
                  <span className="truncate font-medium" title={row.path}>
                    {row.path}
                  </span>
                  {active.has(row.id) && (
                    <span
                      className="pulsing size-1.75 flex-none rounded-full bg-run"
                      title="Executed just now"
                    />
                  )}
                  {!row.isInGraph && (
                    <span className="flex-none text-small text-ink-3">not in this graph</span>
                  )}
                </button>
              </th>
              <td>{row.count === 0 ? '–' : formatCount(row.count)}</td>
              <td className={clsx(row.isWorst && 'font-medium text-fail')}>
                {row.count === 0 ? '–' : `${row.isWorst ? '▲ ' : ''}${formatPercent(errorShare(row))}`}
              </td>
              <td className="max-md:hidden">{orDash(row.p50)}</td>
              <td className="pr-5!">{orDash(row.p95)}</td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

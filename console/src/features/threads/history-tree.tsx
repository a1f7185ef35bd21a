import { clsx } from 'clsx'
import { useEffect, useMemo, useRef } from 'react'
import type { CheckpointTree } from '../../model/checkpoint-tree.ts'
import { plural } from '../../model/format.ts'
import type { Change } from '../../model/state-diff.ts'
import { layOutTree, type TreeDetail, type TreeMark } from '../../model/tree-layout.ts'
import { SIGN_COLORS } from '../../ui/state-diff-view.tsx'
import { Time } from '../../ui/time.tsx'

const CHANGES_SHOWN = 4

const Changes = ({ changes }: { changes: Change[] }) => (
  <span className="col-span-2 truncate text-small text-ink-2">
    {changes.length === 0 && 'no change'}
    {changes.slice(0, CHANGES_SHOWN).map(({ sign, name }, index) => (
      <span key={name}>
        {index > 0 && ', '}
        <b className={clsx('font-mono font-semibold', SIGN_COLORS[sign])}>{sign}</b> {name}
      </span>
    ))}
    {changes.length > CHANGES_SHOWN && `, ${String(changes.length - CHANGES_SHOWN)} more`}
  </span>
)

/** Checkpoints are diamonds, inputs circles, edits pencils. */
const Mark = ({ mark: { x, y, kind, onPath, selected } }: { mark: TreeMark }) => {
  const color = onPath ? 'var(--accent)' : 'var(--ink-2)'
  if (kind === 'input')
    return (
      <circle
        cx={x}
        cy={y}
        r="5"
        fill={selected ? 'var(--accent)' : 'var(--bg)'}
        stroke={color}
        strokeWidth="1.5"
      />
    )
  if (kind === 'edit' || kind === 'fork')
    return (
      <g>
        <circle cx={x} cy={y} r="8" fill="var(--bg)" />
        <path
          d={`M${String(x - 4.5)} ${String(y + 4.5)}l.6-2.7 6.4-6.4 2.1 2.1-6.4 6.4z`}
          fill={selected ? color : 'none'}
          stroke={color}
          strokeWidth="1.3"
        />
      </g>
    )
  return (
    <path
      d={`M${String(x)} ${String(y - 5.5)}l5.5 5.5-5.5 5.5-5.5-5.5z`}
      fill={selected ? 'var(--accent)' : 'var(--bg)'}
      stroke={color}
      strokeWidth="1.4"
    />
  )
}

interface HistoryTreeProps {
  tree: CheckpointTree
  selected: string | undefined
  onlyPath: boolean
  detail: TreeDetail
  onSelect: (id: string) => void
}

export const HistoryTree = ({ tree, selected, onlyPath, detail, onSelect }: HistoryTreeProps) => {
  const { rows, lines, marks, height, indent } = useMemo(
    () => layOutTree(tree, selected, { onlyPath, detail }),
    [tree, selected, onlyPath, detail],
  )
  const list = useRef<HTMLOListElement>(null)
  useEffect(() => {
    list.current?.querySelector('[aria-current=true]')?.scrollIntoView({ block: 'nearest' })
  }, [selected])
  return (
    <div className="relative" style={{ height }}>
      <svg
        width={indent}
        height={height}
        aria-hidden="true"
        className="pointer-events-none absolute top-0 left-0 z-1"
      >
        {lines.map(({ key, path, onPath }) => (
          <path
            key={key}
            d={path}
            fill="none"
            stroke={onPath ? 'var(--accent)' : 'var(--line-2)'}
            strokeWidth={onPath ? 1.8 : 1.5}
          />
        ))}
        {marks.map((mark) => (
          <Mark key={mark.id} mark={mark} />
        ))}
      </svg>
      <ol ref={list} aria-label="Checkpoints, oldest first">
        {rows.map((row) =>
          row.type === 'branch' ? (
            <li
              key={row.key}
              className="absolute flex w-full items-center gap-1.75 pr-4 text-small whitespace-nowrap text-ink-3"
              style={{ top: row.y, height: row.height, paddingLeft: indent }}
            >
              <b className="font-medium text-ink">Branch {row.branch.name}</b>
              {row.branch.from === undefined ? 'main' : `from ${String(row.branch.from)}`},{' '}
              {plural(row.runs, 'run')}
            </li>
          ) : (
            <li key={row.key} className="absolute w-full" style={{ top: row.y, height: row.height }}>
              <button
                type="button"
                aria-current={row.node.id === selected ? 'true' : undefined}
                onClick={() => onSelect(row.node.id)}
                style={{ paddingLeft: indent }}
                className={clsx(
                  'grid h-full w-full grid-cols-[minmax(0,1fr)_auto] content-start gap-x-2 pt-1.25 pr-4 text-left leading-4.5 outline-offset-[-2px]',
                  row.node.id === selected
                    ? 'bg-accent/9 shadow-[inset_2px_0_0_var(--accent)]'
                    : 'hover:bg-sunken',
                )}
              >
                <span className="truncate font-medium">
                  {row.node.label}{' '}
                  <span
                    className={clsx('font-normal', row.node.id === selected ? 'text-ink-2' : 'text-ink-3')}
                  >
                    {row.node.number}
                  </span>
                </span>
                <span className={clsx('text-small', row.node.id === selected ? 'text-ink-2' : 'text-ink-3')}>
                  {row.node.state.created_at !== null && <Time value={row.node.state.created_at} />}
                </span>
                {detail === 'changes' && <Changes changes={row.node.changes} />}
              </button>
            </li>
          ),
        )}
      </ol>
    </div>
  )
}

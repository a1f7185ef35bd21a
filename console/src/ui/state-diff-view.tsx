import { clsx } from 'clsx'
import { useMemo, useState, type ReactNode } from 'react'
import { kindOf, previewJson } from '../model/json-rows.ts'
import { SIGN_WORDS, toDiffRows, type DiffNode, type DiffRow, type Sign } from '../model/state-diff.ts'
import { Icon } from './icons.tsx'
import { LongText } from './text.tsx'
import { toggled, VirtualRows } from './virtual-rows.tsx'

export const SIGN_COLORS: Record<Sign, string> = {
  '+': 'text-ok',
  '~': 'text-run',
  '−': 'text-fail',
  '=': 'text-ink-3',
}
const ROW_COLORS: Record<Sign, string> = {
  '+': 'bg-ok-soft',
  '~': 'bg-run-soft',
  '−': 'bg-fail-soft',
  '=': '',
}

const PREVIEW_CHARS = 120
const LINE_CHARS = 48

const isLongText = ({ sign, before, after }: DiffRow): boolean => {
  const value = sign === '−' ? before : after
  return typeof value === 'string' && (value.length > LINE_CHARS || value.includes('\n'))
}

const containerText = (value: unknown, size: number, hidden: number): string => {
  const count = String(size)
  const text = kindOf(value) === 'array' ? `[ ${count} ]` : `{ ${count} }`
  return hidden > 0 ? `${text}, ${String(hidden)} hidden` : text
}

const Value = ({ row, textOpen, marked }: { row: DiffRow; textOpen: boolean; marked: boolean }) => {
  const value = row.sign === '−' ? row.before : row.after
  if (textOpen)
    return <LongText text={value as string} className="min-w-0 rounded bg-surface px-2 py-1 text-ink" />
  if (row.size > 0 && row.open)
    return <span className="text-ink-2">{containerText(value, row.size, row.hidden)}</span>
  if (!marked && row.size > 0) return <span className="text-ink-2">{containerText(value, row.size, 0)}</span>
  if (!marked || row.sign === '=')
    return <span className="truncate">{previewJson(value, PREVIEW_CHARS)}</span>
  return (
    <>
      {(row.sign === '~' || row.sign === '−') && row.size === 0 && (
        <del className="max-w-[45%] flex-none truncate rounded-sm bg-fail-soft px-1.25 text-fail">
          {previewJson(row.before, PREVIEW_CHARS)}
        </del>
      )}
      {row.sign === '~' && row.size === 0 && <span className="flex-none text-ink-3">→</span>}
      {row.size > 0 && <span className="truncate">{previewJson(value, PREVIEW_CHARS)}</span>}
      {row.sign !== '−' && row.size === 0 && (
        <ins className="truncate rounded-sm bg-ok-soft px-1.25 text-ok no-underline">
          {previewJson(row.after, PREVIEW_CHARS)}
        </ins>
      )}
    </>
  )
}

interface RowProps {
  row: DiffRow
  textOpen: boolean
  look: 'marked' | 'tinted'
  note: ReactNode
  onToggle: () => void
}

const Row = ({ row, textOpen, look, note, onToggle }: RowProps) => {
  const expandable = row.size > 0 || isLongText(row)
  const open = row.open || textOpen
  return (
    <div
      role="row"
      className={clsx(
        'grid min-h-5.25 grid-cols-[20px_minmax(96px,30%)_minmax(0,1fr)_auto] items-start gap-x-1 font-mono text-small leading-5.25',
        look === 'marked' ? 'px-5' : 'px-4',
        look === 'tinted' && row.depth === 0 && ROW_COLORS[row.sign],
        row.sign === '=' && look === 'marked' && 'text-ink-3',
      )}
    >
      <span role="cell" className={clsx('font-semibold', SIGN_COLORS[row.sign])}>
        <span aria-hidden="true">{row.sign === '=' && look === 'tinted' ? '' : row.sign}</span>
        <span className="sr-only">{SIGN_WORDS[row.sign]}</span>
      </span>
      <span
        role="rowheader"
        className="flex min-w-0 items-start"
        style={{ paddingLeft: `${String(row.depth * 14)}px` }}
      >
        {expandable ? (
          <button
            type="button"
            aria-expanded={open}
            onClick={onToggle}
            className="flex min-w-0 items-center gap-1 text-left text-ink-2 hover:text-ink"
          >
            <Icon name={open ? 'down' : 'right'} size={11} />
            <span className="truncate">{row.name}</span>
          </button>
        ) : (
          <span className="truncate pl-3.75 text-ink-2">{row.name}</span>
        )}
      </span>
      <span role="cell" className="flex min-w-0 items-start gap-1.5">
        <Value row={row} textOpen={textOpen} marked={look === 'marked'} />
      </span>
      <span
        role="cell"
        className={clsx(
          'pl-2 font-sans text-label leading-5.25 whitespace-nowrap',
          look === 'tinted' ? SIGN_COLORS[row.sign] : 'text-ink-3',
        )}
      >
        {note}
      </span>
    </div>
  )
}

interface StateDiffViewProps {
  nodes: DiffNode[]
  label: string
  changedOnly: boolean
  /** `marked` shows both values of a change, `tinted` the current value on a coloured row. */
  look?: 'marked' | 'tinted'
  note?: (row: DiffRow) => ReactNode
  className?: string
}

const keyOf = ({ path }: DiffRow): string => path

/** A state compared with an earlier one, key by key. Only the visible rows are in the page. */
export const StateDiffView = ({
  nodes,
  label,
  changedOnly,
  look = 'marked',
  note,
  className,
}: StateDiffViewProps) => {
  const [open, setOpen] = useState<ReadonlyMap<string, boolean>>(new Map())
  const [textsOpen, setTextsOpen] = useState<ReadonlySet<string>>(new Set())
  const rows = useMemo(
    () => toDiffRows(nodes, { open, changedOnly, openDepth: look === 'marked' ? 3 : 0 }),
    [nodes, open, changedOnly, look],
  )
  const toggle = (row: DiffRow): void => {
    if (row.size > 0) setOpen(new Map(open).set(row.path, !row.open))
    else setTextsOpen(toggled(textsOpen, row.path))
  }
  return (
    <VirtualRows rows={rows} rowKey={keyOf} rowHeight={21} label={label} isTable className={className}>
      {(row) => (
        <Row
          row={row}
          look={look}
          textOpen={textsOpen.has(row.path)}
          note={note === undefined ? SIGN_WORDS[row.sign] : note(row)}
          onToggle={() => toggle(row)}
        />
      )}
    </VirtualRows>
  )
}

import { clsx } from 'clsx'
import { useMemo, useState } from 'react'
import { stringifyExact } from '../model/exact-json.ts'
import { formatBytes, formatCount } from '../model/format.ts'
import {
  CHILDREN_SHOWN,
  isMoreRow,
  previewJson,
  toJsonRows,
  type JsonKind,
  type JsonRow,
  type MoreRow,
} from '../model/json-rows.ts'
import { copyWithToast } from './copy.tsx'
import { Icon } from './icons.tsx'
import { LongText } from './text.tsx'
import { toggled, VirtualRows } from './virtual-rows.tsx'

const VALUE_COLORS: Record<JsonKind, string> = {
  object: 'text-ink-2',
  array: 'text-ink-2',
  string: 'text-ink',
  number: 'text-k-tool',
  boolean: 'text-k-llm',
  null: 'text-ink-3',
}

/** Strings beyond this length, or with several lines, are shown in one line until they are opened. */
const LINE_CHARS = 160

const isLongString = (row: JsonRow): boolean =>
  row.kind === 'string' && ((row.value as string).length > LINE_CHARS || (row.value as string).includes('\n'))

interface RowProps {
  row: JsonRow
  textOpen: boolean
  onToggle: () => void
}

const Value = ({ row, textOpen }: Omit<RowProps, 'onToggle'>) => {
  if (row.kind === 'string' && textOpen)
    return <LongText text={row.value as string} className="min-w-0 rounded bg-sunken px-2 py-1 text-ink" />
  const text = row.open
    ? row.kind === 'array'
      ? `[ ${String(row.size)} ]`
      : `{ ${String(row.size)} }`
    : row.kind === 'number'
      ? String(row.value)
      : previewJson(row.value, LINE_CHARS)
  return <span className={clsx('min-w-0 truncate', VALUE_COLORS[row.kind])}>{text}</span>
}

const Row = ({ row, textOpen, onToggle }: RowProps) => {
  const expandable = row.size > 0 || isLongString(row)
  const open = row.open || textOpen
  const name = row.name ?? 'value'
  return (
    <div
      className="group flex min-h-5 items-start gap-1.5 pr-7 hover:bg-sunken"
      style={{ paddingLeft: `${String(row.depth * 16)}px` }}
    >
      {expandable ? (
        <button
          type="button"
          aria-expanded={open}
          aria-label={`${open ? 'Close' : 'Open'} ${name}`}
          onClick={onToggle}
          className="mt-0.75 flex-none text-ink-3 hover:text-ink"
        >
          <Icon name={open ? 'down' : 'right'} size={13} />
        </button>
      ) : (
        <span className="w-3.25 flex-none" />
      )}
      {row.name !== undefined && <span className="flex-none text-ink-2">{row.name}</span>}
      <Value row={row} textOpen={textOpen} />
      {row.kind === 'string' && (row.value as string).length > 1_000 && (
        <span className="flex-none text-ink-3">{formatBytes((row.value as string).length)}</span>
      )}
      <button
        type="button"
        aria-label={`Copy ${name}`}
        title="Copy"
        onClick={() =>
          void copyWithToast(
            row.kind === 'string' ? (row.value as string) : stringifyExact(row.value, 2),
            name,
          )
        }
        className="absolute right-1 text-ink-3 opacity-0 group-hover:opacity-100 hover:text-ink focus-visible:opacity-100"
      >
        <Icon name="copy" size={13} />
      </button>
    </div>
  )
}

interface JsonViewProps {
  value: unknown
  /** The accessible name, for example "Input". */
  label: string
  /** Levels that are open at first. */
  depth?: number
  className?: string
}

const keyOf = (row: JsonRow | MoreRow): string => (isMoreRow(row) ? `${row.path}#more` : row.path)

/** A JSON document with lines that open. Only the visible lines are in the page, so its size does not matter. */
export const JsonView = ({ value, label, depth = 2, className }: JsonViewProps) => {
  const [rowsOpen, setRowsOpen] = useState<ReadonlyMap<string, boolean>>(new Map())
  const [textsOpen, setTextsOpen] = useState<ReadonlySet<string>>(new Set())
  const [shown, setShown] = useState<ReadonlyMap<string, number>>(new Map())
  const rows = useMemo(
    () => toJsonRows(value, { rows: rowsOpen, shown, defaultDepth: depth }),
    [value, rowsOpen, shown, depth],
  )

  const toggle = (row: JsonRow): void => {
    if (row.kind === 'string') setTextsOpen(toggled(textsOpen, row.path))
    else setRowsOpen(new Map(rowsOpen).set(row.path, !row.open))
  }

  return (
    <VirtualRows
      rows={rows}
      rowKey={keyOf}
      rowHeight={20}
      label={label}
      className={clsx('font-mono text-small leading-5', className)}
      contentClassName="min-w-max"
    >
      {(row) =>
        isMoreRow(row) ? (
          <button
            type="button"
            className="text-accent hover:underline"
            style={{ marginLeft: `${String(row.depth * 16 + 19)}px` }}
            onClick={() =>
              setShown(new Map(shown).set(row.path, (shown.get(row.path) ?? CHILDREN_SHOWN) * 10))
            }
          >
            {formatCount(row.more)} more
          </button>
        ) : (
          <Row row={row} textOpen={textsOpen.has(row.path)} onToggle={() => toggle(row)} />
        )
      }
    </VirtualRows>
  )
}

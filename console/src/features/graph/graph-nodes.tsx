import { Handle, Position, type NodeProps } from '@xyflow/react'
import { clsx } from 'clsx'
import { formatDuration, formatPercent, formatShortCount } from '../../model/format.ts'
import { errorShare, type NodeKind, type NodeRow } from '../../model/graph-figures.ts'
import { Glyph } from '../../ui/glyphs.tsx'

const EDGE_COLORS: Record<NodeKind, string> = {
  llm: 'bg-k-llm',
  tool: 'bg-k-tool',
  person: 'bg-k-human',
  node: 'bg-k-node',
}

const Handles = () => (
  <>
    <Handle type="target" position={Position.Top} isConnectable={false} className="invisible" />
    <Handle type="source" position={Position.Bottom} isConnectable={false} className="invisible" />
  </>
)

export interface StepData extends Record<string, unknown> {
  label: string
  row: NodeRow | undefined
  isActive: boolean
  isSelected: boolean
}

const Figures = ({ row }: { row: NodeRow | undefined }) => {
  if (row === undefined || row.count === 0)
    return <span className="col-span-full whitespace-nowrap text-ink-3">not executed</span>
  return (
    <>
      <span>{formatShortCount(row.count)}</span>
      <span className={clsx('text-center', row.isWorst && 'font-medium text-fail')}>
        {row.isWorst && '▲ '}
        {formatPercent(errorShare(row))}
      </span>
      <span className="text-right">{row.p95 === null ? '–' : formatDuration(row.p95)}</span>
    </>
  )
}

export const StepNode = ({ data }: NodeProps & { data: StepData }) => {
  const { label, row, isActive, isSelected } = data
  return (
    <div
      className={clsx(
        'relative h-full overflow-hidden rounded-[5px] border bg-surface pl-3',
        isSelected ? 'border-accent outline-2 outline-accent' : 'border-line-2',
        isActive && !isSelected && 'border-run shadow-[0_0_0_2px_var(--run-soft)]',
        row?.count === 0 && 'text-ink-2',
      )}
    >
      <Handles />
      <span className={clsx('absolute inset-y-0 left-0 w-1', EDGE_COLORS[row?.kind ?? 'node'])} />
      <div className="flex items-center gap-1.5 pt-1.5 pr-2">
        {row !== undefined && row.kind !== 'node' && <Glyph name={row.kind} />}
        <span className="truncate leading-5 font-medium">{label}</span>
        {isActive && <span className="pulsing ml-auto size-1.75 flex-none rounded-full bg-run" />}
      </div>
      <div className="grid grid-cols-3 pr-2.5 text-small leading-5 text-ink-2">
        <Figures row={row} />
      </div>
    </div>
  )
}

export const DotNode = ({ data }: NodeProps & { data: { shape: 'start' | 'end' } }) => (
  <div
    className={clsx(
      'size-full rounded-full',
      data.shape === 'start' ? 'bg-ink-2' : 'border-[5px] border-ink-2 bg-surface',
    )}
    title={data.shape === 'start' ? 'Start' : 'End'}
  >
    <Handles />
  </div>
)

export const GroupNode = ({ data }: NodeProps & { data: { label: string } }) => (
  <div className="relative size-full rounded-[6px] border border-dashed border-line-2 bg-sunken/70">
    <span className="absolute bottom-0.5 left-3 text-small text-ink-3">{data.label}, opened</span>
  </div>
)

import { clsx } from 'clsx'
import type { GraphStructure } from '../../api/dialect.ts'
import { useEffect, useMemo, useRef } from 'react'
import { formatCount, formatDuration } from '../../model/format.ts'
import { toCurve } from '../../model/graph-layout.ts'
import { layOutExecutions } from '../../model/run-executions.ts'
import { layOutPath, type PathGraph, type PathNode } from '../../model/run-path.ts'
import type { Span } from '../../model/spans.ts'

const STATE_WORDS: Record<PathNode['state'], string> = {
  idle: 'not on the path',
  running: 'running',
  waiting: 'waiting',
  failed: 'failed',
  done: 'done',
}

const STATE_COLORS: Record<PathNode['state'], string> = {
  idle: 'var(--line-2)',
  running: 'var(--run)',
  waiting: 'var(--k-human)',
  failed: 'var(--fail)',
  done: 'var(--k-node)',
}

const KIND_COLORS: Record<PathNode['kind'], string> = {
  node: 'var(--k-node)',
  llm: 'var(--k-llm)',
  tool: 'var(--k-tool)',
  waiting: 'var(--k-human)',
}

const stripeColor = ({ state, kind }: PathNode): string =>
  state === 'done' ? KIND_COLORS[kind] : STATE_COLORS[state]

const noteOf = ({ runs, ms, state }: PathNode): string => {
  if (state === 'idle') return ''
  if (state === 'running' || state === 'waiting') return STATE_WORDS[state]
  return runs > 1 ? `${String(runs)} times` : formatDuration(ms)
}

/** The accessible name starts with the visible text; a name that is cut follows in full. */
const nameOf = (node: PathNode): string => {
  const shown = cut(node.label)
  const parts = [
    shown === node.label ? shown : `${shown} ${node.label}`,
    STATE_WORDS[node.state],
    noteOf(node),
  ]
  return [...new Set(parts)].filter((part) => part !== '').join(', ')
}

const cut = (text: string): string => (text.length > 15 ? `${text.slice(0, 14)}…` : text)

/** Scrolls the panel of the graph only; `scrollIntoView` would scroll the page too. */
const showInScroller = (element: Element): void => {
  const scroller = element.closest('[data-graph-scroller]')
  if (scroller === null) return
  const own = element.getBoundingClientRect()
  const visible = scroller.getBoundingClientRect()
  if (own.top < visible.top) scroller.scrollTop -= visible.top - own.top + 12
  else if (own.bottom > visible.bottom) scroller.scrollTop += own.bottom - visible.bottom + 12
}

interface NodeViewProps {
  node: PathNode
  isSelected: boolean
  onSelect: (id: string) => void
}

const NodeView = ({ node, isSelected, onSelect }: NodeViewProps) => {
  const element = useRef<SVGGElement>(null)
  useEffect(() => {
    if (isSelected && element.current !== null) showInScroller(element.current)
  }, [isSelected])
  const { x: left, y: top, width, height } = node
  if (node.shape !== 'step') {
    const reached = node.runs > 0
    return (
      <circle
        cx={left + width / 2}
        cy={top + height / 2}
        r={width / 2}
        fill={reached ? 'var(--ink-2)' : 'var(--surface)'}
        stroke="var(--ink-3)"
      />
    )
  }
  const baseline = top + height / 2 + 4
  const isIdle = node.state === 'idle'
  const isActive = node.state === 'running' || node.state === 'waiting'
  return (
    <>
      <g
        ref={element}
        role="button"
        tabIndex={isIdle ? -1 : 0}
        aria-label={nameOf(node)}
        aria-pressed={isSelected}
        aria-disabled={isIdle}
        onClick={() => onSelect(node.id)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' || event.key === ' ') onSelect(node.id)
        }}
        className={clsx(!isIdle && 'cursor-pointer')}
      >
        <rect
          x={left}
          y={top}
          width={width}
          height={height}
          rx="5"
          fill={
            node.state === 'waiting'
              ? 'var(--wait-soft)'
              : node.state === 'running'
                ? 'var(--run-soft)'
                : 'var(--surface)'
          }
          stroke={
            isSelected
              ? 'var(--accent)'
              : isActive
                ? STATE_COLORS[node.state]
                : isIdle
                  ? 'var(--line)'
                  : 'var(--line-2)'
          }
          strokeWidth={isSelected || isActive ? 2 : 1}
        />
        <rect x={left} y={top} width="3.5" height={height} rx="1.7" fill={stripeColor(node)} />
        <text x={left + 11} y={baseline} fontSize="11.5" fill={isIdle ? 'var(--ink-3)' : 'var(--ink)'}>
          {cut(node.label)}
        </text>
      </g>
      <text aria-hidden="true" x={left - 6} y={baseline} fontSize="11" textAnchor="end" fill="var(--ink-3)">
        {noteOf(node)}
      </text>
    </>
  )
}

/** The margin at the left holds the notes of the nodes. */
const NOTE_WIDTH = 58

interface DrawingProps {
  path: PathGraph
  label: string
  selected: string | undefined
  onSelect: (id: string) => void
}

const Drawing = ({ path, label, selected, onSelect }: DrawingProps) => {
  const width = path.width + NOTE_WIDTH + 8
  return (
    <svg
      viewBox={`${String(-NOTE_WIDTH)} 0 ${String(width)} ${String(path.height)}`}
      className="mx-auto block w-full"
      style={{ maxWidth: Math.max(width, 120) }}
      role="group"
      aria-label={label}
    >
      {path.edges.map((edge) => (
        <path
          key={edge.id}
          d={toCurve(edge.points)}
          fill="none"
          stroke={edge.taken ? 'var(--ink-2)' : 'var(--line-2)'}
          strokeWidth={edge.taken ? 1.6 : 1.2}
          {...(!edge.taken && { strokeDasharray: '4 3' })}
        />
      ))}
      {path.nodes.map((node) => (
        <NodeView key={node.id} node={node} isSelected={node.id === selected} onSelect={onSelect} />
      ))}
    </svg>
  )
}

interface PathViewProps {
  graph: GraphStructure
  spans: Span[]
  isCompleted: boolean
  /** The name of the selected node. */
  selected: string | undefined
  onSelect: (node: string) => void
}

/** The graph with the path that the run took: each node once. */
export const PathView = ({ graph, spans, isCompleted, selected, onSelect }: PathViewProps) => {
  const path = useMemo(() => layOutPath(graph, spans, isCompleted), [graph, spans, isCompleted])
  return (
    <Drawing path={path} label="Graph with the path of the run" selected={selected} onSelect={onSelect} />
  )
}

/** Each execution of a node in the order of time; `selected` is the ID of its span. */
export const ExecutionView = ({ graph, spans, isCompleted, selected, onSelect }: PathViewProps) => {
  const path = useMemo(() => layOutExecutions(graph, spans, isCompleted), [graph, spans, isCompleted])
  return (
    <>
      {path.hidden > 0 && (
        <p className="pb-1 text-center text-small text-ink-3">
          {formatCount(path.hidden)} earlier executions are not drawn
        </p>
      )}
      <Drawing path={path} label="Executions of the run" selected={selected} onSelect={onSelect} />
    </>
  )
}

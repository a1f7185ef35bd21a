import { clsx } from 'clsx'
import type { GraphStructure } from '../../api/dialect.ts'
import { useEffect, useMemo, useRef } from 'react'
import { formatDuration } from '../../model/format.ts'
import { layOutPath, NODE_HEIGHT, NODE_WIDTH, type PathEdge, type PathNode } from '../../model/run-path.ts'
import type { Span } from '../../model/spans.ts'

const toPath = ({ points }: PathEdge): string => {
  const [first, ...rest] = points
  if (first === undefined) return ''
  if (rest.length < 2) return `M${xy(first)}${rest.map((point) => `L${xy(point)}`).join('')}`
  // Smooth between the points of the layout.
  let path = `M${xy(first)}`
  for (const [index, point] of rest.entries()) {
    const next = rest[index + 1]
    if (next === undefined) path += `L${xy(point)}`
    else path += `Q${xy(point)} ${xy({ x: (point.x + next.x) / 2, y: (point.y + next.y) / 2 })}`
  }
  return path
}

const xy = ({ x, y }: { x: number; y: number }): string => `${x.toFixed(1)} ${y.toFixed(1)}`

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

const noteOf = ({ runs, ms, state }: PathNode): string => {
  if (state === 'idle') return ''
  if (state === 'running' || state === 'waiting') return STATE_WORDS[state]
  return runs > 1 ? `${String(runs)} times` : formatDuration(ms)
}

/** The accessible name starts with the visible text; a name that is cut follows in full. */
const nameOf = (node: PathNode): string => {
  const shown = cut(node.id)
  const parts = [shown === node.id ? shown : `${shown} ${node.id}`, STATE_WORDS[node.state], noteOf(node)]
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
  onSelect: (name: string) => void
}

const NodeView = ({ node, isSelected, onSelect }: NodeViewProps) => {
  const element = useRef<SVGGElement>(null)
  useEffect(() => {
    if (isSelected && element.current !== null) showInScroller(element.current)
  }, [isSelected])
  if (node.kind !== 'node') {
    const reached = node.runs > 0
    return (
      <circle
        cx={node.x}
        cy={node.y}
        r="5"
        fill={reached ? 'var(--ink-2)' : 'var(--surface)'}
        stroke="var(--ink-3)"
      />
    )
  }
  const left = node.x - NODE_WIDTH / 2
  const top = node.y - NODE_HEIGHT / 2
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
          width={NODE_WIDTH}
          height={NODE_HEIGHT}
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
        <rect x={left} y={top} width="3.5" height={NODE_HEIGHT} rx="1.7" fill={STATE_COLORS[node.state]} />
        <text x={left + 11} y={node.y + 4} fontSize="11.5" fill={isIdle ? 'var(--ink-3)' : 'var(--ink)'}>
          {cut(node.id)}
        </text>
      </g>
      <text aria-hidden="true" x={left - 6} y={node.y + 4} fontSize="11" textAnchor="end" fill="var(--ink-3)">
        {noteOf(node)}
      </text>
    </>
  )
}

interface PathViewProps {
  graph: GraphStructure
  spans: Span[]
  isCompleted: boolean
  selectedNode: string | undefined
  onSelect: (node: string) => void
}

/** The margin at the left holds the notes of the nodes. */
const NOTE_WIDTH = 58

export const PathView = ({ graph, spans, isCompleted, selectedNode, onSelect }: PathViewProps) => {
  const path = useMemo(() => layOutPath(graph, spans, isCompleted), [graph, spans, isCompleted])
  const width = path.width + NOTE_WIDTH + 8
  return (
    <svg
      viewBox={`${String(-NOTE_WIDTH)} 0 ${String(width)} ${String(path.height)}`}
      className="mx-auto block w-full"
      style={{ maxWidth: Math.max(width, 120) }}
      role="group"
      aria-label="Graph with the path of the run"
    >
      {path.edges.map((edge) => (
        <path
          key={`${edge.source}-${edge.target}`}
          d={toPath(edge)}
          fill="none"
          stroke={edge.taken ? 'var(--ink-2)' : 'var(--line-2)'}
          strokeWidth={edge.taken ? 1.6 : 1.2}
          {...(!edge.taken && { strokeDasharray: '4 3' })}
        />
      ))}
      {path.nodes.map((node) => (
        <NodeView key={node.id} node={node} isSelected={node.id === selectedNode} onSelect={onSelect} />
      ))}
    </svg>
  )
}

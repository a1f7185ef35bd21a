/** A small drawing of a graph without figures. Its layout needs dagre, so screens load this module when they show it. */
import { clsx } from 'clsx'
import { useMemo } from 'react'
import type { GraphStructure } from '../api/dialect.ts'
import { layOutGraph, toCurve, type LayoutSizes, type PlacedNode } from '../model/graph-layout.ts'

const SIZES: LayoutSizes = {
  nodeWidth: 132,
  nodeHeight: 30,
  dot: 14,
  nodeGap: 22,
  rowGap: 30,
  marginX: 10,
  marginY: 8,
}
const MAX_NAME_CHARS = 16
const MAX_LABEL_CHARS = 22

const COLORS: Record<string, string> = {
  llm: 'var(--k-llm)',
  tool: 'var(--k-tool)',
  http: 'var(--k-tool)',
  human: 'var(--k-human)',
}

const cut = (text: string, length: number): string =>
  text.length > length ? `${text.slice(0, length - 1)}…` : text

interface GraphDrawingProps {
  structure: GraphStructure
  /** The types of the nodes by their ids. */
  types?: ReadonlyMap<string, string>
  /** The nodes with a mistake. */
  wrong?: ReadonlySet<string>
  selected?: string | undefined
  onSelect?: (id: string) => void
}

type StepProps = Omit<GraphDrawingProps, 'structure'> & { node: PlacedNode }

const Step = ({ node, types, wrong, selected, onSelect }: StepProps) => {
  const { id, label, x, y, width, height } = node
  const isWrong = wrong?.has(id) === true
  const type = types?.get(id)
  const select = onSelect === undefined ? undefined : () => onSelect(id)
  return (
    <g
      {...(select !== undefined && {
        role: 'button',
        tabIndex: 0,
        onClick: select,
        onKeyDown: ({ key }: { key: string }) => {
          if (key === 'Enter' || key === ' ') select()
        },
      })}
      aria-label={[cut(label, MAX_NAME_CHARS), type, isWrong ? 'has a mistake' : '']
        .filter(Boolean)
        .join(', ')}
      className={clsx(select !== undefined && 'cursor-pointer')}
    >
      <rect
        x={x}
        y={y}
        width={width}
        height={height}
        rx="5"
        fill="var(--surface)"
        stroke={isWrong ? 'var(--fail)' : id === selected ? 'var(--accent)' : 'var(--line-2)'}
        strokeWidth={isWrong || id === selected ? 2 : 1}
      />
      <rect x={x} y={y} width="3.5" height={height} rx="1.7" fill={COLORS[type ?? ''] ?? 'var(--k-node)'} />
      <text x={x + 11} y={y + height / 2 + 4} fontSize="11.5" fill="var(--ink)">
        {cut(label, MAX_NAME_CHARS)}
        {isWrong ? ' ▲' : ''}
      </text>
    </g>
  )
}

export const GraphDrawing = ({ structure, ...props }: GraphDrawingProps) => {
  const layout = useMemo(() => layOutGraph(structure, SIZES), [structure])
  return (
    <svg
      viewBox={`0 0 ${String(layout.width)} ${String(layout.height)}`}
      className="mx-auto block w-full"
      style={{ maxWidth: Math.max(layout.width, 120) }}
      role="group"
      aria-label="Drawing of the graph"
    >
      {layout.groups.map(({ id, x, y, width, height }) => (
        <rect
          key={id}
          x={x}
          y={y}
          width={width}
          height={height}
          rx="6"
          fill="var(--sunken)"
          stroke="var(--line-2)"
          strokeDasharray="4 3"
        />
      ))}
      {layout.edges.map(({ id, points, isConditional, label }) => {
        const middle = points[Math.floor(points.length / 2)]
        return (
          <g key={id}>
            <path
              d={toCurve(points)}
              fill="none"
              stroke="var(--ink-3)"
              strokeWidth="1.2"
              {...(isConditional && { strokeDasharray: '4 3' })}
            />
            {label !== undefined && middle !== undefined && (
              <text
                x={middle.x}
                y={middle.y + 3}
                fontSize="10"
                textAnchor="middle"
                fill="var(--ink-2)"
                stroke="var(--bg)"
                strokeWidth="3"
                paintOrder="stroke"
              >
                {cut(label, MAX_LABEL_CHARS)}
              </text>
            )}
          </g>
        )
      })}
      {layout.nodes.map((node) =>
        node.shape === 'step' ? (
          <Step key={node.id} node={node} {...props} />
        ) : (
          <circle
            key={node.id}
            cx={node.x + node.width / 2}
            cy={node.y + node.height / 2}
            r={node.width / 2}
            fill={node.shape === 'start' ? 'var(--ink-2)' : 'var(--surface)'}
            stroke="var(--ink-3)"
          />
        ),
      )}
    </svg>
  )
}

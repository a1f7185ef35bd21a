import { useMemo } from 'react'
import type { GraphStructure } from '../../api/dialect.ts'
import { END_NODE, layOutStrip, NODE_HEIGHT, START_NODE } from '../../model/graph-strip.ts'

export type NodeActivity = 'running' | 'waiting' | 'done' | 'next' | 'none'

const STYLES: Record<NodeActivity, { fill: string; stroke: string; text: string; width: number }> = {
  running: { fill: 'var(--run-soft)', stroke: 'var(--run)', text: 'var(--ink)', width: 2 },
  waiting: { fill: 'var(--wait-soft)', stroke: 'var(--wait)', text: 'var(--ink)', width: 1.4 },
  done: { fill: 'var(--surface)', stroke: 'var(--ink-3)', text: 'var(--ink)', width: 1 },
  next: { fill: 'var(--surface)', stroke: 'var(--line-2)', text: 'var(--ink-2)', width: 1 },
  none: { fill: 'var(--surface)', stroke: 'var(--line)', text: 'var(--ink-3)', width: 1 },
}

const WORDS: Record<NodeActivity, string> = {
  running: 'running',
  waiting: 'waiting',
  done: 'done',
  next: 'next',
  none: '',
}
const WORD_COLORS: Record<NodeActivity, string> = {
  running: 'var(--run)',
  waiting: 'var(--wait)',
  done: 'var(--ink-3)',
  next: 'var(--ink-3)',
  none: 'var(--ink-3)',
}
const MAX_NODES = 16
const WIDTH = 396

interface GraphStripViewProps {
  graph: GraphStructure
  activity: (node: string) => NodeActivity
}

export const GraphStripView = ({ graph, activity }: GraphStripViewProps) => {
  const strip = useMemo(() => layOutStrip(graph, WIDTH), [graph])
  const named = strip.nodes.filter(({ id }) => id !== START_NODE && id !== END_NODE)
  const summary = named
    .map(({ id }) => ({ id, state: activity(id) }))
    .filter(({ state }) => state !== 'none')
    .map(({ id, state }) => `${id} ${WORDS[state]}`)
    .join(', ')
  if (named.length > MAX_NODES)
    return (
      <p className="px-4 py-2 text-small text-ink-3">
        {summary === '' ? `${String(named.length)} nodes` : summary}
      </p>
    )
  const columns = Math.max(
    1,
    ...strip.nodes.map(({ y }) => strip.nodes.filter((other) => other.y === y).length),
  )
  // Beside a node stands a word, unless there are three or more of them in a row.
  const nodeWidth = Math.min(128, columns === 2 ? WIDTH / 2 - 94 : WIDTH / columns - 12)
  const chars = Math.floor((nodeWidth - 16) / 6.2)
  const wasTaken = (id: string): boolean =>
    id === START_NODE || id === END_NODE || !['none', 'next'].includes(activity(id))
  return (
    <svg
      viewBox={`0 0 ${String(WIDTH)} ${String(strip.height)}`}
      role="img"
      aria-label={summary === '' ? 'Graph; no node has run yet' : `Graph: ${summary}`}
      className="max-h-64 w-full flex-none"
      fontSize="11.5"
    >
      {strip.edges.map(({ source, target, path }) => {
        const taken =
          wasTaken(source) && wasTaken(target) && (source !== START_NODE || activity(target) !== 'none')
        return (
          <path
            key={`${source}>${target}`}
            d={path}
            fill="none"
            stroke={taken ? 'var(--ink-2)' : 'var(--line-2)'}
            strokeWidth={taken ? 1.6 : 1.2}
            strokeDasharray={taken ? undefined : '4 3'}
          />
        )
      })}
      {strip.nodes.map(({ id, x, y }) => {
        if (id === START_NODE) return <circle key={id} cx={x} cy={y} r="5" fill="var(--ink-2)" />
        if (id === END_NODE)
          return (
            <circle
              key={id}
              cx={x}
              cy={y}
              r="4"
              fill="var(--surface)"
              stroke="var(--ink-3)"
              strokeWidth="1.4"
            />
          )
        const state = activity(id)
        const style = STYLES[state]
        const left = x - nodeWidth / 2
        return (
          <g key={id}>
            <title>{id}</title>
            <rect
              x={left}
              y={y - NODE_HEIGHT / 2}
              width={nodeWidth}
              height={NODE_HEIGHT}
              rx="5"
              fill={style.fill}
              stroke={style.stroke}
              strokeWidth={style.width}
            />
            <text x={left + 9} y={y + 4} fill={style.text}>
              {id.length > chars ? `${id.slice(0, chars - 1)}…` : id}
            </text>
            {columns < 3 && (
              <text x={x + nodeWidth / 2 + 7} y={y + 4} fontSize="11" fill={WORD_COLORS[state]}>
                {WORDS[state]}
              </text>
            )}
          </g>
        )
      })}
    </svg>
  )
}

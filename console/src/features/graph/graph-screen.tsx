import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { assistantQuery } from '../../api/assistants.ts'
import { openGraphQuery } from '../../api/graphs.ts'
import { nodeStatisticsQuery, statisticsKey } from '../../api/statistics.ts'
import type { NodeFigures } from '../../api/types.ts'
import { useLiveRefresh } from '../../api/use-live-refresh.ts'
import { plural, shortId } from '../../model/format.ts'
import { countSteps, findActive, toNodeRows } from '../../model/graph-figures.ts'
import { readRange, replaceRange, resolveRange, writeRange, type TimeRange } from '../../model/time-range.ts'
import { buttonClass, Segmented } from '../../ui/button.tsx'
import { RangeMenu } from '../../ui/range-menu.tsx'
import { ScreenHeading, useScreen } from '../../ui/screen.tsx'
import { useShortcuts } from '../../ui/shortcuts.ts'
import { ErrorLine, ErrorState, Loading } from '../../ui/states.tsx'
import { NodeDetails } from './node-details.tsx'
import { NodeList } from './node-list.tsx'

const GraphCanvas = lazy(async () => ({ default: (await import('./graph-canvas.tsx')).GraphCanvas }))

const PACE = { everyMs: 15_000, burst: 6 }
/** A node is highlighted for this long after it was executed. */
const ACTIVE_MS = 5_000
const NO_FIGURES: NodeFigures[] = []
const NOTHING: ReadonlySet<string> = new Set()

const useNodeFigures = (assistantId: string, range: TimeRange) => {
  const key = JSON.stringify(writeRange(range))
  const query = nodeStatisticsQuery(assistantId, { key, resolve: () => resolveRange(range, Date.now()) })
  const result = useQuery({ ...query, refetchInterval: 60_000 })
  useLiveRefresh([[...statisticsKey, 'nodes', assistantId]], ['runs'], PACE)
  return { key, ...result }
}

/** The nodes whose count has grown since the response before. A change of the range is no execution. */
const useActiveNodes = (figures: NodeFigures[] | undefined, key: string): ReadonlySet<string> => {
  const before = useRef<{ key: string; figures: NodeFigures[] }>(undefined)
  const [active, setActive] = useState(NOTHING)
  useEffect(() => {
    if (figures === undefined) return undefined
    const known = before.current?.key === key ? before.current.figures : undefined
    before.current = { key, figures }
    const next = findActive(known, figures)
    if (next.size === 0) return undefined
    setActive(next)
    const timer = setTimeout(() => setActive(NOTHING), ACTIVE_MS)
    return () => clearTimeout(timer)
  }, [figures, key])
  return active
}

export const GraphScreen = () => {
  const { assistantId } = useParams({ from: '/assistants/$assistantId/graph' })
  const search = useSearch({ from: '/assistants/$assistantId/graph' })
  const navigate = useNavigate()
  const [fitRequest, setFitRequest] = useState(0)
  const range = readRange(search)
  const isOpen = search['nested'] !== 'closed'
  const { data: assistant, error: assistantError } = useQuery(assistantQuery(assistantId))
  const graph = useQuery(openGraphQuery(assistantId, isOpen))
  const { data: statistics, error: statisticsError, key } = useNodeFigures(assistantId, range)
  const active = useActiveNodes(statistics?.nodes, key)
  const name = assistant?.name ?? shortId(assistantId)
  useScreen(`Graph of ${name}`, [
    { label: 'Assistants', to: '/assistants' },
    { label: name, to: `/assistants/${assistantId}` },
    { label: 'Graph' },
  ])

  const rows =
    graph.data === undefined
      ? []
      : toNodeRows(graph.data, statistics?.nodes ?? NO_FIGURES, assistant?.graph_schema)
  // Figures name nested nodes with slashes, and links from other screens do too.
  const selected = search['node']?.replaceAll('/', ':')
  const selectedRow = rows.find(({ id }) => id === selected)
  const setSearch = (next: Record<string, string>): void =>
    void navigate({ to: '.', search: next, replace: true })
  const select = (id: string | undefined): void => setSearch({ ...search, node: id ?? '' })
  const move = (step: number): void => {
    const position = rows.findIndex(({ id }) => id === selected)
    const row = rows[Math.min(rows.length - 1, Math.max(0, position + step))]
    if (row !== undefined) select(row.id)
  }
  const toggleNested = (): void => setSearch({ ...search, nested: isOpen ? 'closed' : '' })
  useShortcuts('Graph', [
    { keys: ['j'], label: 'Next node', run: () => move(1) },
    { keys: ['k'], label: 'Previous node', run: () => move(-1) },
    { keys: ['Escape'], label: 'Close the node', run: () => select(undefined) },
    { keys: ['f'], label: 'Show the whole graph', run: () => setFitRequest((count) => count + 1) },
    { keys: ['n'], label: 'Open or close nested graphs', run: toggleNested },
  ])

  const error = assistantError ?? graph.error
  if (error !== null && graph.data === undefined)
    return <ErrorState error={error} onRetry={() => void graph.refetch()} />
  return (
    <>
      <div className="flex min-h-14.5 flex-none flex-wrap items-center gap-x-3 gap-y-2 border-b border-line px-5 py-3 lg:flex-nowrap">
        <ScreenHeading>{name}</ScreenHeading>
        {assistant !== undefined && (
          <span className="min-w-0 truncate text-ink-2" title={assistant.description ?? ''}>
            version {assistant.version}
            {graph.data !== undefined && `, ${plural(countSteps(graph.data), 'node')}`}
            {assistant.description !== null && assistant.description !== '' && ` · ${assistant.description}`}
          </span>
        )}
        <div className="flex flex-wrap items-center gap-1.5 lg:ml-auto lg:flex-none">
          <Segmented
            label="Nested graphs"
            value={isOpen ? 'open' : 'closed'}
            onChange={toggleNested}
            options={[
              { value: 'open', label: 'Nested opened', title: 'Shows the nodes of nested graphs (n)' },
              { value: 'closed', label: 'Closed', title: 'Shows a nested graph as one node (n)' },
            ]}
          />
          <RangeMenu range={range} onChange={(next) => setSearch(replaceRange(search, next))} />
          <Link to="/chat" search={{ assistant: assistantId }} className={buttonClass('primary')}>
            Open in playground
          </Link>
        </div>
      </div>
      {graph.data === undefined ? (
        <Loading label="Loading the graph" />
      ) : (
        <div className="flex min-h-0 flex-1 max-lg:flex-col">
          <section
            aria-label="Drawing of the graph"
            className="relative min-w-0 flex-1 max-lg:h-105 max-lg:flex-none"
          >
            <div className="pointer-events-none absolute top-3 left-5 z-10 text-small text-ink-3 max-md:hidden">
              In each node: times, errors, p95
              {rows.some(({ isWorst }) => isWorst) && <span className="block text-fail">▲ most errors</span>}
            </div>
            <Suspense fallback={<Loading label="Loading the drawing" />}>
              <GraphCanvas
                structure={graph.data}
                rows={rows}
                active={active}
                selected={selected}
                onSelect={select}
                fitRequest={fitRequest}
              />
            </Suspense>
          </section>
          <aside
            aria-label="Nodes"
            className="w-107 flex-none overflow-y-auto border-l border-line max-lg:w-full max-lg:border-t max-lg:border-l-0"
          >
            {statisticsError !== null && statistics === undefined && <ErrorLine error={statisticsError} />}
            {selectedRow !== undefined && (
              <NodeDetails
                row={selectedRow}
                assistantId={assistantId}
                range={range}
                onClose={() => select(undefined)}
              />
            )}
            <NodeList rows={rows} active={active} selected={selected} onSelect={select} />
            {statistics?.nodes.length === 0 && (
              <p className="px-5 py-4 text-ink-2">
                No node of this assistant has ended in this range. Start a run in the playground, or choose a
                longer range.
              </p>
            )}
          </aside>
        </div>
      )}
    </>
  )
}

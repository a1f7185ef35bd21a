import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useMemo } from 'react'
import type { GraphStructure } from '../../api/dialect.ts'
import type { RunLog } from '../../api/run-log.ts'
import { graphQuery } from '../../api/threads.ts'
import type { Run } from '../../api/types.ts'
import { hasRepeats, isExecution, nodeOf, type Span } from '../../model/spans.ts'
import { Segmented } from '../../ui/button.tsx'
import { SpanDetails } from './span-details.tsx'
import type { RunView } from './use-run-view.ts'

const PathView = lazy(async () => ({ default: (await import('./path-view.tsx')).PathView }))
const ExecutionView = lazy(async () => ({ default: (await import('./path-view.tsx')).ExecutionView }))

interface GraphPanelProps {
  graph: GraphStructure
  run: Run
  view: RunView
  /** The node that contains the selected span. */
  selectedNode: Span | undefined
}

const GraphPanel = ({ graph, run, view, selectedNode }: GraphPanelProps) => {
  const { trace, spans, selectSpan } = view
  const ranNodes = useMemo(
    () => new Set(trace.spans.flatMap((span) => (isExecution(span) ? [span.name] : []))).size,
    [trace],
  )
  const canExpand = useMemo(() => hasRepeats(trace.spans), [trace])
  const isExpanded = canExpand && view.isGraphExpanded
  const graphNodes = graph.nodes.filter(({ id }) => !id.startsWith('__')).length
  const drawing = { graph, spans: trace.spans, isCompleted: run.status === 'completed' }
  return (
    <section className="flex-none border-b border-line" aria-label="Graph">
      <div className="flex h-9 items-center gap-3 border-b border-line px-4 font-medium">
        <h2>Graph</h2>
        {canExpand && (
          <Segmented
            label="Drawing"
            value={isExpanded ? 'executions' : 'nodes'}
            onChange={(value) => view.setGraphExpanded(value === 'executions')}
            options={[
              { value: 'nodes', label: 'Nodes', title: 'Each node once, with its count' },
              { value: 'executions', label: 'Executions', title: 'Each execution in the order of time' },
            ]}
          />
        )}
        <span className="ml-auto truncate text-small font-normal text-ink-3">
          {!canExpand && 'path taken, '}
          {ranNodes} of {graphNodes} nodes
        </span>
      </div>
      <div
        data-graph-scroller
        className="max-h-80 overflow-auto px-3 py-2"
        tabIndex={0}
        role="region"
        aria-label="Graph of the run"
      >
        <Suspense fallback={<div className="h-50" />}>
          {isExpanded ? (
            <ExecutionView {...drawing} selected={selectedNode?.id} onSelect={selectSpan} />
          ) : (
            <PathView
              {...drawing}
              selected={selectedNode?.name}
              onSelect={(node) => {
                const span = spans.findLast(({ kind, name }) => kind === 'node' && name === node)
                if (span !== undefined) selectSpan(span.id)
              }}
            />
          )}
        </Suspense>
      </div>
    </section>
  )
}

interface RunAsideProps {
  run: Run
  log: RunLog
  view: RunView
}

export const RunAside = ({ run, log, view }: RunAsideProps) => {
  const { data: graph } = useQuery({ ...graphQuery(run.assistant_id), retry: false })
  const { spans, selected, now } = view
  const selectedNode = useMemo(() => nodeOf(spans, selected), [spans, selected])
  return (
    <aside
      aria-label="Graph and details"
      className="flex min-h-0 w-93 flex-none flex-col border-l border-line bg-bg max-lg:w-full max-lg:border-t max-lg:border-l-0"
    >
      {graph !== undefined && <GraphPanel graph={graph} run={run} view={view} selectedNode={selectedNode} />}
      {selected !== undefined && (
        <SpanDetails
          key={selected.id}
          span={selected}
          now={now}
          streamed={selected.callId === undefined ? undefined : log.texts.get(selected.callId)}
          nodeName={selected.kind === 'node' ? undefined : selectedNode?.name}
        />
      )}
    </aside>
  )
}

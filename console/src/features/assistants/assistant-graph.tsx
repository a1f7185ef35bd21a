import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useMemo } from 'react'
import { openGraphQuery } from '../../api/graphs.ts'
import type { Assistant } from '../../api/types.ts'
import { plural } from '../../model/format.ts'
import { countSteps } from '../../model/graph-figures.ts'
import { isRecord } from '../../model/is-record.ts'
import { ErrorLine, Loading } from '../../ui/states.tsx'

const GraphDrawing = lazy(async () => ({
  default: (await import('../../ui/graph-drawing.tsx')).GraphDrawing,
}))

export const typesOf = (graphSchema: Record<string, unknown>): Map<string, string> => {
  const nodes = graphSchema['nodes']
  const list: unknown[] = Array.isArray(nodes) ? nodes : []
  return new Map(list.filter(isRecord).map((node) => [String(node['id']), String(node['type'])]))
}

/** The graph of the current version; the graph screen has its figures. */
export const AssistantGraph = ({ assistant }: { assistant: Assistant }) => {
  const { data, error } = useQuery(openGraphQuery(assistant.assistant_id, false))
  const types = useMemo(() => typesOf(assistant.graph_schema), [assistant])
  return (
    <section aria-label="Graph" className="flex-none">
      <div className="flex min-h-9 items-center gap-2 border-b border-line px-4 py-1">
        <h2 className="mr-auto font-medium">Graph</h2>
        {data !== undefined && (
          <span className="text-small text-ink-2">{plural(countSteps(data), 'node')}</span>
        )}
        <Link
          to="/assistants/$assistantId/graph"
          params={{ assistantId: assistant.assistant_id }}
          search={{}}
          className="text-small text-accent hover:underline"
        >
          Figures of the nodes
        </Link>
      </div>
      <div
        className="max-h-90 overflow-auto px-3 py-2"
        tabIndex={0}
        role="region"
        aria-label="Graph of the assistant"
      >
        {error !== null && <ErrorLine error={error} />}
        {data === undefined ? (
          error === null && <Loading label="Loading the graph" lines={4} />
        ) : (
          <Suspense fallback={<div className="h-50" />}>
            <GraphDrawing structure={data} types={types} />
          </Suspense>
        )}
      </div>
    </section>
  )
}

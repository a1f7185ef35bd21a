import {
  edgesOf,
  idOf,
  nodesOf,
  problemsAt,
  sequentialEdges,
  withEdges,
  type Graph,
  type GraphEdge,
} from '../../model/graph-editor.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Field, Select, TextInput } from '../../ui/field.tsx'

interface EdgeRowsProps {
  graph: Graph
  problems: Record<string, string>
  onChange: (graph: Graph) => void
}

const EdgeRow = ({
  edge,
  number,
  targets,
  problems,
  onChange,
  onRemove,
}: {
  edge: GraphEdge
  number: number
  targets: string[]
  problems: Record<string, string>
  onChange: (edge: GraphEdge) => void
  onRemove: () => void
}) => (
  <li className="grid grid-cols-[1fr_1fr_1.3fr_auto] items-start gap-2 max-md:grid-cols-1">
    <Field label={`From, edge ${String(number)}`} error={problems['from'] ?? problems['']}>
      {(ids) => (
        <TextInput
          {...ids}
          placeholder="start, or several nodes with commas"
          value={edge.from}
          onChange={(event) => onChange({ ...edge, from: event.target.value })}
        />
      )}
    </Field>
    <Field label={`To, edge ${String(number)}`} error={problems['to']}>
      {(ids) => (
        <Select {...ids} value={edge.to} onChange={(event) => onChange({ ...edge, to: event.target.value })}>
          {!targets.includes(edge.to) && <option>{edge.to}</option>}
          {targets.map((target) => (
            <option key={target}>{target}</option>
          ))}
        </Select>
      )}
    </Field>
    <Field label={`When, edge ${String(number)}`} note="optional" error={problems['when']}>
      {(ids) => (
        <TextInput
          {...ids}
          className="font-mono"
          placeholder="category == 'refund'"
          value={edge.when}
          onChange={(event) => onChange({ ...edge, when: event.target.value })}
        />
      )}
    </Field>
    <IconButton icon="trash" label={`Remove edge ${String(number)}`} className="mt-5" onClick={onRemove} />
  </li>
)

/** The edges of the graph, or the statement that the nodes run in their order. */
export const EdgeRows = ({ graph, problems, onChange }: EdgeRowsProps) => {
  const edges = edgesOf(graph)
  const targets = [...new Set([...nodesOf(graph).map(idOf), 'end'])]
  const change = (next: GraphEdge[] | undefined): void => onChange(withEdges(graph, next))
  return (
    <section aria-label="Edges" className="flex-none border-t border-line">
      <div className="flex min-h-9 items-center gap-2 border-b border-line px-4 py-1">
        <h2 className="mr-auto font-medium">Edges</h2>
        {edges === undefined ? (
          <Button size="small" onClick={() => change(sequentialEdges(graph))}>
            Define edges
          </Button>
        ) : (
          <>
            <Button size="small" variant="quiet" onClick={() => change(undefined)}>
              Run in order
            </Button>
            <Button
              size="small"
              onClick={() => change([...edges, { from: '', to: targets[0] ?? 'end', when: '' }])}
            >
              Add edge
            </Button>
          </>
        )}
      </div>
      {edges === undefined ? (
        <p className="px-4 py-3 text-ink-2">
          The nodes run in their order. Conditions lead to the nodes that they name.
        </p>
      ) : (
        <ul className="flex flex-col gap-2.5 px-4 py-3">
          {edges.map((edge, index) => (
            <EdgeRow
              key={index}
              edge={edge}
              number={index + 1}
              targets={targets}
              problems={problemsAt(problems, `edges/${String(index)}`)}
              onChange={(next) => change(edges.with(index, next))}
              onRemove={() => change(edges.filter((_edge, position) => position !== index))}
            />
          ))}
        </ul>
      )}
    </section>
  )
}

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useMemo, useState } from 'react'
import { assistantsKey, graphCheckQuery, updateAssistant } from '../../api/assistants.ts'
import type { components } from '../../api/schema.d.ts'
import type { Assistant } from '../../api/types.ts'
import { stringifyExact } from '../../model/exact-json.ts'
import {
  addNode,
  findWrongNodes,
  idOf,
  nodesOf,
  problemsAt,
  withNode,
  type Graph,
} from '../../model/graph-editor.ts'
import { plural } from '../../model/format.ts'
import { parseObject } from '../../model/json-object.ts'
import { isEqual } from '../../model/state-diff.ts'
import { Button, buttonClass, Segmented } from '../../ui/button.tsx'
import { CodeEditor } from '../../ui/code-editor.tsx'
import { ScreenHeading } from '../../ui/screen.tsx'
import { ErrorLine } from '../../ui/states.tsx'
import { showToast } from '../../ui/toast.tsx'
import { typesOf } from './assistant-graph.tsx'
import { EdgeRows } from './edge-rows.tsx'
import { NodeColumn } from './node-column.tsx'
import { NodeForm } from './node-form.tsx'

type NodeType = components['schemas']['GraphNodeType']

const GraphDrawing = lazy(async () => ({
  default: (await import('../../ui/graph-drawing.tsx')).GraphDrawing,
}))

const PAUSE_MS = 350

/** The value after a person has paused, so that not every letter is a request. */
const usePaused = <Value,>(value: Value): Value => {
  const [paused, setPaused] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setPaused(value), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [value])
  return paused
}

/** The graph as it is edited: as a form, or as JSON that may be unfinished. */
const useGraphDraft = (start: Graph) => {
  const [graph, setGraph] = useState(start)
  const [json, setJson] = useState<string>()
  const [selected, setSelected] = useState(0)
  // The form of a node starts again when the node is changed from outside of it.
  const [generation, setGeneration] = useState(0)
  const paused = usePaused(graph)
  const check = useQuery(graphCheckQuery(paused))
  const parsed = json === undefined ? undefined : parseObject(json, 'The graph')
  return {
    graph,
    json,
    jsonProblem: parsed?.problem,
    selected,
    generation,
    check,
    problems: check.data?.problems ?? {},
    isChecked: paused === graph && check.isSuccess && !check.isPlaceholderData,
    change: setGraph,
    restructure: (next: Graph) => {
      setGraph(next)
      setGeneration(generation + 1)
    },
    select: (index: number) => {
      setSelected(index)
      setGeneration(generation + 1)
    },
    editJson: (text: string) => {
      setJson(text)
      const { value } = parseObject(text, 'The graph')
      if (value !== undefined) setGraph(value)
    },
    showJson: () => setJson(stringifyExact(graph, 2)),
    showForm: () => {
      setJson(undefined)
      setGeneration(generation + 1)
    },
  }
}

type GraphDraft = ReturnType<typeof useGraphDraft>

const Middle = ({ draft, types }: { draft: GraphDraft; types: NodeType[] }) => {
  const node = nodesOf(draft.graph)[draft.selected]
  const schema = types.find(({ type }) => type === node?.['type'])?.node_schema
  if (draft.json !== undefined)
    return (
      <div className="flex min-h-0 flex-1 flex-col gap-2 p-4">
        <CodeEditor
          label="Graph as JSON"
          value={draft.json}
          onChange={draft.editJson}
          invalid={draft.jsonProblem !== undefined}
          className="min-h-100 flex-1"
        />
        {draft.jsonProblem !== undefined && <p className="text-small text-fail">{draft.jsonProblem}</p>}
      </div>
    )
  return (
    <>
      {node === undefined ? (
        <p className="px-4 py-3 text-ink-2">Select a node or add one.</p>
      ) : (
        <section aria-label="Selected node" className="flex-none">
          <div className="flex min-h-9 items-center gap-2 border-b border-line px-4 py-1">
            <h2 className="min-w-0 truncate font-medium">{idOf(node)}</h2>
            <span className="ml-auto text-small text-ink-2">{String(node['type'])}</span>
          </div>
          <div className="px-4 py-3">
            {schema === undefined ? (
              <p className="text-fail">
                The type of this node is unknown. Change it as JSON, or remove the node.
              </p>
            ) : (
              <NodeForm
                key={`${String(draft.selected)} ${String(draft.generation)}`}
                node={node}
                schema={schema}
                problems={problemsAt(draft.problems, `nodes/${String(draft.selected)}`)}
                onChange={(next) => draft.change(withNode(draft.graph, draft.selected, next))}
              />
            )}
          </div>
        </section>
      )}
      <EdgeRows graph={draft.graph} problems={draft.problems} onChange={draft.change} />
    </>
  )
}

const Preview = ({ draft }: { draft: GraphDraft }) => {
  const types = useMemo(() => typesOf(draft.graph), [draft.graph])
  const wrong = useMemo(() => findWrongNodes(draft.problems, draft.graph), [draft.problems, draft.graph])
  const problems = Object.entries(draft.problems)
  const structure = draft.check.data?.graph
  return (
    <aside
      aria-label="Drawing and mistakes"
      className="w-90 flex-none overflow-y-auto border-l border-line max-lg:w-full max-lg:border-t max-lg:border-l-0"
    >
      <div className="flex min-h-9 items-center border-b border-line px-4">
        <h2 className="font-medium">Graph</h2>
        <span role="status" className="ml-auto text-small text-ink-2">
          {!draft.isChecked
            ? 'checking'
            : problems.length === 0
              ? 'valid'
              : plural(problems.length, 'mistake')}
        </span>
      </div>
      <div
        className="max-h-110 overflow-auto px-3 py-2"
        tabIndex={0}
        role="region"
        aria-label="Graph as it is edited"
      >
        {structure === undefined ? (
          <p className="text-ink-2">A drawing appears when the graph has a list of nodes.</p>
        ) : (
          <Suspense fallback={<div className="h-50" />}>
            <GraphDrawing
              structure={structure}
              types={types}
              wrong={wrong}
              selected={idOf(nodesOf(draft.graph)[draft.selected])}
              onSelect={(id) => {
                const index = nodesOf(draft.graph).findIndex((node) => idOf(node) === id)
                if (index >= 0) draft.select(index)
              }}
            />
          </Suspense>
        )}
      </div>
      {draft.check.error !== null && <ErrorLine error={draft.check.error} />}
      {problems.length > 0 && (
        <ul
          aria-label="Mistakes"
          className="flex flex-col gap-1 border-t border-line px-4 py-3 text-small text-fail"
        >
          {problems.map(([path, problem]) => (
            <li key={path} className="wrap-anywhere">
              {problem}
            </li>
          ))}
        </ul>
      )}
    </aside>
  )
}

export const GraphEditor = ({ assistant, types }: { assistant: Assistant; types: NodeType[] }) => {
  const client = useQueryClient()
  const navigate = useNavigate()
  const { assistant_id: assistantId, version } = assistant
  const draft = useGraphDraft(assistant.graph_schema)
  const save = useMutation({
    mutationFn: () => updateAssistant(assistantId, { graph_schema: draft.graph }),
    onSuccess: async (saved) => {
      await Promise.all(
        [assistantsKey, ['graph', assistantId], ['schemas', assistantId]].map((queryKey) =>
          client.invalidateQueries({ queryKey }),
        ),
      )
      showToast({ tone: 'ok', text: `Saved version ${String(saved.version)}. New runs use it.` })
      await navigate({ to: '/assistants/$assistantId', params: { assistantId }, search: {} })
    },
  })
  const isDirty = !isEqual(draft.graph, assistant.graph_schema)
  const isValid = Object.keys(draft.problems).length === 0 && draft.jsonProblem === undefined
  return (
    <div className="flex min-h-0 flex-1 flex-col max-lg:overflow-y-auto">
      <div className="flex flex-none flex-wrap items-center gap-x-3 gap-y-2 border-b border-line px-5 py-3">
        <ScreenHeading>Graph of {assistant.name}</ScreenHeading>
        <span className="text-ink-2">version {version} stays as it is</span>
        <div className="ml-auto flex flex-wrap gap-1.5 max-md:ml-0">
          <Segmented
            label="Form of the graph"
            value={draft.json === undefined ? 'form' : 'json'}
            onChange={(value) => (value === 'json' ? draft.showJson() : draft.showForm())}
            options={[
              { value: 'form', label: 'Form' },
              { value: 'json', label: 'JSON' },
            ]}
          />
          <Link to="/assistants/$assistantId" params={{ assistantId }} search={{}} className={buttonClass()}>
            Go back
          </Link>
          <Button
            variant="primary"
            busy={save.isPending}
            disabled={!isDirty || !isValid || !draft.isChecked}
            onClick={() => save.mutate()}
          >
            Save as a new version
          </Button>
        </div>
        {save.error !== null && <ErrorLine error={save.error} />}
      </div>
      <div className="flex min-h-0 flex-1 max-lg:flex-none max-lg:flex-col">
        {draft.json === undefined && (
          <NodeColumn
            graph={draft.graph}
            types={types.map(({ type }) => type)}
            wrong={findWrongNodes(draft.problems, draft.graph)}
            selected={draft.selected}
            onSelect={draft.select}
            onChange={draft.restructure}
            onAdd={(type) => {
              draft.restructure(addNode(draft.graph, type))
              draft.select(nodesOf(draft.graph).length)
            }}
          />
        )}
        <div className="flex min-w-0 flex-1 flex-col overflow-y-auto bg-surface max-lg:overflow-visible">
          <Middle draft={draft} types={types} />
        </div>
        <Preview draft={draft} />
      </div>
    </div>
  )
}

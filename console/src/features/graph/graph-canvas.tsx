/** The drawing of a graph. It is a module of its own, because the library for it is larger than the rest of the screen. */
import '@xyflow/react/dist/base.css'
import {
  Controls,
  MarkerType,
  ReactFlow,
  ReactFlowProvider,
  useReactFlow,
  type Edge,
  type Node,
} from '@xyflow/react'
import { useEffect, useEffectEvent, useMemo } from 'react'
import type { GraphStructure } from '../../api/dialect.ts'
import type { NodeRow } from '../../model/graph-figures.ts'
import { layOutGraph, type GraphLayout } from '../../model/graph-layout.ts'
import { RoutedEdge } from './routed-edge.tsx'
import { DotNode, GroupNode, StepNode } from './graph-nodes.tsx'

const EDGE_TYPES = { routed: RoutedEdge }
const NODE_TYPES = { step: StepNode, dot: DotNode, frame: GroupNode }

interface GraphCanvasProps {
  structure: GraphStructure
  rows: NodeRow[]
  active: ReadonlySet<string>
  selected: string | undefined
  onSelect: (id: string | undefined) => void
  /** Changes when the whole graph should be shown. */
  fitRequest: number
}

const toNodes = (
  { nodes, groups }: GraphLayout,
  { rows, active, selected }: Pick<GraphCanvasProps, 'rows' | 'active' | 'selected'>,
): Node[] => [
  ...groups.map(({ id, label, x, y, width, height }) => ({
    id: `group ${id}`,
    type: 'frame',
    position: { x, y },
    width,
    height,
    data: { label },
    focusable: false,
    selectable: false,
    zIndex: -1,
  })),
  ...nodes.map(({ id, label, shape, x, y, width, height }) => {
    const isStep = shape === 'step'
    const row = rows.find((candidate) => candidate.id === id)
    return {
      id,
      type: isStep ? 'step' : 'dot',
      position: { x, y },
      width,
      height,
      focusable: isStep,
      selectable: isStep,
      ariaLabel:
        row === undefined
          ? label
          : `${row.path}: ${String(row.count)} executions, ${String(row.errors)} errors`,
      data: isStep ? { label, row, isActive: active.has(id), isSelected: selected === id } : { shape },
    }
  }),
]

const toEdges = ({ edges }: GraphLayout): Edge[] =>
  edges.map(({ id, source, target, label, isConditional, points }) => ({
    id,
    source,
    target,
    ...(label !== undefined && { label }),
    type: points.length > 1 ? 'routed' : 'smoothstep',
    data: { points },
    focusable: false,
    selectable: false,
    markerEnd: { type: MarkerType.ArrowClosed, width: 14, height: 14, color: 'var(--ink-3)' },
    style: { stroke: 'var(--ink-3)', strokeWidth: 1.3, ...(isConditional && { strokeDasharray: '5 4' }) },
    labelStyle: { fill: 'var(--ink-2)', fontSize: 11.5 },
    labelBgStyle: { fill: 'var(--bg)' },
  }))

const FIT = { padding: 0.08, maxZoom: 1.15 }

const Canvas = ({ structure, rows, active, selected, onSelect, fitRequest }: GraphCanvasProps) => {
  const flow = useReactFlow()
  const layout = useMemo(() => layOutGraph(structure), [structure])
  const nodes = useMemo(() => toNodes(layout, { rows, active, selected }), [layout, rows, active, selected])
  const edges = useMemo(() => toEdges(layout), [layout])
  const showSelected = useEffectEvent(() => {
    const node = layout.nodes.find(({ id }) => id === selected)
    if (node === undefined) return
    // Moves only if the node is outside of what is shown.
    const { x, y, zoom } = flow.getViewport()
    const box = document.querySelector('.react-flow')?.getBoundingClientRect()
    const left = node.x * zoom + x
    const top = node.y * zoom + y
    const isVisible =
      box !== undefined &&
      left >= 0 &&
      top >= 0 &&
      left + node.width * zoom <= box.width &&
      top + node.height * zoom <= box.height
    if (!isVisible) void flow.setCenter(node.x + node.width / 2, node.y + node.height / 2, { zoom })
  })
  useEffect(() => showSelected(), [selected])
  useEffect(() => {
    const timer = setTimeout(() => void flow.fitView(FIT), 30)
    return () => clearTimeout(timer)
  }, [layout, fitRequest, flow])
  return (
    <ReactFlow
      nodes={nodes}
      edges={edges}
      nodeTypes={NODE_TYPES}
      fitView
      fitViewOptions={FIT}
      minZoom={0.2}
      nodesDraggable={false}
      nodesConnectable={false}
      elementsSelectable
      edgeTypes={EDGE_TYPES}
      className="[--xy-attribution-background-color:transparent] [&_.react-flow\_\_attribution_a]:text-ink-3!"
      onNodeClick={(_event, node) => {
        if (node.type === 'step') onSelect(node.id)
      }}
      onPaneClick={() => onSelect(undefined)}
      onSelectionChange={({ nodes: chosen }) => {
        // Enter or Space on a focused node selects it.
        const [first] = chosen
        if (first !== undefined && first.id !== selected) onSelect(first.id)
      }}
    >
      <Controls
        showInteractive={false}
        className="[&_button]:flex [&_button]:size-7 [&_button]:items-center [&_button]:justify-center [&_button]:border [&_button]:border-line-2 [&_button]:bg-surface [&_button:hover]:bg-sunken [&_svg]:size-3 [&_svg]:fill-ink-2"
      />
    </ReactFlow>
  )
}

export const GraphCanvas = (props: GraphCanvasProps) => (
  <ReactFlowProvider>
    <Canvas {...props} />
  </ReactFlowProvider>
)

/** Which edges of a graph a run has taken. */
import { numberOf } from './event-fields.ts'
import type { Span } from './spans.ts'

interface Edge {
  source: string
  target: string
  isConditional: boolean
}

interface Executions {
  /** The steps of the graph in which the node ran; empty if the events do not say. */
  steps: Set<number>
  firstEnd: number
  lastStart: number
}

const collectExecutions = (spans: Span[]): Map<string, Executions> => {
  const nodes = new Map<string, Executions>()
  for (const { kind, name, start, end, opened } of spans) {
    if (kind !== 'node') continue
    const known = nodes.get(name) ?? { steps: new Set(), firstEnd: Infinity, lastStart: -Infinity }
    const step = numberOf(opened['step'])
    if (step !== undefined) known.steps.add(step)
    known.firstEnd = Math.min(known.firstEnd, end ?? Infinity)
    known.lastStart = Math.max(known.lastStart, start)
    nodes.set(name, known)
  }
  return nodes
}

const maxOf = (steps: Iterable<number>): number => [...steps].reduce((a, b) => Math.max(a, b), -Infinity)
const minOf = (steps: Iterable<number>): number => [...steps].reduce((a, b) => Math.min(a, b), Infinity)

/**
 * An edge was taken if its target started after its source had ended. Of a conditional edge the target must have run in the next step,
 * because both ends can also have run for other reasons. The end follows the last step of a completed run.
 */
export const makeTakenTest = (spans: Span[], isCompleted: boolean): ((edge: Edge) => boolean) => {
  const nodes = collectExecutions(spans)
  const lastStep = maxOf([...nodes.values()].map(({ steps }) => maxOf(steps)))
  const firstStep = minOf([...nodes.values()].map(({ steps }) => minOf(steps)))
  const leadsToEnd = ({ source, isConditional }: Edge): boolean => {
    const from = nodes.get(source)
    if (!isCompleted || from === undefined) return false
    return !isConditional || from.steps.size === 0 || from.steps.has(lastStep)
  }
  return (edge) => {
    if (edge.target === '__end__') return leadsToEnd(edge)
    const to = nodes.get(edge.target)
    if (to === undefined) return false
    if (edge.source === '__start__')
      return !edge.isConditional || to.steps.size === 0 || to.steps.has(firstStep)
    const from = nodes.get(edge.source)
    // Times are taken in tenths of a millisecond, in different threads.
    if (from === undefined || to.lastStart < from.firstEnd - 1) return false
    if (!edge.isConditional || from.steps.size === 0 || to.steps.size === 0) return true
    return [...from.steps].some((step) => to.steps.has(step + 1))
  }
}

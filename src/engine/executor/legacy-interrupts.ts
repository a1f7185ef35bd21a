/** Identifies and resumes the interrupts of graphs of older versions of LangGraph. */
import { isOlderThan } from '../graphs/project-langgraph.js'
import type { JsonObject } from '../../schema/common.js'
import type { RequiredInterrupt } from '../threads/executor-protocol.js'
import type { AnyGraph } from './loaded-graph.js'

/** Before 0.4, `id` was `interrupt_id`, and before 0.3.6 there was only the namespace of the task. */
export interface LegacyInterrupt extends Partial<RequiredInterrupt> {
  interrupt_id?: string
  ns?: string[]
}

export const getInterruptId = ({ id, interrupt_id, ns = [] }: LegacyInterrupt): string =>
  id ?? interrupt_id ?? ns.join('|')

/** Before 0.3.6, LangGraph accepts one value and passes it to the first of the interrupts. */
export const toResumeValue = (graph: AnyGraph, resume: JsonObject): unknown =>
  isOlderThan(graph, '0.3.6') ? Object.values(resume)[0] : resume

/** Finds the graph of a thread and inspects or changes the thread's state with it. */
import { requireAssistant, requireThread } from '../../domain/require-resource.js'
import { toAssistantId } from '../../domain/runs/parse-langgraph-run.js'
import { mergeThreadConfig } from '../../domain/runs/thread-config.js'
import { AppError } from '../../errors.js'
import { toRunAssistant } from '../../engine/assistant-definitions.js'
import type { GraphInspector } from '../../engine/graph-inspector.js'
import type { Inspection } from '../../schema/inspection.js'
import type { AssistantStore } from '../../store/assistants/assistants.js'
import type { RunStore } from '../../store/runs/runs.js'
import type { ThreadStore } from '../../store/threads/threads.js'

export interface ThreadGraphDeps {
  graphInspector: GraphInspector
  threadStore: ThreadStore
  assistantStore: AssistantStore
  runStore: RunStore
}

export const makeThreadGraph = ({
  graphInspector,
  threadStore,
  assistantStore,
  runStore,
}: ThreadGraphDeps) => {
  /** A native run does not assign its assistant to the thread, so the thread has the graph of its latest run. */
  const findAssistantOfLatestRun = async (tenant_id: string, thread_id: string) =>
    (await runStore.getLatestOfThread({ tenant_id, thread_id }))?.assistant_id

  /** Before the first run, a thread may have no assistant and therefore no graph that could interpret its state. */
  const findGraph = async (tenant_id: string, thread_id: string) => {
    const row = await requireThread(threadStore, tenant_id, thread_id)
    const { graph_id } = JSON.parse(row.metadata) as { graph_id?: unknown }
    const assistantId =
      row.assistant_id ??
      (typeof graph_id === 'string' ? toAssistantId(graph_id) : undefined) ??
      (await findAssistantOfLatestRun(tenant_id, row.thread_id))
    if (assistantId === undefined) return { row, assistant: undefined }
    const assistant = toRunAssistant(await requireAssistant(assistantStore, tenant_id, assistantId))
    return { row, assistant: { ...assistant, config: mergeThreadConfig(assistant.config, row) } }
  }

  return {
    async read(
      tenant_id: string,
      thread_id: string,
      inspection: Extract<Inspection, { kind: 'state' | 'history' }>,
      emptyResult: unknown,
    ): Promise<unknown> {
      const { assistant } = await findGraph(tenant_id, thread_id)
      return assistant === undefined
        ? emptyResult
        : graphInspector.readForResponse({ tenant_id, thread_id, assistant }, inspection)
    },

    async update(
      tenant_id: string,
      thread_id: string,
      inspection: Extract<Inspection, { kind: 'update' | 'supersteps' }>,
    ): Promise<unknown> {
      const { row, assistant } = await findGraph(tenant_id, thread_id)
      if (row.status === 'busy') throw new AppError('resource_conflict', 'Thread is busy', { thread_id })
      if (assistant === undefined)
        throw new AppError('invalid_request', `Thread ${thread_id} has no graph ID: no run has started in it`)
      return graphInspector.update(row, assistant, inspection)
    },
  }
}

import { useMemo } from 'react'
import { activeNodes } from '../../model/live-run.ts'
import type { CheckpointNode } from '../../model/checkpoint-tree.ts'
import { diffFields } from '../../model/state-diff.ts'
import { isTaskWaiting } from '../../model/transcript.ts'
import type { NodeActivity } from './graph-strip-view.tsx'
import type { ActiveRun } from './use-chat.ts'

export interface RunView {
  /** The run that is shown: the active one, or the one that wrote the newest checkpoint of the branch. */
  runId: string | undefined
  active: ActiveRun | undefined
  path: CheckpointNode[]
}

/** The state before the run, and now. */
export const useStates = ({ active, path, runId }: RunView) => {
  const last = path.at(-1)
  const before = active === undefined ? path.findLast((node) => node.runId !== runId) : last
  const values = active?.live.values ?? last?.state.values
  return useMemo(
    () => ({ nodes: diffFields(before?.state.values ?? {}, values ?? {}), last }),
    [before?.state.values, values, last],
  )
}

export const useActivity = ({ active, path, runId }: RunView): ((node: string) => NodeActivity) => {
  const nodes = active === undefined ? undefined : activeNodes(active.live)
  const last = path.at(-1)
  const ran = useMemo(
    () =>
      new Set(
        path
          .filter((node) => node.runId === runId && node.kind === 'step')
          .flatMap(({ label }) => label.split(', ')),
      ),
    [path, runId],
  )
  return (node) => {
    if (nodes !== undefined)
      return nodes.running.includes(node)
        ? 'running'
        : nodes.waiting.includes(node)
          ? 'waiting'
          : nodes.done.includes(node)
            ? 'done'
            : 'none'
    const task = last?.state.tasks.find(({ name }) => name === node)
    if (last !== undefined && task !== undefined)
      return isTaskWaiting(last.state, task)
        ? 'waiting'
        : last.state.next.includes(node) && task.result == null
          ? 'next'
          : 'done'
    return ran.has(node) ? 'done' : 'none'
  }
}

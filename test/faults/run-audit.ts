/**
 * Checks the invariants of runs after any number of faults: their rows, their events and the side effects of
 * their nodes.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { isFinalFrame, readAllFrames, type Frame } from '../support/event-stream.js'
import { NODES, type Effect } from './effects.js'
import type { CreatedRun } from './run-load.js'

export interface Run {
  run_id: string
  thread_id: string
  status: string
  attempt: number
  error: { code: string; message: string } | null
  output: { trail?: string[] } | null
  created_at: string
}

const FINAL_STATUSES = new Set(['completed', 'failed', 'cancelled'])
const CONCURRENCY = 8

export const listRuns = async (url: string, query = ''): Promise<Run[]> => {
  const runs: Run[] = []
  let cursor = ''
  for (;;) {
    const response = await fetch(`${url}/api/v1/runs?limit=100${query}${cursor}`)
    if (response.status !== 200) throw new Error(`listing runs responded ${String(response.status)}`)
    const page = (await response.json()) as { data: Run[]; next_cursor: string | null }
    runs.push(...page.data)
    if (page.next_cursor === null) return runs
    cursor = `&cursor=${encodeURIComponent(page.next_cursor)}`
  }
}

const hasActiveRuns = async (url: string): Promise<boolean> => {
  for (const status of ['queued', 'in_progress', 'requires_action']) {
    const page = await fetch(`${url}/api/v1/runs?limit=1&status=${status}`)
    if (((await page.json()) as { data: Run[] }).data.length > 0) return true
  }
  // A run that was requeued between two of these requests appears in none of them, so the whole list decides.
  return (await listRuns(url)).some((run) => !FINAL_STATUSES.has(run.status))
}

/** Returns false if some runs have not ended within the timeout. */
export const waitForAllRuns = async (url: string, timeoutMs: number): Promise<boolean> => {
  const end = performance.now() + timeoutMs
  while (await hasActiveRuns(url)) {
    if (performance.now() > end) return false
    await sleep(100)
  }
  return true
}

/** All counts except totals, failed and retried runs must be 0. */
export const auditRuns = async (
  url: string,
  acknowledged: readonly CreatedRun[],
  effects: readonly Effect[],
) => {
  const runs = await listRuns(url)
  const storedIds = new Set(runs.map(({ run_id }) => run_id))
  const byRun = new Map<string, Effect[]>(runs.map(({ run_id }) => [run_id, []]))
  for (const effect of effects) byRun.get(effect.run)?.push(effect)
  const figures = {
    acks: acknowledged.length,
    runs: runs.length,
    lost: acknowledged.filter(({ run_id }) => !storedIds.has(run_id)).length,
    stuck: runs.filter(({ status }) => !FINAL_STATUSES.has(status)).length,
    failed: runs.filter(({ status }) => status === 'failed').length,
    failed_otherwise: runs.filter(({ error }) => error !== null && error.code !== 'max_attempts_exceeded')
      .length,
    wrong_ends: 0,
    gaps: 0,
    wrong_outputs: 0,
    nodes_repeated: 0,
    nodes_not_completed_once: 0,
    retried: runs.filter(({ attempt }) => attempt > 1).length,
    most_attempts: Math.max(...runs.map(({ attempt }) => attempt)),
  }
  const remaining = [...runs]
  const auditNext = async (): Promise<void> => {
    for (let run = remaining.pop(); run !== undefined; run = remaining.pop()) {
      if (!FINAL_STATUSES.has(run.status)) continue
      const frames = await readAllFrames(url, run.run_id)
      const runEffects = byRun.get(run.run_id) ?? []
      figures.wrong_ends += Number(!hasOneFinalEvent(run, frames))
      figures.gaps += Number(frames.some(({ id }, index) => id !== index + 1))
      figures.nodes_repeated += NODES.filter((node) => isRepeated(node, run, frames, runEffects)).length
      if (run.status !== 'completed') continue
      figures.wrong_outputs += Number(!isOutputCorrect(run, runEffects))
      figures.nodes_not_completed_once += NODES.filter(
        (node) => findCompletions(node, frames).length !== 1,
      ).length
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, auditNext))
  return figures
}

const findCompletions = (node: string, frames: readonly Frame[]): Frame[] =>
  frames.filter(({ event, data }) => event === 'node.completed' && data.node_id === node)

/** There is one final event; it is the last event and matches the status of the run. */
const hasOneFinalEvent = ({ status }: Run, frames: readonly Frame[]): boolean =>
  frames.filter(isFinalFrame).length === 1 && frames.at(-1)?.event === `run.${status}`

const toResultTokens = ({ output }: Run): Map<string, string> =>
  new Map((output?.trail ?? []).map((step) => step.split(' ') as [string, string]))

/** Every node appears once, in order, with the token of an execution that finished. */
const isOutputCorrect = (run: Run, effects: readonly Effect[]): boolean => {
  const resultTokens = toResultTokens(run)
  const finishedTokens = new Set(effects.filter(({ phase }) => phase === 'leave').map(({ token }) => token))
  const isInOrder =
    JSON.stringify(run.output?.trail?.map((step) => step.split(' ')[0])) === JSON.stringify(NODES)
  return isInOrder && [...resultTokens.values()].every((token) => finishedTokens.has(token))
}

/**
 * The node was entered again after the execution whose result is in its node.completed event or in the output. The order of the file of
 * effects decides, because times of two processors are not comparable.
 */
const isRepeated = (
  node: string,
  run: Run,
  frames: readonly Frame[],
  effects: readonly Effect[],
): boolean => {
  const lastEntry = effects.findLast((effect) => effect.node === node && effect.phase === 'enter')
  const [completed] = findCompletions(node, frames)
  const resultTokens = [toResultTokens(run).get(node), toCompletedToken(completed)]
  return resultTokens.some((token) => token !== undefined && token !== lastEntry?.token)
}

const toCompletedToken = (completed: Frame | undefined): string | undefined => {
  if (completed === undefined) return undefined
  const { trail } = completed.data.output as { trail: [string] }
  return trail[0].split(' ')[1]
}

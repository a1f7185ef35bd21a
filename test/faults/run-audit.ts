/** What must be true of runs after any number of faults: of their records, their events and what their nodes did. */
import { setTimeout as sleep } from 'node:timers/promises'
import { isFinalFrame, replay, type Frame } from '../support/event-stream.js'
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

const FINAL = new Set(['completed', 'failed', 'cancelled'])
const CLIENTS = 8

export const listRuns = async (url: string, query = ''): Promise<Run[]> => {
  const runs: Run[] = []
  let cursor = ''
  for (;;) {
    const response = await fetch(`${url}/api/v1/runs?limit=100${query}${cursor}`)
    if (response.status !== 200) throw new Error(`runs were answered ${String(response.status)}`)
    const page = (await response.json()) as { data: Run[]; next_cursor: string | null }
    runs.push(...page.data)
    if (page.next_cursor === null) return runs
    cursor = `&cursor=${encodeURIComponent(page.next_cursor)}`
  }
}

const isBusy = async (url: string): Promise<boolean> => {
  for (const status of ['queued', 'in_progress', 'requires_action']) {
    const page = await fetch(`${url}/api/v1/runs?limit=1&status=${status}`)
    if (((await page.json()) as { data: Run[] }).data.length > 0) return true
  }
  return false
}

/** Whether all have come to an end when the time is up. */
export const areOver = async (url: string, patienceMs: number): Promise<boolean> => {
  const end = performance.now() + patienceMs
  while (await isBusy(url)) {
    if (performance.now() > end) return false
    await sleep(100)
  }
  return true
}

/** Numbers that are all 0 when all is well, besides the totals and the runs that failed. */
export const auditRuns = async (
  url: string,
  acknowledged: readonly CreatedRun[],
  effects: readonly Effect[],
) => {
  const runs = await listRuns(url)
  const known = new Set(runs.map(({ run_id }) => run_id))
  const byRun = new Map<string, Effect[]>(runs.map(({ run_id }) => [run_id, []]))
  for (const effect of effects) byRun.get(effect.run)?.push(effect)
  const figures = {
    acks: acknowledged.length,
    runs: runs.length,
    lost: acknowledged.filter(({ run_id }) => !known.has(run_id)).length,
    stuck: runs.filter(({ status }) => !FINAL.has(status)).length,
    failed: runs.filter(({ status }) => status === 'failed').length,
    failed_otherwise: runs.filter(({ error }) => error !== null && error.code !== 'max_attempts_exceeded')
      .length,
    wrong_ends: 0,
    gaps: 0,
    wrong_outputs: 0,
    nodes_repeated: 0,
    nodes_not_told_once: 0,
    retried: runs.filter(({ attempt }) => attempt > 1).length,
    most_attempts: Math.max(...runs.map(({ attempt }) => attempt)),
  }
  const waiting = [...runs]
  const auditSome = async (): Promise<void> => {
    for (let run = waiting.pop(); run !== undefined; run = waiting.pop()) {
      if (!FINAL.has(run.status)) continue
      const frames = await replay(url, run.run_id)
      const own = byRun.get(run.run_id) ?? []
      figures.wrong_ends += Number(!endsOnce(run, frames))
      figures.gaps += Number(frames.some(({ id }, index) => id !== index + 1))
      figures.nodes_repeated += NODES.filter((node) => isRepeated(node, run, frames, own)).length
      if (run.status !== 'completed') continue
      figures.wrong_outputs += Number(!isRight(run, own))
      figures.nodes_not_told_once += NODES.filter((node) => completions(node, frames).length !== 1).length
    }
  }
  await Promise.all(Array.from({ length: CLIENTS }, auditSome))
  return figures
}

const completions = (node: string, frames: readonly Frame[]): Frame[] =>
  frames.filter(({ event, data }) => event === 'node.completed' && data.node_id === node)

/** One final event, which is the last one and says what the record says. */
const endsOnce = ({ status }: Run, frames: readonly Frame[]): boolean =>
  frames.filter(isFinalFrame).length === 1 && frames.at(-1)?.event === `run.${status}`

const keptTokens = ({ output }: Run): Map<string, string> =>
  new Map((output?.trail ?? []).map((step) => step.split(' ') as [string, string]))

/** Every node once, in order, each by an execution that came to its end. */
const isRight = (run: Run, effects: readonly Effect[]): boolean => {
  const kept = keptTokens(run)
  const left = new Set(effects.filter(({ phase }) => phase === 'leave').map(({ token }) => token))
  const isInOrder =
    JSON.stringify(run.output?.trail?.map((step) => step.split(' ')[0])) === JSON.stringify(NODES)
  return isInOrder && [...kept.values()].every((token) => left.has(token))
}

/** Entered again after it was told to be complete, or after the execution whose result counts. */
const isRepeated = (
  node: string,
  run: Run,
  frames: readonly Frame[],
  effects: readonly Effect[],
): boolean => {
  const entries = effects.filter((effect) => effect.node === node && effect.phase === 'enter')
  const [completed] = completions(node, frames)
  const toldAt = completed === undefined ? Infinity : Date.parse(completed.data.timestamp as string)
  const kept = keptTokens(run).get(node)
  return entries.some(({ at }) => at > toldAt) || (kept !== undefined && entries.at(-1)?.token !== kept)
}

/** Measures how storage and time per turn grow in one long conversation. */
import { createHash } from 'node:crypto'
import { atMost, printNote, toInfoFinding, type Finding } from './report.js'
import { median, quantile } from './rounds.js'
import { formatBytes, printGrowth, subtractSizes, sumSizes, type TableSizes } from './table-sizes.js'

/** 650 characters, as in graphs/chat.mjs. */
const makeText = (seed: string): string =>
  createHash('shake256', { outputLength: 487 }).update(seed).digest('base64url')

export const makeUserMessage = (turn: number): string => makeText(`user ${turn}`)

/** The reply of graphs/chat.mjs: its state holds two messages of each turn, and that of the user. */
export const makeReply = (turn: number): string => makeText(`reply ${2 * turn - 1}`)

const CONTENT_PER_TURN = makeUserMessage(1).length + makeReply(1).length

/** The storage of turns 51 to 100 is compared with that of the last 50; those before are warm-up. */
const WINDOW = 50
const MIN_TURNS = 4 * WINDOW

export interface Conversation {
  turnMs: number[]
  /** Sizes after 0, 50 and 100 turns, 50 turns before the end, and at the end. */
  sizes: TableSizes[]
  /** CPU time of the server at the same points, or empty: other work on the machine affects it less than times. */
  cpuSeconds: number[]
  /**
   * Turns 51 to 100 after these, in turn with turns 51 to 100 of another conversation: the speed of a machine changes within a minute. The 50
   * turns before them are warm-up, because the sizes are measured after a pause in which an idle service returns memory.
   */
  lateMs: number[]
  earlyMs: number[]
}

/** Turns count from 1. Returns a function that throws if the response is wrong; its time does not count. */
export type TakeTurn = (turn: number) => Promise<() => void>

/** `startConversation` returns the function that is timed. */
export const measureConversation = async (
  turns: number,
  startConversation: () => Promise<TakeTurn>,
  measure: () => Promise<TableSizes>,
  readCpuSeconds?: () => number,
): Promise<Conversation> => {
  if (turns < MIN_TURNS) throw new Error(`a conversation needs at least ${MIN_TURNS} turns`)
  const takeTurn = await startConversation()
  const measuredTurns = new Set([WINDOW, 2 * WINDOW, turns - WINDOW, turns])
  const result: Conversation = { turnMs: [], sizes: [], cpuSeconds: [], lateMs: [], earlyMs: [] }
  const addMeasurement = async (): Promise<void> => {
    if (readCpuSeconds !== undefined) result.cpuSeconds.push(readCpuSeconds())
    result.sizes.push(await measure())
  }
  await addMeasurement()
  for (let turn = 1; turn <= turns; turn++) {
    result.turnMs.push(await measureTurn(takeTurn, turn))
    if (measuredTurns.has(turn)) await addMeasurement()
  }
  const takeEarlyTurn = await startConversation()
  for (let turn = 1; turn <= 2 * WINDOW; turn++) {
    const lateMs = await measureTurn(takeTurn, turns + turn)
    const earlyMs = await measureTurn(takeEarlyTurn, turn)
    if (turn <= WINDOW) continue
    result.lateMs.push(lateMs)
    result.earlyMs.push(earlyMs)
  }
  return result
}

const measureTurn = async (takeTurn: TakeTurn, turn: number): Promise<number> => {
  const started = performance.now()
  const checkResponse = await takeTurn(turn)
  const duration = performance.now() - started
  checkResponse()
  return duration
}

interface Ratios {
  storage: number
  time: number
  overContent: number
}

interface Window {
  bytesPerTurn: number
  turnMs: number[]
  /** NaN if it is not known. */
  cpuMsPerTurn: number
}

/** The 50 turns that end at the given one of the measured points. */
const toWindow = ({ sizes, cpuSeconds }: Conversation, point: number, turnMs: number[]): Window => ({
  bytesPerTurn: sumSizes(subtractSizes(sizes[point]!, sizes[point - 1]!)) / WINDOW,
  turnMs,
  cpuMsPerTurn: (((cpuSeconds[point] ?? Number.NaN) - (cpuSeconds[point - 1] ?? Number.NaN)) * 1000) / WINDOW,
})

const printConversation = (label: string, conversation: Conversation): Ratios => {
  const { turnMs, sizes, lateMs, earlyMs } = conversation
  const turns = turnMs.length
  const early = toWindow(conversation, 2, turnMs.slice(WINDOW, 2 * WINDOW))
  const late = toWindow(conversation, 4, turnMs.slice(-WINDOW))
  const growth = subtractSizes(sizes.at(-1)!, sizes[0]!)
  printGrowth(`${label}, ${turns} turns with ${CONTENT_PER_TURN} characters each`, growth, turns, 'turn')
  printNote(`  turns 51 to 100: ${formatWindow(early)}`)
  printNote(`  last 50 turns:   ${formatWindow(late)}`)
  printNote(
    `  in turn with turns 51 to 100 of another one: ${formatMedian(earlyMs)}; ${formatMedian(lateMs)} after ${turns} turns`,
  )
  return {
    storage: late.bytesPerTurn / early.bytesPerTurn,
    time: median(lateMs) / median(earlyMs),
    overContent: sumSizes(growth) / (turns * CONTENT_PER_TURN),
  }
}

const formatMedian = (turnMs: number[]): string => `p50 ${median(turnMs).toFixed(1)} ms`

const formatWindow = ({ bytesPerTurn, turnMs, cpuMsPerTurn }: Window): string => {
  const cpu = Number.isNaN(cpuMsPerTurn) ? '' : `, CPU ${cpuMsPerTurn.toFixed(1)} ms per turn`
  const times = `${formatMedian(turnMs)}, p95 ${quantile(turnMs, 0.95).toFixed(1)} ms`
  return `${formatBytes(bytesPerTurn)} per turn, ${times}${cpu}`
}

export const toTargetFindings = (label: string, conversation: Conversation): Finding[] => {
  const { storage, time, overContent } = printConversation(label, conversation)
  return [
    atMost(`${label}: storage of the last 50 turns relative to turns 51 to 100`, storage, 1.3),
    atMost('… time per turn after these turns, relative to turns 51 to 100 at the same time', time, 1.5),
    atMost('… total storage relative to the content', overContent, 8, '', 1),
  ]
}

export const toComparisonFinding = (label: string, conversation: Conversation): Finding => {
  const { storage, time, overContent } = printConversation(label, conversation)
  return toInfoFinding(
    `… ${label}, ${conversation.turnMs.length} turns: storage, time, total relative to the content`,
    `${storage.toFixed(2)}, ${time.toFixed(2)}, ${overContent.toFixed(1)}`,
  )
}

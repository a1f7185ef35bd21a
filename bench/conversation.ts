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

/** Turns 51 to 100 are compared with the last 50; those before are warm-up. */
const WINDOW = 50
const MIN_TURNS = 4 * WINDOW

export interface Conversation {
  turnMs: number[]
  /** Sizes after 0, 50 and 100 turns, 50 turns before the end, and at the end. */
  sizes: TableSizes[]
  /** CPU time of the server at the same points, or empty: other work on the machine affects it less than times. */
  cpuSeconds: number[]
}

/** `takeTurn` is timed; turns count from 1. */
export const measureConversation = async (
  turns: number,
  takeTurn: (turn: number) => Promise<void>,
  measure: () => Promise<TableSizes>,
  readCpuSeconds?: () => number,
): Promise<Conversation> => {
  if (turns < MIN_TURNS) throw new Error(`a conversation needs at least ${MIN_TURNS} turns`)
  const measuredTurns = new Set([WINDOW, 2 * WINDOW, turns - WINDOW, turns])
  const result: Conversation = { turnMs: [], sizes: [], cpuSeconds: [] }
  const addMeasurement = async (): Promise<void> => {
    if (readCpuSeconds !== undefined) result.cpuSeconds.push(readCpuSeconds())
    result.sizes.push(await measure())
  }
  await addMeasurement()
  for (let turn = 1; turn <= turns; turn++) {
    const started = performance.now()
    await takeTurn(turn)
    result.turnMs.push(performance.now() - started)
    if (measuredTurns.has(turn)) await addMeasurement()
  }
  return result
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
  const { turnMs, sizes } = conversation
  const turns = turnMs.length
  const early = toWindow(conversation, 2, turnMs.slice(WINDOW, 2 * WINDOW))
  const late = toWindow(conversation, 4, turnMs.slice(-WINDOW))
  const growth = subtractSizes(sizes.at(-1)!, sizes[0]!)
  printGrowth(`${label}, ${turns} turns with ${CONTENT_PER_TURN} characters each`, growth, turns, 'turn')
  printNote(`  turns 51 to 100: ${formatWindow(early)}`)
  printNote(`  last 50 turns:   ${formatWindow(late)}`)
  return {
    storage: late.bytesPerTurn / early.bytesPerTurn,
    time: median(late.turnMs) / median(early.turnMs),
    overContent: sumSizes(growth) / (turns * CONTENT_PER_TURN),
  }
}

const formatWindow = ({ bytesPerTurn, turnMs, cpuMsPerTurn }: Window): string => {
  const cpu = Number.isNaN(cpuMsPerTurn) ? '' : `, CPU ${cpuMsPerTurn.toFixed(1)} ms per turn`
  const times = `p50 ${median(turnMs).toFixed(1)} ms, p95 ${quantile(turnMs, 0.95).toFixed(1)} ms`
  return `${formatBytes(bytesPerTurn)} per turn, ${times}${cpu}`
}

export const toTargetFindings = (label: string, conversation: Conversation): Finding[] => {
  const { storage, time, overContent } = printConversation(label, conversation)
  return [
    atMost(`${label}: storage of the last 50 turns relative to turns 51 to 100`, storage, 1.3),
    atMost('… time per turn, the same ratio', time, 1.5),
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

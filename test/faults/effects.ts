/**
 * A graph of three nodes with side effects outside of the service: each node appends a line to a file when it
 * is entered and when it is left. Each execution of a node has a token that is part of its result, so the
 * output of a run tells which executions counted.
 */
import { closeSync, openSync, readFileSync, readSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { makeTempFolder } from '../support/heddle-process.js'

const NEWLINE = 10

export const NODES = ['one', 'two', 'three']
const HELD_NODE = 'two'

export interface Effect {
  run: string
  node: string
  phase: 'enter' | 'leave'
  /** Identifies this execution of the node. */
  token: string
  pid: number
  at: number
}

const toGraphSource = (
  file: string,
  heldFile: string,
  [shortest, longest]: readonly [number, number],
): string => `
  import { appendFileSync, readFileSync } from 'node:fs'
  import { randomUUID } from 'node:crypto'
  import { setTimeout as sleep } from 'node:timers/promises'
  import { Annotation, END, START, StateGraph } from '@langchain/langgraph'

  const isHeld = (request) => JSON.parse(readFileSync(${JSON.stringify(heldFile)}, 'utf8')).includes(request)
  const node = (name) => async ({ request }, { configurable }) => {
    const token = randomUUID()
    const note = (phase) => {
      const line = { run: configurable.run_id, node: name, phase, token, pid: process.pid, at: Date.now() }
      appendFileSync(${JSON.stringify(file)}, JSON.stringify(line) + '\\n')
    }
    note('enter')
    await sleep(${shortest} + Math.random() * ${longest - shortest})
    while (name === ${JSON.stringify(HELD_NODE)} && isHeld(request)) await sleep(10)
    note('leave')
    return { trail: [name + ' ' + token] }
  }
  const State = Annotation.Root({
    request: Annotation(),
    trail: Annotation({ reducer: (trail, steps) => [...trail, ...steps], default: () => [] }),
  })
  export const graph = new StateGraph(State)
    .addNode('one', node('one'))
    .addNode('two', node('two'))
    .addNode('three', node('three'))
    .addEdge(START, 'one')
    .addEdge('one', 'two')
    .addEdge('two', 'three')
    .addEdge('three', END)
    .compile()
`

/** `sleepMs` bounds the duration of a node. */
export const makeEffects = (sleepMs: readonly [number, number]) => {
  const folder = makeTempFolder()
  const file = join(folder, 'effects.jsonl')
  const heldFile = join(folder, 'held.json')
  writeFileSync(file, '')
  writeFileSync(heldFile, '[]')
  let offset = 0
  let lines = 0
  const count = (): number => {
    const newBytes = Buffer.alloc(statSync(file).size - offset)
    const descriptor = openSync(file, 'r')
    readSync(descriptor, newBytes, { position: offset })
    closeSync(descriptor)
    offset += newBytes.length
    lines += newBytes.filter((byte) => byte === NEWLINE).length
    return lines
  }
  return {
    source: toGraphSource(file, heldFile, sleepMs),
    count,
    /** Node `two` does not end for these requests, until it is called without them. */
    hold: (requests: readonly number[]): void => {
      writeFileSync(`${heldFile}.new`, JSON.stringify(requests))
      renameSync(`${heldFile}.new`, heldFile)
    },
    /** Waits until there are `target` lines. Returns false on timeout. */
    waitForCount: async (target: number, timeoutMs: number): Promise<boolean> => {
      const end = performance.now() + timeoutMs
      while (count() < target) {
        if (performance.now() > end) return false
        await sleep(5)
      }
      return true
    },
    readAll: (): Effect[] =>
      readFileSync(file, 'utf8')
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as Effect),
  }
}

/**
 * The sets of threads that a program is met in, and what each character makes of them, kept as they are found. Text
 * repeats itself: nearly every character is then one look into a table, however many threads there are.
 */
import { assertsBetween, isWordCharacter, NEWLINE, NO_CHARACTER, type Instruction } from './instructions.js'

export interface State {
  /** Where the threads stand, most preferred first. */
  readonly threads: readonly number[]
  /** No match has been found yet, so one may begin at every character. */
  readonly isSeeking: boolean
  readonly moves: (Move | undefined)[]
}

export interface Move {
  readonly next: State
  /**
   * Of each thread of the next state, which one before it came from; the number of threads before stands for one that
   * begins here. Undefined: each has kept its place.
   */
  readonly origins: Int32Array | undefined
  /** The thread that came to the end of the pattern, -1 for none. */
  readonly matchedBy: number
}

/** Threads of all states together; beyond this they are forgotten. */
const MOST_KEPT = 100_000
/** A text that makes new states all the time is not worth keeping them for; then none are kept for so many characters. */
const LEAST_USES = 10
const UNKEPT = 100_000
const MOST_KINDS_KEPT = 4_096

export class States {
  private readonly known = new Map<string, State>()
  private kept = 0
  private uses = 0
  private unkept = 0
  private readonly accepts: readonly ((point: number) => boolean)[]
  private readonly hasAsserts: boolean
  private readonly kinds = new Map<string, number>()
  private readonly kindsOfAscii = new Int32Array(128)
  private readonly kindsOfOthers = new Map<number, number>()
  private readonly visited: Uint32Array
  private round = 0
  private readonly stack: number[] = []
  readonly initial: State

  constructor(
    private readonly start: number,
    private readonly instructions: readonly Instruction[],
  ) {
    this.accepts = [
      ...new Set(instructions.flatMap((each) => (each.kind === 'character' ? [each.accepts] : []))),
    ]
    this.hasAsserts = instructions.some(({ kind }) => kind === 'assert')
    this.visited = new Uint32Array(instructions.length)
    this.initial = { threads: [], isSeeking: true, moves: [] }
    for (let point = 0; point < 128; point++) this.kindsOfAscii[point] = this.findKind(point)
  }

  /** What becomes of a state by the character `point`, which comes after `before`. */
  move(state: State, point: number, before: number): Move {
    const kind = this.kindOf(point)
    const index = this.hasAsserts ? kind * 4 + sortOf(before) : kind
    const known = state.moves[index]
    if (known !== undefined) {
      this.uses++
      return known
    }
    const move = this.findMove(state, point, before)
    if (this.unkept > 0) this.unkept--
    else state.moves[index] = move
    return move
  }

  /** Characters of one kind are the same to every instruction. 0 is for none. */
  private kindOf(point: number): number {
    if (point === NO_CHARACTER) return 0
    if (point < 128) return this.kindsOfAscii[point] ?? 0
    const known = this.kindsOfOthers.get(point)
    if (known !== undefined) return known
    const kind = this.findKind(point)
    if (this.kindsOfOthers.size >= MOST_KINDS_KEPT) this.kindsOfOthers.clear()
    this.kindsOfOthers.set(point, kind)
    return kind
  }

  private findKind(point: number): number {
    let key = this.hasAsserts ? String(sortOf(point)) : ''
    for (const accepts of this.accepts) key += accepts(point) ? '1' : '0'
    const known = this.kinds.get(key)
    if (known !== undefined) return known
    const kind = this.kinds.size + 1
    this.kinds.set(key, kind)
    return kind
  }

  private findMove(state: State, point: number, before: number): Move {
    const begins = state.isSeeking && point !== NO_CHARACTER
    const from = begins ? [...state.threads, this.start] : state.threads
    const holds = this.hasAsserts ? assertsBetween(before, point) : 0
    const threads: number[] = []
    const origins: number[] = []
    let matchedBy = -1
    this.round++
    for (let index = 0; index < from.length && matchedBy === -1; index++) {
      if (this.follow(from[index] ?? 0, point, holds, threads)) matchedBy = index
      while (origins.length < threads.length) origins.push(index)
    }
    const next = this.keep(threads, state.isSeeking && matchedBy === -1)
    const isSame = origins.every((origin, index) => origin === index)
    return { next, origins: isSame ? undefined : Int32Array.from(origins), matchedBy }
  }

  private keep(threads: number[], isSeeking: boolean): State {
    if (threads.length === 0 && isSeeking) return this.initial
    if (this.unkept > 0) return { threads, isSeeking, moves: [] }
    const key = `${isSeeking ? '' : 'found '}${threads.join()}`
    const known = this.known.get(key)
    if (known !== undefined) return known
    if (this.kept > MOST_KEPT) this.forget()
    const state: State = { threads, isSeeking, moves: [] }
    this.known.set(key, state)
    this.kept += threads.length + 1
    return state
  }

  private forget(): void {
    if (this.uses < LEAST_USES * this.known.size) this.unkept = UNKEPT
    this.known.clear()
    this.initial.moves.length = 0
    this.kept = 0
    this.uses = 0
  }

  /** Moves one thread over `point`, all its ways in order of preference. True: it came to the end of the pattern. */
  private follow(thread: number, point: number, holds: number, threads: number[]): boolean {
    const { stack, visited, round } = this
    stack.length = 0
    stack.push(thread)
    for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
      if (visited[at] === round) continue
      visited[at] = round
      const instruction = this.instructions[at]
      switch (instruction?.kind) {
        case 'split':
          stack.push(instruction.second, instruction.first)
          break
        case 'pass':
          stack.push(instruction.next)
          break
        case 'assert':
          if ((instruction.flags & ~holds) === 0) stack.push(instruction.next)
          break
        case 'character':
          if (point !== NO_CHARACTER && instruction.accepts(point)) threads.push(instruction.next)
          break
        case 'match':
          return true
        default:
      }
    }
    return false
  }
}

/** All that an assertion asks about a character. */
const sortOf = (point: number): number =>
  point === NO_CHARACTER ? 0 : point === NEWLINE ? 1 : isWordCharacter(point) ? 2 : 3

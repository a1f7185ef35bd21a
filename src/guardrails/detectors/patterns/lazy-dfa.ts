/**
 * A DFA that is built lazily from a program: each state is a set of threads, and states and transitions are cached when
 * first needed. Text is repetitive, so nearly every character costs one table lookup, however many threads there are.
 */
import {
  getAssertionsBetween,
  isWordCharacter,
  NEWLINE,
  NO_CHARACTER,
  type Instruction,
} from './instructions.js'

export interface DfaState {
  /** The instructions of the threads, most preferred first. */
  readonly threads: readonly number[]
  /** True while no match is found, so that one may start at every character. */
  readonly isSearching: boolean
  readonly transitions: (Transition | undefined)[]
}

export interface Transition {
  readonly next: DfaState
  /**
   * For each thread of the next state, the index of the thread it came from; an index equal to the number of old threads
   * stands for a new thread. Undefined if no thread changed its index.
   */
  readonly origins: Int32Array | undefined
  /** The index of the thread that matched, or -1. */
  readonly matchedBy: number
}

/** The cache is cleared when its states have more threads than this together. */
const MAX_CACHED_THREADS = 100_000
/** If states are used less often than this, the text is not repetitive, and caching pauses for `UNCACHED_CHARACTERS`. */
const MIN_USES_PER_STATE = 10
const UNCACHED_CHARACTERS = 100_000
const MAX_CACHED_CLASSES = 4_096

export class LazyDfa {
  private readonly cachedStates = new Map<string, DfaState>()
  private cachedThreads = 0
  private cacheHits = 0
  private uncachedRemaining = 0
  private readonly accepts: readonly ((codePoint: number) => boolean)[]
  private readonly hasAsserts: boolean
  private readonly classes = new Map<string, number>()
  private readonly asciiClasses = new Int32Array(128)
  private readonly otherClasses = new Map<number, number>()
  private readonly visited: Uint32Array
  private generation = 0
  private readonly stack: number[] = []
  readonly initial: DfaState
  /** Counts the work of all searches: a cached transition is one step, a computed one a step per instruction. */
  steps = 0

  constructor(
    private readonly start: number,
    private readonly instructions: readonly Instruction[],
  ) {
    this.accepts = [
      ...new Set(instructions.flatMap((each) => (each.kind === 'character' ? [each.accepts] : []))),
    ]
    this.hasAsserts = instructions.some(({ kind }) => kind === 'assert')
    this.visited = new Uint32Array(instructions.length)
    this.initial = { threads: [], isSearching: true, transitions: [] }
    for (let codePoint = 0; codePoint < 128; codePoint++)
      this.asciiClasses[codePoint] = this.computeClass(codePoint)
  }

  /** Returns the transition of a state for `codePoint`, which follows `before`. */
  getTransition(state: DfaState, codePoint: number, before: number): Transition {
    const classId = this.getClass(codePoint)
    const index = this.hasAsserts ? classId * 4 + toAssertionKind(before) : classId
    const cached = state.transitions[index]
    this.steps++
    if (cached !== undefined) {
      this.cacheHits++
      return cached
    }
    const transition = this.computeTransition(state, codePoint, before)
    if (this.uncachedRemaining > 0) this.uncachedRemaining--
    else state.transitions[index] = transition
    return transition
  }

  /** Code points of one class are equivalent for every instruction. Class 0 is `NO_CHARACTER`. */
  private getClass(codePoint: number): number {
    if (codePoint === NO_CHARACTER) return 0
    if (codePoint < 128) return this.asciiClasses[codePoint] ?? 0
    const cached = this.otherClasses.get(codePoint)
    if (cached !== undefined) return cached
    const classId = this.computeClass(codePoint)
    if (this.otherClasses.size >= MAX_CACHED_CLASSES) this.otherClasses.clear()
    this.otherClasses.set(codePoint, classId)
    return classId
  }

  private computeClass(codePoint: number): number {
    let key = this.hasAsserts ? String(toAssertionKind(codePoint)) : ''
    for (const accepts of this.accepts) key += accepts(codePoint) ? '1' : '0'
    const cached = this.classes.get(key)
    if (cached !== undefined) return cached
    const classId = this.classes.size + 1
    this.classes.set(key, classId)
    return classId
  }

  private computeTransition(state: DfaState, codePoint: number, before: number): Transition {
    const startsThread = state.isSearching && codePoint !== NO_CHARACTER
    const from = startsThread ? [...state.threads, this.start] : state.threads
    const assertions = this.hasAsserts ? getAssertionsBetween(before, codePoint) : 0
    const threads: number[] = []
    const origins: number[] = []
    let matchedBy = -1
    this.generation++
    for (let index = 0; index < from.length && matchedBy === -1; index++) {
      if (this.followThread(from[index] ?? 0, codePoint, assertions, threads)) matchedBy = index
      while (origins.length < threads.length) origins.push(index)
    }
    const next = this.getOrCreateState(threads, state.isSearching && matchedBy === -1)
    const isSame = origins.every((origin, index) => origin === index)
    return { next, origins: isSame ? undefined : Int32Array.from(origins), matchedBy }
  }

  private getOrCreateState(threads: number[], isSearching: boolean): DfaState {
    if (threads.length === 0 && isSearching) return this.initial
    if (this.uncachedRemaining > 0) return { threads, isSearching, transitions: [] }
    const key = `${isSearching ? '' : 'found '}${threads.join()}`
    const cached = this.cachedStates.get(key)
    if (cached !== undefined) return cached
    if (this.cachedThreads > MAX_CACHED_THREADS) this.clearCache()
    const state: DfaState = { threads, isSearching, transitions: [] }
    this.cachedStates.set(key, state)
    this.cachedThreads += threads.length + 1
    return state
  }

  private clearCache(): void {
    if (this.cacheHits < MIN_USES_PER_STATE * this.cachedStates.size)
      this.uncachedRemaining = UNCACHED_CHARACTERS
    this.cachedStates.clear()
    this.initial.transitions.length = 0
    this.cachedThreads = 0
    this.cacheHits = 0
  }

  /** Moves a thread over `codePoint`, following its branches in order of preference. Returns true if it matched. */
  private followThread(thread: number, codePoint: number, assertions: number, threads: number[]): boolean {
    const { stack, visited, generation } = this
    stack.length = 0
    stack.push(thread)
    for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
      this.steps++
      if (visited[at] === generation) continue
      visited[at] = generation
      const instruction = this.instructions[at]
      switch (instruction?.kind) {
        case 'split':
          stack.push(instruction.second, instruction.first)
          break
        case 'pass':
          stack.push(instruction.next)
          break
        case 'assert':
          if ((instruction.flags & ~assertions) === 0) stack.push(instruction.next)
          break
        case 'character':
          if (codePoint !== NO_CHARACTER && instruction.accepts(codePoint)) threads.push(instruction.next)
          break
        case 'match':
          return true
        default:
      }
    }
    return false
  }
}

/** Classifies a code point by everything that assertions depend on. */
const toAssertionKind = (codePoint: number): number =>
  codePoint === NO_CHARACTER ? 0 : codePoint === NEWLINE ? 1 : isWordCharacter(codePoint) ? 2 : 3

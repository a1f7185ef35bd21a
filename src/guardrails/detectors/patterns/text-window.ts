/** The part of a stream that detectors may still need, in one text form, with a mapping back to the source offsets. */
import { isHighSurrogate, isLowSurrogate } from '../text/code-points.js'
import type { Range } from '../text/mapped-text.js'
import { Automaton } from './automaton.js'
import { acceptCandidate, MAX_LOOK_BACK, type Detector } from './detector.js'
import { NO_CHARACTER } from './instructions.js'
import type { Program } from './program.js'
import { computeMaxSteps } from './search-budget.js'

/** Dropping consumed text copies the rest, so at least this many units are dropped at once. */
const MIN_DROP = 1024
const MIN_SIZE = 1024

/**
 * Stores UTF-16 units instead of a string: a string that grows by a few characters between reads is copied as a whole each
 * time. That took most of the time of ordinary streams, and quadratic time for a match that does not end.
 */
export class TextWindow {
  private units = new Uint16Array(0)
  /** The range of the source that each unit represents. */
  private starts = new Int32Array(0)
  private ends = new Int32Array(0)
  private size = 0
  /** The number of dropped units. Positions count from the start of the stream, so they include dropped units. */
  private dropped = 0

  get length(): number {
    return this.dropped + this.size
  }

  append(output: string, start: number, end: number, isVerbatim: boolean): void {
    const { size } = this
    if (size + output.length > this.units.length) this.growTo(size + output.length)
    for (let unit = 0; unit < output.length; unit++) {
      this.units[size + unit] = output.charCodeAt(unit)
      this.starts[size + unit] = isVerbatim ? start + unit : start
      this.ends[size + unit] = isVerbatim ? start + unit + 1 : end
    }
    this.size += output.length
  }

  private growTo(minSize: number): void {
    const { units, starts, ends } = this
    const size = Math.max(minSize, MIN_SIZE, 2 * units.length)
    this.units = new Uint16Array(size)
    this.units.set(units)
    this.starts = new Int32Array(size)
    this.starts.set(starts)
    this.ends = new Int32Array(size)
    this.ends.set(ends)
  }

  /** Returns the code point at `position`, or `NO_CHARACTER` at the end of the received text. */
  codePointAt(position: number): number {
    const at = position - this.dropped
    if (at >= this.size) return NO_CHARACTER
    const unit = this.units[at] ?? 0
    if (!isHighSurrogate(unit) || at + 1 === this.size) return unit
    const next = this.units[at + 1] ?? 0
    return isLowSurrogate(next) ? combineSurrogates(unit, next) : unit
  }

  /** Returns the code point that ends at `position`. */
  codePointBefore(position: number): number {
    const at = position - this.dropped
    if (at === 0) return NO_CHARACTER
    const unit = this.units[at - 1] ?? 0
    if (!isLowSurrogate(unit) || at === 1) return unit
    const before = this.units[at - 2] ?? 0
    return isHighSurrogate(before) ? combineSurrogates(before, unit) : unit
  }

  sliceText(start: number, end: number): string {
    const { buffer } = this.units
    return Buffer.from(buffer, 2 * (start - this.dropped), 2 * (end - start)).toString('utf16le')
  }

  /** The source offset of the unit at `position`; undefined at the end of the received text. */
  toSourceOffset(position: number): number | undefined {
    const at = position - this.dropped
    return at < this.size ? this.starts[at] : undefined
  }

  toSourceRange({ start, end }: Range): Range {
    const from = this.toSourceOffset(start) ?? 0
    return { start: from, end: this.ends[end - this.dropped - 1] ?? from }
  }

  getLookBackStart(start: number): number {
    return Math.max(this.dropped, start - MAX_LOOK_BACK)
  }

  /** Drops the text that no reader needs any more. */
  dropConsumed(readers: readonly DetectorReader[]): void {
    if (this.size < MIN_DROP) return
    let needed = this.length
    for (const reader of readers)
      if (reader.window === this) needed = Math.min(needed, reader.earliestOpenMatch)
    const count = needed - this.dropped - MAX_LOOK_BACK
    if (count < MIN_DROP) return
    this.units.copyWithin(0, count, this.size)
    this.starts.copyWithin(0, count, this.size)
    this.ends.copyWithin(0, count, this.size)
    this.size -= count
    this.dropped += count
  }
}

const combineSurrogates = (high: number, low: number): number =>
  (high - 0xd800) * 0x400 + (low - 0xdc00) + 0x10000

const NO_MATCHES: readonly Range[] = []

/** Runs one detector over a window as text arrives. */
export class DetectorReader {
  private readonly automaton: Automaton
  private position = 0
  private steps = 0
  /** Set when the steps are spent: everything from here on is held back, and is a match at the end of the stream. */
  private heldFrom: number | undefined

  constructor(
    readonly detector: Detector,
    private readonly program: Program,
    readonly window: TextWindow,
  ) {
    this.automaton = new Automaton(program)
  }

  /** No undecided match can start before this position. */
  get earliestOpenMatch(): number {
    return this.heldFrom ?? this.automaton.earliestOpenMatch ?? this.position
  }

  /** Reads the received text and returns the matches that later text cannot change. */
  advance(atEnd: boolean): readonly Range[] {
    const matches = this.heldFrom === undefined ? this.readReceived(atEnd) : []
    if (this.heldFrom !== undefined && atEnd && this.heldFrom < this.window.length)
      return [...matches, { start: this.heldFrom, end: this.window.length }]
    return matches
  }

  private readReceived(atEnd: boolean): readonly Range[] {
    const { automaton, window, program } = this
    const maxSteps = program.dfa.steps + computeMaxSteps(window.length) - this.steps
    const stepsBefore = program.dfa.steps
    let matches: Range[] | undefined
    let before = window.codePointBefore(this.position)
    for (;;) {
      const codePoint = window.codePointAt(this.position)
      if (codePoint === NO_CHARACTER && !atEnd) break
      const candidate = automaton.canSkip(codePoint)
        ? undefined
        : automaton.read(codePoint, this.position, before)
      if (candidate !== undefined) {
        matches ??= []
        this.position = this.checkCandidate(candidate, matches)
        automaton.reset()
        before = window.codePointBefore(this.position)
        if (program.dfa.steps <= maxSteps) continue
        this.heldFrom = this.position
        break
      }
      if (codePoint === NO_CHARACTER) break
      this.position += codePoint > 0xffff ? 2 : 1
      before = codePoint
    }
    this.steps += program.dfa.steps - stepsBefore
    return matches ?? NO_MATCHES
  }

  /** Adds the matches of the candidate and returns the position to continue at. */
  private checkCandidate({ start, end }: Range, matches: Range[]): number {
    const { window, detector } = this
    if (detector.checkCandidate === acceptCandidate) {
      matches.push({ start, end })
      return end
    }
    const offset = window.getLookBackStart(start)
    const { matches: accepted, next } = detector.checkCandidate(
      window.sliceText(offset, end),
      start - offset,
      end - offset,
    )
    for (const match of accepted) matches.push({ start: match.start + offset, end: match.end + offset })
    return next + offset
  }
}

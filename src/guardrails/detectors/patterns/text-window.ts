/** The part of a growing text that detectors may still need, in the form that they read, with the way back to the source. */
import type { Range } from '../text/mapped-text.js'
import { Automaton } from './automaton.js'
import { acceptCandidate, MAX_LOOK_BACK, type Detector } from './detector.js'
import { NO_CHARACTER } from './instructions.js'
import type { Program } from './program.js'

/** Dropping what was read copies the rest, so it is done for this much at a time. */
const MIN_DROP = 1024

/**
 * Units and not a string: a string that grows by a few characters and is read in between is copied as a whole each
 * time, which took most of the time of ordinary streams and the square of the length of a match that does not end.
 */
export class TextWindow {
  private units = new Uint16Array(4 * MIN_DROP)
  private starts: number[] = []
  private ends: number[] = []
  /** How many units before the first of `units` are gone. Positions count them; they count from the start of the stream. */
  private dropped = 0

  get length(): number {
    return this.dropped + this.starts.length
  }

  append(output: string, start: number, end: number, isVerbatim: boolean): void {
    const size = this.starts.length
    if (size + output.length > this.units.length) this.growTo(size + output.length)
    for (let unit = 0; unit < output.length; unit++) {
      this.units[size + unit] = output.charCodeAt(unit)
      this.starts.push(isVerbatim ? start + unit : start)
      this.ends.push(isVerbatim ? start + unit + 1 : end)
    }
  }

  private growTo(minSize: number): void {
    const units = new Uint16Array(Math.max(minSize, 2 * this.units.length))
    units.set(this.units)
    this.units = units
  }

  /** The character at `position`; `NO_CHARACTER` at the end of what is known. */
  codePointAt(position: number): number {
    const at = position - this.dropped
    if (at >= this.starts.length) return NO_CHARACTER
    const unit = this.units[at] ?? 0
    if (unit < 0xd800 || unit > 0xdbff || at + 1 === this.starts.length) return unit
    const next = this.units[at + 1] ?? 0
    return isLowSurrogate(next) ? combineSurrogates(unit, next) : unit
  }

  /** The character that ends at `position`. */
  codePointBefore(position: number): number {
    const at = position - this.dropped
    if (at === 0) return NO_CHARACTER
    const unit = this.units[at - 1] ?? 0
    if (!isLowSurrogate(unit) || at === 1) return unit
    const before = this.units[at - 2] ?? 0
    return before >= 0xd800 && before <= 0xdbff ? combineSurrogates(before, unit) : unit
  }

  sliceText(start: number, end: number): string {
    const { buffer } = this.units
    return Buffer.from(buffer, 2 * (start - this.dropped), 2 * (end - start)).toString('utf16le')
  }

  /** Where in the source the unit at `position` came from; undefined at the end of what is known. */
  toSourceOffset(position: number): number | undefined {
    return this.starts[position - this.dropped]
  }

  toSourceRange({ start, end }: Range): Range {
    const from = this.starts[start - this.dropped] ?? 0
    return { start: from, end: this.ends[end - this.dropped - 1] ?? from }
  }

  getLookBackStart(start: number): number {
    return Math.max(this.dropped, start - MAX_LOOK_BACK)
  }

  /** Drops what none of the readers can need again. */
  dropConsumed(readers: readonly DetectorReader[]): void {
    if (this.starts.length < MIN_DROP) return
    let needed = this.length
    for (const reader of readers)
      if (reader.window === this) needed = Math.min(needed, reader.earliestOpenMatch)
    const count = needed - this.dropped - MAX_LOOK_BACK
    if (count < MIN_DROP) return
    this.units.copyWithin(0, count, this.starts.length)
    this.starts = this.starts.slice(count)
    this.ends = this.ends.slice(count)
    this.dropped += count
  }
}

const isLowSurrogate = (unit: number): boolean => unit >= 0xdc00 && unit <= 0xdfff
const combineSurrogates = (high: number, low: number): number =>
  (high - 0xd800) * 0x400 + (low - 0xdc00) + 0x10000

const NO_MATCHES: readonly Range[] = []

/** One detector on its way through a channel. */
export class DetectorReader {
  private readonly automaton: Automaton
  private position = 0

  constructor(
    readonly detector: Detector,
    program: Program,
    readonly window: TextWindow,
  ) {
    this.automaton = new Automaton(program)
  }

  /** No match that is not known yet can start before this. */
  get earliestOpenMatch(): number {
    return this.automaton.earliestOpenMatch ?? this.position
  }

  /** Reads what has come, and returns the matches that nothing can change any more. */
  advance(atEnd: boolean): readonly Range[] {
    const { automaton, window } = this
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
        continue
      }
      if (codePoint === NO_CHARACTER) break
      this.position += codePoint > 0xffff ? 2 : 1
      before = codePoint
    }
    return matches ?? NO_MATCHES
  }

  /** Adds what of the candidate is a match, and returns where to go on. */
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

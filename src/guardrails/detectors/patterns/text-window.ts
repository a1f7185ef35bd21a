/** The part of a growing text that detectors may still need, in the form that they read, with the way back to the source. */
import type { Range } from '../text/mapped-text.js'
import { Automaton } from './automaton.js'
import { everyCandidate, LOOK_BACK, type Detector } from './detector.js'
import { NO_CHARACTER } from './instructions.js'
import type { Program } from './program.js'

/** Dropping what was read copies the rest, so it is done for this much at a time. */
const DROP_AT_LEAST = 1024

/**
 * Units and not a string: a string that grows by a few characters and is read in between is copied as a whole each
 * time, which took most of the time of ordinary streams and the square of the length of a match that does not end.
 */
export class Channel {
  private units = new Uint16Array(4 * DROP_AT_LEAST)
  private starts: number[] = []
  private ends: number[] = []
  /** How many units before the first of `units` are gone. Positions count them; they count from the start of the stream. */
  private dropped = 0

  get length(): number {
    return this.dropped + this.starts.length
  }

  add(output: string, start: number, end: number, same: boolean): void {
    const size = this.starts.length
    if (size + output.length > this.units.length) this.grow(size + output.length)
    for (let unit = 0; unit < output.length; unit++) {
      this.units[size + unit] = output.charCodeAt(unit)
      this.starts.push(same ? start + unit : start)
      this.ends.push(same ? start + unit + 1 : end)
    }
  }

  private grow(least: number): void {
    const units = new Uint16Array(Math.max(least, 2 * this.units.length))
    units.set(this.units)
    this.units = units
  }

  /** The character at `position`; `NO_CHARACTER` at the end of what is known. */
  pointAt(position: number): number {
    const at = position - this.dropped
    if (at >= this.starts.length) return NO_CHARACTER
    const unit = this.units[at] ?? 0
    if (unit < 0xd800 || unit > 0xdbff || at + 1 === this.starts.length) return unit
    const next = this.units[at + 1] ?? 0
    return isLow(next) ? pairOf(unit, next) : unit
  }

  /** The character that ends at `position`. */
  pointBefore(position: number): number {
    const at = position - this.dropped
    if (at === 0) return NO_CHARACTER
    const unit = this.units[at - 1] ?? 0
    if (!isLow(unit) || at === 1) return unit
    const before = this.units[at - 2] ?? 0
    return before >= 0xd800 && before <= 0xdbff ? pairOf(before, unit) : unit
  }

  textOf(start: number, end: number): string {
    const { buffer } = this.units
    return Buffer.from(buffer, 2 * (start - this.dropped), 2 * (end - start)).toString('utf16le')
  }

  /** Where in the source the unit at `position` came from; undefined at the end of what is known. */
  sourceOf(position: number): number | undefined {
    return this.starts[position - this.dropped]
  }

  sourceSpan({ start, end }: Range): Range {
    const from = this.starts[start - this.dropped] ?? 0
    return { start: from, end: this.ends[end - this.dropped - 1] ?? from }
  }

  firstNeeded(start: number): number {
    return Math.max(this.dropped, start - LOOK_BACK)
  }

  /** Drops what none of the readers can need again. */
  dropRead(readers: readonly Reader[]): void {
    if (this.starts.length < DROP_AT_LEAST) return
    let needed = this.length
    for (const reader of readers) if (reader.channel === this) needed = Math.min(needed, reader.openSince)
    const count = needed - this.dropped - LOOK_BACK
    if (count < DROP_AT_LEAST) return
    this.units.copyWithin(0, count, this.starts.length)
    this.starts = this.starts.slice(count)
    this.ends = this.ends.slice(count)
    this.dropped += count
  }
}

const isLow = (unit: number): boolean => unit >= 0xdc00 && unit <= 0xdfff
const pairOf = (high: number, low: number): number => (high - 0xd800) * 0x400 + (low - 0xdc00) + 0x10000

const NOTHING: readonly Range[] = []

/** One detector on its way through a channel. */
export class Reader {
  private readonly automaton: Automaton
  private position = 0

  constructor(
    readonly detector: Detector,
    program: Program,
    readonly channel: Channel,
  ) {
    this.automaton = new Automaton(program)
  }

  /** No match that is not known yet can start before this. */
  get openSince(): number {
    return this.automaton.openSince ?? this.position
  }

  /** Reads what has come, and returns the matches that nothing can change any more. */
  advance(atEnd: boolean): readonly Range[] {
    const { automaton, channel } = this
    let matches: Range[] | undefined
    let before = channel.pointBefore(this.position)
    for (;;) {
      const point = channel.pointAt(this.position)
      if (point === NO_CHARACTER && !atEnd) break
      const found = automaton.ignores(point) ? undefined : automaton.read(point, this.position, before)
      if (found !== undefined) {
        matches ??= []
        this.position = this.judge(found, matches)
        automaton.forget()
        before = channel.pointBefore(this.position)
        continue
      }
      if (point === NO_CHARACTER) break
      this.position += point > 0xffff ? 2 : 1
      before = point
    }
    return matches ?? NOTHING
  }

  /** Adds what of the candidate is a match, and returns where to go on. */
  private judge({ start, end }: Range, matches: Range[]): number {
    const { channel, detector } = this
    if (detector.judge === everyCandidate) {
      matches.push({ start, end })
      return end
    }
    const offset = channel.firstNeeded(start)
    const { matches: judged, next } = detector.judge(
      channel.textOf(offset, end),
      start - offset,
      end - offset,
    )
    for (const match of judged) matches.push({ start: match.start + offset, end: match.end + offset })
    return next + offset
  }
}

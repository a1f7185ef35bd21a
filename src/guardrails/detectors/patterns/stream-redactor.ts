/**
 * Redacts a text while it is being written. Only text leaves that nothing that follows can make part of a match, so what
 * leaves, put together, is what `redact` makes of the whole text, however it was cut into chunks.
 *
 * Every detector is run character by character (see automaton.ts) and says where its earliest undecided match would
 * start; everything before the earliest of these, and before a match that reaches over it, can go.
 */
import { foldLetter } from '../text/fold.js'
import { isInvisible, takePieces } from '../text/segments.js'
import { Channel, Reader } from './text-window.js'
import type { PatternSet } from './compile-patterns.js'
import type { Detector } from './detector.js'
import { findMatches, mergeMatches, type Match } from './find-matches.js'

export interface StreamRedactor {
  /** Takes the next part of the text and returns what may be shown. */
  push(chunk: string): string
  /** Returns what was held back. */
  end(): string
  /** Of what has been returned so far, in offsets of the text as it came; and the match that blocked. */
  readonly matches: readonly Match[]
  /**
   * A block pattern was found: nothing from its match on has been returned, nor will be. What came before it has: a
   * caller that must not show any of a blocked answer has to keep the whole answer until `end`.
   */
  readonly isBlocked: boolean
  /** How many units have come and not been decided. */
  readonly held: number
}

export const makeStreamRedactor = (
  set: PatternSet,
  { replacement = set.replacement }: { replacement?: string } = {},
): StreamRedactor => {
  const output = makeOutput(replacement)
  const input = set.mode === 'streaming' ? makeStreamedInput(set) : makeBufferedInput(set)
  let isBlocked = false
  let hasEnded = false

  const flow = (chunk: string, atEnd: boolean): string => {
    if (isBlocked || hasEnded) return ''
    hasEnded = atEnd
    output.take(chunk)
    const { found, decidedUpTo } = input.read(chunk, atEnd)
    const blocking = mergeMatches(found, 'block')[0]
    isBlocked = blocking !== undefined
    return output.release(found, decidedUpTo, blocking)
  }

  return {
    push: (chunk) => flow(chunk, false),
    end: () => flow('', true),
    get matches() {
      return output.released
    },
    get isBlocked() {
      return isBlocked
    },
    get held() {
      return output.held
    },
  }
}

interface Reading {
  found: Match[]
  /** In units of the text as it came: every match that starts before this is known. */
  decidedUpTo: number
}

interface Input {
  read(chunk: string, atEnd: boolean): Reading
}

/** For patterns that cannot be run on a stream. */
const makeBufferedInput = (set: PatternSet): Input => {
  const chunks: string[] = []
  return {
    read(chunk, atEnd) {
      chunks.push(chunk)
      if (!atEnd) return { found: [], decidedUpTo: 0 }
      const text = chunks.join('')
      return { found: findMatches(set, text), decidedUpTo: text.length }
    },
  }
}

const makeStreamedInput = (set: PatternSet): Input => {
  const channels: Record<Detector['reads'], Channel> = {
    original: new Channel(),
    normalised: new Channel(),
    folded: new Channel(),
  }
  const isRead = (name: Detector['reads']): boolean => set.detectors.some(({ reads }) => reads === name)
  const readsOriginal = isRead('original')
  const readsFolded = isRead('folded')
  const readers = set.detectors.flatMap((detector) =>
    detector.program === undefined ? [] : [new Reader(detector, detector.program, channels[detector.reads])],
  )
  // What is not yet in the channels: a piece that may grow, and half of a surrogate pair.
  let waiting = ''
  let invisible: string[] = []
  let taken = 0

  const fill = (atEnd: boolean): void => {
    const all = waiting + invisible.join('')
    const half = atEnd ? '' : (/[\ud800-\udbff]$/.exec(all)?.[0] ?? '')
    const text = all.slice(0, all.length - half.length)
    const offset = taken
    invisible = []
    const count = takePieces(text, offset, atEnd, (output, start, end, same) => {
      channels.normalised.add(output, start, end, same)
      if (readsOriginal) {
        channels.original.add(text.slice(start - offset, end - offset), start, end, true)
      }
      if (readsFolded) {
        for (let at = 0, letter; at < output.length; at += letter.length) {
          letter = String.fromCodePoint(output.codePointAt(at) ?? 0)
          // Marks at the very start fold to nothing, and belong to what comes first.
          const from = channels.folded.length === 0 ? 0 : same ? start + at : start
          channels.folded.add(foldLetter(letter), from, same ? start + at + 1 : end, false)
        }
      }
    })
    waiting = all.slice(count)
    taken += count
  }

  return {
    read(chunk, atEnd) {
      // Invisible characters only make the last piece longer; looking at it anew for each would be quadratic.
      invisible.push(chunk)
      if (!atEnd && isInvisible(chunk)) return { found: [], decidedUpTo: 0 }
      fill(atEnd)
      const found: Match[] = []
      let decidedUpTo = taken
      for (const reader of readers) {
        const { label, kind, reads } = reader.detector
        const channel = channels[reads]
        const known = channel.length === 0 && !atEnd ? 0 : taken
        for (const range of reader.advance(atEnd)) {
          const { start, end } = channel.sourceSpan(range)
          found.push({ start, end, label, kind })
        }
        decidedUpTo = Math.min(decidedUpTo, channel.sourceOf(reader.openSince) ?? known)
      }
      for (const channel of Object.values(channels)) channel.dropRead(readers)
      return { found, decidedUpTo }
    },
  }
}

interface Output {
  take(chunk: string): void
  release(found: Match[], decidedUpTo: number, blocking: Match | undefined): string
  readonly released: Match[]
  readonly held: number
}

/** The text as it came, from the first unit that has not been returned, and the matches in it. */
const makeOutput = (replacement: string): Output => {
  const released: Match[] = []
  let text = ''
  let offset = 0
  let pending: Match[] = []
  return {
    released,
    get held() {
      return text.length
    },
    take(chunk) {
      text += chunk
    },
    release(found, decidedUpTo, blocking) {
      for (const match of found) if (match.kind === 'redact') pending.push(match)
      let cut = Math.max(offset, Math.min(decidedUpTo, blocking?.start ?? Infinity))
      if (blocking !== undefined) released.push(blocking)
      if (cut === offset) return ''
      let result = ''
      let at = offset
      for (const match of mergeMatches(pending, 'redact')) {
        if (match.start >= cut) break
        if (match.end > cut) {
          cut = match.start
          break
        }
        result += text.slice(at - offset, match.start - offset) + replacement
        at = match.end
        released.push(match)
      }
      result += text.slice(at - offset, cut - offset)
      pending = pending.filter(({ start }) => start >= cut)
      text = text.slice(cut - offset)
      offset = cut
      return result
    },
  }
}

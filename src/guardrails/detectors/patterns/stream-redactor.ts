/**
 * Redacts a text while it is streamed. Text is released only if later text cannot make it part of a match, so the released
 * chunks together equal `redact` of the complete text, no matter how it was split.
 *
 * Every detector runs character by character (see automaton.ts) and reports where its earliest undecided match starts.
 * Text before the earliest of these positions is released, except a match that extends beyond it.
 */
import { isHighSurrogate } from '../text/code-points.js'
import { foldLetter } from '../text/fold.js'
import { isAllInvisible, forEachSegment } from '../text/segments.js'
import { TextWindow, DetectorReader } from './text-window.js'
import type { PatternSet } from './compile-patterns.js'
import type { Detector } from './detector.js'
import { findMatches, mergeMatches, type Match } from './find-matches.js'

export interface StreamRedactor {
  /** Takes the next chunk and returns the text that can be released. */
  push(chunk: string): string
  /** Returns the text that was held back. */
  end(): string
  /** The matches in the released text, in offsets of the original text, and the match that blocked. */
  readonly matches: readonly Match[]
  /**
   * True if a block pattern was found: text from its match on is never returned. Text before it may have been returned, so
   * a caller that must not show any part of a blocked output has to buffer the output until `end`.
   */
  readonly isBlocked: boolean
  /** The number of received units that are not released yet. */
  readonly undecidedLength: number
}

export const makeStreamRedactor = (
  set: PatternSet,
  { replacement = set.replacement }: { replacement?: string } = {},
): StreamRedactor => {
  const output = makeOutput(replacement)
  const input = set.mode === 'streaming' ? makeStreamedInput(set) : makeBufferedInput(set)
  let isBlocked = false
  let hasEnded = false

  const process = (chunk: string, atEnd: boolean): string => {
    if (isBlocked || hasEnded) return ''
    hasEnded = atEnd
    output.append(chunk)
    const { matches, decidedUpTo } = input.read(chunk, atEnd)
    const blocking = matches.length === 0 ? undefined : mergeMatches(matches, 'block')[0]
    isBlocked = blocking !== undefined
    return output.release(matches, decidedUpTo, blocking)
  }

  return {
    push: (chunk) => process(chunk, false),
    end: () => process('', true),
    get matches() {
      return output.released
    },
    get isBlocked() {
      return isBlocked
    },
    get undecidedLength() {
      return output.undecidedLength
    },
  }
}

interface ReadResult {
  matches: readonly Match[]
  /** An offset in the original text: every match that starts before it is known. */
  decidedUpTo: number
}

interface Input {
  read(chunk: string, atEnd: boolean): ReadResult
}

/** A stream has hundreds of chunks, and hardly any of them completes a match. */
const NO_MATCHES: readonly Match[] = []
const NOTHING_DECIDED: ReadResult = { matches: NO_MATCHES, decidedUpTo: 0 }

/** Buffers the whole text, for patterns that cannot run on a stream. */
const makeBufferedInput = (set: PatternSet): Input => {
  const chunks: string[] = []
  return {
    read(chunk, atEnd) {
      chunks.push(chunk)
      if (!atEnd) return NOTHING_DECIDED
      const text = chunks.join('')
      return { matches: findMatches(set, text), decidedUpTo: text.length }
    },
  }
}

const makeStreamedInput = (set: PatternSet): Input => {
  const windows: Record<Detector['textForm'], TextWindow> = {
    original: new TextWindow(),
    normalized: new TextWindow(),
    folded: new TextWindow(),
  }
  const isFormUsed = (name: Detector['textForm']): boolean =>
    set.detectors.some(({ textForm }) => textForm === name)
  const readsOriginal = isFormUsed('original')
  const readsFolded = isFormUsed('folded')
  const readers = set.detectors.flatMap((detector) =>
    detector.program === undefined
      ? []
      : [new DetectorReader(detector, detector.program, windows[detector.textForm])],
  )
  // Text that is not in the windows yet: a segment that may still grow, or half of a surrogate pair.
  let unsegmented = ''
  let newText = ''
  let consumed = 0

  const fillWindows = (atEnd: boolean): void => {
    const pendingText = unsegmented + newText
    const endsInPair = !atEnd && isHighSurrogate(pendingText.charCodeAt(pendingText.length - 1))
    const text = endsInPair ? pendingText.slice(0, -1) : pendingText
    const offset = consumed
    newText = ''
    const count = forEachSegment(text, offset, atEnd, (output, start, end, isVerbatim) => {
      windows.normalized.append(output, start, end, isVerbatim)
      if (readsOriginal) {
        windows.original.append(text.slice(start - offset, end - offset), start, end, true)
      }
      if (readsFolded) {
        for (let at = 0, letter; at < output.length; at += letter.length) {
          letter = String.fromCodePoint(output.codePointAt(at) ?? 0)
          // Marks at the start of the text fold to nothing; they belong to the first character that does not.
          const from = windows.folded.length === 0 ? 0 : isVerbatim ? start + at : start
          windows.folded.append(foldLetter(letter), from, isVerbatim ? start + at + 1 : end, false)
        }
      }
    })
    unsegmented = pendingText.slice(count)
    consumed += count
  }

  return {
    read(chunk, atEnd) {
      // Invisible characters only extend the last segment; segmenting again for each of them would be quadratic.
      newText += chunk
      if (!atEnd && isAllInvisible(chunk)) return NOTHING_DECIDED
      fillWindows(atEnd)
      let matches: Match[] | undefined
      let decidedUpTo = consumed
      for (const reader of readers) {
        const { label, kind, textForm } = reader.detector
        const window = windows[textForm]
        const knownEnd = window.length === 0 && !atEnd ? 0 : consumed
        for (const range of reader.advance(atEnd)) {
          const { start, end } = window.toSourceRange(range)
          matches ??= []
          matches.push({ start, end, label, kind })
        }
        decidedUpTo = Math.min(decidedUpTo, window.toSourceOffset(reader.earliestOpenMatch) ?? knownEnd)
      }
      windows.normalized.dropConsumed(readers)
      windows.original.dropConsumed(readers)
      windows.folded.dropConsumed(readers)
      return { matches: matches ?? NO_MATCHES, decidedUpTo }
    },
  }
}

interface Output {
  append(chunk: string): void
  release(matches: readonly Match[], decidedUpTo: number, blocking: Match | undefined): string
  readonly released: Match[]
  readonly undecidedLength: number
}

/** Holds the original text from the first unit that is not released, and the matches in it. */
const makeOutput = (replacement: string): Output => {
  const released: Match[] = []
  let text = ''
  let offset = 0
  let pending: Match[] = []
  return {
    released,
    get undecidedLength() {
      return text.length
    },
    append(chunk) {
      text += chunk
    },
    release(matches, decidedUpTo, blocking) {
      for (const match of matches) if (match.kind === 'redact') pending.push(match)
      let releaseEnd = Math.max(offset, Math.min(decidedUpTo, blocking?.start ?? Infinity))
      if (blocking !== undefined) released.push(blocking)
      if (releaseEnd === offset) return ''
      let result = ''
      let at = offset
      for (const match of pending.length === 0 ? NO_MATCHES : mergeMatches(pending, 'redact')) {
        if (match.start >= releaseEnd) break
        if (match.end > releaseEnd) {
          releaseEnd = match.start
          break
        }
        result += text.slice(at - offset, match.start - offset) + replacement
        at = match.end
        released.push(match)
      }
      result += text.slice(at - offset, releaseEnd - offset)
      if (pending.length > 0) pending = pending.filter(({ start }) => start >= releaseEnd)
      text = text.slice(releaseEnd - offset)
      offset = releaseEnd
      return result
    },
  }
}

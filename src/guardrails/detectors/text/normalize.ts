/**
 * Normalizes text for the detectors: NFKC, no invisible characters, "-" for every dash, ASCII digits, " " for every space.
 * Offsets map back to the original text.
 */
import { MappedTextBuilder, toIdentityMapping, type MappedText } from './mapped-text.js'
import { isAscii, forEachSegment } from './segments.js'

/** Several guardrails check the same text one after the other, so the last result is cached, unless the text is long. */
let lastNormalized: { source: string; normalized: MappedText } | undefined
const MAX_CACHED_LENGTH = 20_000

export const normalizeText = (text: string): MappedText => {
  if (isAscii(text)) return toIdentityMapping(text)
  if (lastNormalized?.source === text) return lastNormalized.normalized
  const builder = new MappedTextBuilder()
  forEachSegment(text, 0, true, (output, start, end, isVerbatim) => {
    if (isVerbatim) builder.addVerbatim(output, start)
    else builder.add(output, start, end)
  })
  const normalized = builder.build(text.length)
  if (text.length <= MAX_CACHED_LENGTH) lastNormalized = { source: text, normalized }
  return normalized
}

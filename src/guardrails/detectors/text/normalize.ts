/**
 * Normalizes text for the detectors: NFKC, no invisible characters, "-" for every dash, ASCII digits, " " for every space.
 * Offsets map back to the original text.
 */
import { MappedTextBuilder, toIdentityMapping, type MappedText } from './mapped-text.js'
import { isAscii, forEachSegment } from './segments.js'

export const normalizeText = (text: string): MappedText => {
  if (isAscii(text)) return toIdentityMapping(text)
  const builder = new MappedTextBuilder()
  forEachSegment(text, 0, true, (output, start, end, isVerbatim) => {
    if (isVerbatim) builder.addVerbatim(output, start)
    else builder.add(output, start, end)
  })
  return builder.build(text.length)
}

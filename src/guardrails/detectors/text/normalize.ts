/**
 * Text as the detectors read it: compatibility forms composed (NFKC), invisible characters gone, every dash a "-", every
 * decimal digit an ASCII one, every space " ". Offsets lead back to the text as it came.
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

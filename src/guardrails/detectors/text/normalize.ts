/**
 * Text as the detectors read it: compatibility forms composed (NFKC), invisible characters gone, every dash a "-", every
 * decimal digit an ASCII one, every space " ". Offsets lead back to the text as it came.
 */
import { MapBuilder, sameText, type MappedText } from './mapped-text.js'
import { isAscii, takePieces } from './segments.js'

export const normalise = (text: string): MappedText => {
  if (isAscii(text)) return sameText(text)
  const builder = new MapBuilder()
  takePieces(text, 0, true, (output, start, end, same) => {
    if (same) builder.addSame(output, start)
    else builder.add(output, start, end)
  })
  return builder.build(text.length)
}

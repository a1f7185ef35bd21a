import type { Span } from '../span.js'

/** What may follow the punctuation at the end of a sentence: closing quotes and brackets, emphasis, footnotes. */
const CLOSERS = /[\p{Pe}\p{Pf}\p{Pi}"'*_~`\s\p{Cf}]$/u
const FOOTNOTES = /(?:\[\^?\w{1,8}\]|[¹²³⁰⁴-⁹]|\s){1,20}$/
/** Sentence terminals of all scripts. Unicode does not count the ellipsis and the Tibetan marks among them. */
const TERMINAL = /[\p{Sentence_Terminal}…‥⋯།༎؟۔។៕]$/u
const EMOJI =
  /(?:\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20e3)[\ufe0f\p{Emoji_Modifier}\u{e0020}-\u{e007f}]*$/u
const EMOTICON = /(?:^|\s)[:;=][-o^]?[)(DPp/|]$/u
/** Scripts without punctuation at the end of a sentence. */
const UNPUNCTUATED_SCRIPT = /[\p{Script=Thai}\p{Script=Lao}]$/u
const URL = /(?:^|[\s(<[])(?:https?:\/\/|www\.|mailto:)\S+$/i

const LIST_ITEM = /^\s*(?:[-*+•‣–]|\p{N}{1,3}[.)]|\p{L}[.)]|\[[ x]\])\s+\S/u
const TABLE_ROW = /^\s*\|.*\|\s*$/
const FORMULA = /(?:\$\$|\\\]|\\end\{\w+\})$/
/** The end of code without a fence: a line of closing brackets, or a closing tag. */
const CODE_END = /^\s*[})\]]+[;,]?$|<\/[a-z][\w-]{0,40}>$/i
/** "Kind regards," before a name, a position, a company. */
const CLOSING_PHRASE = /^\s*\S[^\n.!?]{0,40},\s*$/
const MAX_SIGNATURE_LINE = 60
const MAX_SIGNATURE_LINES = 3

/** Maximum lengths in units: a punctuation mark, and an emoji with its modifiers. */
const MAX_MARK_LENGTH = 2
const MAX_EMOJI_LENGTH = 64

/** Only this many units at the end of the text are checked. */
const MAX_CHARS_FROM_END = 2_000

/**
 * True if the text ends where an author would end it. A heading as the last line is incomplete, because its section is missing.
 * A list item is complete, because items are often no sentences; a cut inside an item is only visible in the finish reason.
 */
export const endsWithCompleteSentence = (text: string): boolean => {
  const end = text.slice(-MAX_CHARS_FROM_END).trimEnd()
  const lines = end.split('\n')
  const last = lines.at(-1) ?? ''
  if (last.trim() === '' || /^\s*#{1,6}\s/.test(last)) return false
  if (TABLE_ROW.test(last)) return countPipes(last) >= countPipes(lines.at(-2) ?? '')
  if (endsSentence(last) || FORMULA.test(last) || CODE_END.test(last)) return true
  if (LIST_ITEM.test(last)) return !/[:,;(（[{–—-]$/u.test(last)
  return endsWithSignature(lines)
}

const endsWithSignature = (lines: readonly string[]): boolean => {
  const end = lines.filter((line) => line.trim() !== '').slice(-MAX_SIGNATURE_LINES - 1)
  const signatureLines = end.slice(end.findLastIndex((line) => CLOSING_PHRASE.test(line)) + 1)
  return (
    signatureLines.length > 0 &&
    signatureLines.length < end.length &&
    signatureLines.every((line) => line.length <= MAX_SIGNATURE_LINE)
  )
}

const countPipes = (line: string): number => line.split('|').length

const endsSentence = (line: string): boolean => {
  // Fast path: most texts end with punctuation, and the expressions below try every start position.
  if (TERMINAL.test(line.slice(-MAX_MARK_LENGTH))) return true
  if (EMOJI.test(line.slice(-MAX_EMOJI_LENGTH)) || EMOTICON.test(line) || URL.test(line)) return true
  let rest = line
  // Closing characters are removed one by one, because they can come in any order: ."*) or .*")
  for (let round = 0; round < 40; round += 1) {
    const mark = rest.slice(-MAX_MARK_LENGTH)
    if (TERMINAL.test(mark) || EMOJI.test(rest.slice(-MAX_EMOJI_LENGTH)) || UNPUNCTUATED_SCRIPT.test(mark))
      return true
    const shorter = rest.replace(FOOTNOTES, '')
    if (TERMINAL.test(shorter.slice(-MAX_MARK_LENGTH))) return true
    if (!CLOSERS.test(mark)) break
    rest = rest.slice(0, -1)
  }
  return URL.test(rest) || /\]\(\S{1,500}\)$/.test(line)
}

let segmenter: Intl.Segmenter | undefined

/** Returns the span of the last sentence. */
export const findLastSentence = (text: string): Span => {
  const end = text.trimEnd().length
  const from = Math.max(0, end - MAX_CHARS_FROM_END)
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'sentence' })
  const last = segmenter.segment(text.slice(from, end)).containing(end - from - 1)
  return { start: from + (last?.index ?? 0), end, label: 'last sentence' }
}

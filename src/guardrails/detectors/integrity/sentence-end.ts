import type { Span } from '../span.js'

/** What may follow the mark that ends a sentence: closing quotes and brackets, emphasis, footnotes. */
const CLOSERS = /[\p{Pe}\p{Pf}\p{Pi}"'*_~`\s\p{Cf}]$/u
const FOOTNOTES = /(?:\[\^?\w{1,8}\]|[¹²³⁰⁴-⁹]|\s){1,20}$/
/** The terminal marks of all scripts; the ellipsis is not among them in Unicode, nor are the Tibetan strokes. */
const TERMINAL = /[\p{Sentence_Terminal}…‥⋯།༎؟۔។៕]$/u
const EMOJI =
  /(?:\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20e3)[\ufe0f\p{Emoji_Modifier}\u{e0020}-\u{e007f}]*$/u
const FACE = /(?:^|\s)[:;=][-o^]?[)(DPp/|]$/u
/** Scripts that end a sentence with nothing. */
const UNMARKED = /[\p{Script=Thai}\p{Script=Lao}]$/u
const URL = /(?:^|[\s(<[])(?:https?:\/\/|www\.|mailto:)\S+$/i

const LIST_ITEM = /^\s*(?:[-*+•‣–]|\p{N}{1,3}[.)]|\p{L}[.)]|\[[ x]\])\s+\S/u
const TABLE_ROW = /^\s*\|.*\|\s*$/
const FORMULA = /(?:\$\$|\\\]|\\end\{\w+\})$/
/** The end of code that nobody fenced: closing brackets alone on a line, or a closing tag. */
const CODE_END = /^\s*[})\]]+[;,]?$|<\/[a-z][\w-]{0,40}>$/i
/** "Kind regards," and what comes before a name, a post, a company. */
const GREETING = /^\s*\S[^\n.!?]{0,40},\s*$/
const MAX_NAME = 60
const MAX_NAMES = 3

/** In units: a mark, and an emoji with what modifies it. */
const LONGEST_MARK = 2
const LONGEST_EMOJI = 64

/** The end of a text is looked at only this far back. */
const MAX_END = 2_000

/**
 * Whether the text ends where a writer would end it. A heading as the last line is no end: what it announces is
 * missing. An item of a list is one, since items are often not sentences; a cut within an item is not seen here, only
 * by the finish reason.
 */
export const endsComplete = (text: string): boolean => {
  const end = text.slice(-MAX_END).trimEnd()
  const lines = end.split('\n')
  const last = lines.at(-1) ?? ''
  if (last.trim() === '' || /^\s*#{1,6}\s/.test(last)) return false
  if (TABLE_ROW.test(last)) return pipesIn(last) >= pipesIn(lines.at(-2) ?? '')
  if (isEnd(last) || FORMULA.test(last) || CODE_END.test(last)) return true
  if (LIST_ITEM.test(last)) return !/[:,;(（[{–—-]$/u.test(last)
  return isSigned(lines)
}

const isSigned = (lines: readonly string[]): boolean => {
  const end = lines.filter((line) => line.trim() !== '').slice(-MAX_NAMES - 1)
  const names = end.slice(end.findLastIndex((line) => GREETING.test(line)) + 1)
  return names.length > 0 && names.length < end.length && names.every((line) => line.length <= MAX_NAME)
}

const pipesIn = (line: string): number => line.split('|').length

const isEnd = (line: string): boolean => {
  // Most texts end with a mark, and an expression looks for its end from every place that it is given.
  if (TERMINAL.test(line.slice(-LONGEST_MARK))) return true
  if (EMOJI.test(line.slice(-LONGEST_EMOJI)) || FACE.test(line) || URL.test(line)) return true
  let rest = line
  // Marks come one by one and in any order: ."*) or .*")
  for (let round = 0; round < 40; round += 1) {
    const mark = rest.slice(-LONGEST_MARK)
    if (TERMINAL.test(mark) || EMOJI.test(rest.slice(-LONGEST_EMOJI)) || UNMARKED.test(mark)) return true
    const shorter = rest.replace(FOOTNOTES, '')
    if (TERMINAL.test(shorter.slice(-LONGEST_MARK))) return true
    if (!CLOSERS.test(mark)) break
    rest = rest.slice(0, -1)
  }
  return URL.test(rest) || /\]\(\S{1,500}\)$/.test(line)
}

let segmenter: Intl.Segmenter | undefined

/** Where the last sentence is. */
export const lastSentence = (text: string): Span => {
  const end = text.trimEnd().length
  const from = Math.max(0, end - MAX_END)
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'sentence' })
  let start = from
  for (const { index } of segmenter.segment(text.slice(from, end))) start = from + index
  return { start, end, label: 'last sentence' }
}

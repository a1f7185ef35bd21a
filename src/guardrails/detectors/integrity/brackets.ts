import type { Span } from '../span.js'

const OPENING_BY_CLOSING: ReadonlyMap<string, string> = new Map(
  ['()', '[]', '{}', '（）', '［］', '｛｝', '「」', '『』', '【】', '《》', '〈〉'].map((pair) => [
    pair.slice(1),
    pair.slice(0, 1),
  ]),
)
const BRACKET = /[()[\]{}（）［］｛｝「」『』【】《》〈〉]/g

/** "a)", "1)", "iv)" in front of a list item. */
const ENUMERATOR = /(?:^|[\s(])(?:\p{L}|\p{N}{1,3}|[ivx]{1,5})$/u
/** Emoticons such as :-) and ;( */
const EMOTICON = /(?:^|[\s\p{P}])[:;=8xX]['’]?[-o^]?$/u
/** Half-open intervals: [0, 1). */
const INTERVAL = /^[^()[\]\n]{1,40}[,;][^()[\]\n]{1,40}$/

/** More spans would not help the reader. */
const MAX_SPANS = 20

/** Finds unbalanced brackets, in the order of the text. The caller must blank out code before. */
export const findUnbalancedBrackets = (text: string): Span[] => {
  const open: { mark: string; start: number }[] = []
  const unbalanced: Span[] = []
  for (const { 0: mark, index } of text.matchAll(BRACKET)) {
    if (text[index - 1] === '\\' || isEmoticon(text, index)) continue
    const openingMark = OPENING_BY_CLOSING.get(mark)
    if (openingMark === undefined) {
      open.push({ mark, start: index })
      continue
    }
    const last = open.at(-1)
    if (last?.mark === openingMark || (last !== undefined && isInterval(text.slice(last.start + 1, index)))) {
      open.pop()
    } else if (!isEnumerator(text, mark, index)) {
      unbalanced.push({ start: index, end: index + 1, label: mark })
    }
  }
  return unbalanced
    .concat(open.map(({ mark, start }) => ({ start, end: start + 1, label: mark })))
    .sort((a, b) => a.start - b.start)
    .slice(0, MAX_SPANS)
}

const isInterval = (inside: string): boolean => inside.length < 90 && INTERVAL.test(inside)

const isEmoticon = (text: string, index: number): boolean =>
  EMOTICON.test(text.slice(Math.max(0, index - 4), index))

const isEnumerator = (text: string, mark: string, index: number): boolean =>
  (mark === ')' || mark === '）') && ENUMERATOR.test(text.slice(Math.max(0, index - 7), index))

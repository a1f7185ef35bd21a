/**
 * Removes markup that hides words from the word lists: HTML entities and tags, Markdown emphasis, escapes of source code and
 * of URLs, and concatenated strings. Only for lookups of words: offsets map back to the source.
 */
import { MappedTextBuilder, toIdentityMapping, type MappedText } from './mapped-text.js'

const NAMED_ENTITIES = new Map(
  Object.entries({
    nbsp: ' ',
    ensp: ' ',
    emsp: ' ',
    thinsp: ' ',
    tab: ' ',
    newline: '\n',
    amp: '&',
    lt: '<',
    gt: '>',
    quot: '"',
    apos: "'",
    lsquo: "'",
    rsquo: "'",
    ldquo: '"',
    rdquo: '"',
    period: '.',
    comma: ',',
    excl: '!',
    lowbar: '_',
    hyphen: '-',
    shy: '',
    zwj: '',
    zwnj: '',
    lrm: '',
    rlm: '',
    wbr: '',
  }),
)

/** Tags that format text. Others, such as `<system>`, can be role markers and stay. */
const INLINE_TAGS =
  'a|abbr|b|big|code|del|em|font|i|ins|kbd|label|mark|q|s|small|span|strong|sub|sup|tt|u|wbr'
const BLOCK_TAGS = 'br|p|div|li|ul|ol|td|tr|th|h[1-6]|section|article|blockquote|pre|hr'

const MARKUP = new RegExp(
  [
    '&#x?[0-9a-f]{1,6};?|&[a-z]{2,8};',
    `</?(?:${INLINE_TAGS})(?:\\s[^<>]{0,200})?/?>`,
    `</?(?:${BLOCK_TAGS})(?:\\s[^<>]{0,200})?/?>`,
    '<!--[^<>]{0,200}-->',
    '\\\\u(?:\\{[0-9a-f]{1,6}\\}|[0-9a-f]{4})|\\\\x[0-9a-f]{2}',
    '(?:%[0-9a-f]{2})+',
    '["\'] ?\\+ ?["\']',
    '[*_~`]+',
    '\\\\(?=[*_~`#<>&a-z])',
  ].join('|'),
  'gi',
)
const MAY_HAVE_MARKUP = /[&<%\\*_~`]|["'] ?\+/

const BLOCK_TAG = new RegExp(`^</?(?:${BLOCK_TAGS})\\b`, 'i')
const LETTER = /[\p{L}\p{N}]/u

const fromCodePoint = (codePoint: number): string =>
  codePoint > 0 && codePoint <= 0x10ffff ? String.fromCodePoint(codePoint) : ' '

const decodeEntity = (entity: string): string => {
  const name = entity.replace(/^&|;$/g, '').toLowerCase()
  if (!name.startsWith('#')) return NAMED_ENTITIES.get(name) ?? entity
  const digits = name.slice(1)
  return fromCodePoint(digits.startsWith('x') ? parseInt(digits.slice(1), 16) : parseInt(digits, 10))
}

const decodePercent = (encoded: string): string => {
  try {
    return decodeURIComponent(encoded)
  } catch {
    return encoded
  }
}

/**
 * Decides for each run of emphasis marks whether it is markup. The stars of a censored word ("f**k", "sh*t") stay: they are
 * inside or after letters, and nothing has opened an emphasis.
 */
const makeEmphasisFilter = (text: string): ((run: string, at: number) => string) => {
  const openMarks = new Set<string>()
  return (run, at) => {
    const mark = run.charAt(0)
    const isAfterLetter = at > 0 && LETTER.test(text.charAt(at - 1))
    const isBeforeLetter = LETTER.test(text.charAt(at + run.length))
    if (mark === '_' && isAfterLetter && isBeforeLetter && !openMarks.has(mark)) return run
    if (!isAfterLetter && isBeforeLetter) {
      openMarks.add(mark)
      return ''
    }
    if (openMarks.delete(mark) || mark === '`' || mark === '~') return ''
    // "k**i**ll": the same run occurs again in the word.
    const next = text.indexOf(run, at + run.length)
    const isPaired = next > 0 && next - at < 24 && !/\s/.test(text.slice(at, next))
    if (isAfterLetter && isBeforeLetter && isPaired) {
      openMarks.add(mark)
      return ''
    }
    return run
  }
}

const ESCAPED_SPACES = new Map([
  ['n', '\n'],
  ['r', '\n'],
  ['t', ' '],
])

export const removeMarkup = (text: string): MappedText => {
  if (!MAY_HAVE_MARKUP.test(text)) return toIdentityMapping(text)
  const builder = new MappedTextBuilder()
  const filterEmphasis = makeEmphasisFilter(text)
  let copied = 0
  for (const { 0: match, index } of text.matchAll(MARKUP)) {
    if (index < copied) continue
    let end = index + match.length
    let output = ''
    const first = match.charAt(0)
    if (first === '&') output = decodeEntity(match)
    else if (first === '<') output = BLOCK_TAG.test(match) ? '\n' : ''
    else if (first === '%') output = decodePercent(match)
    else if (first === '\\' && match.length > 1)
      output = fromCodePoint(parseInt(match.slice(2).replace(/[{}]/g, ''), 16))
    else if (first === '\\') {
      // The letter after the backslash of "\n" is part of the escape, unless a word follows, as in a path.
      const escaped = ESCAPED_SPACES.get(text.charAt(end))
      const isEscape = escaped !== undefined && !/^[a-z]{2,}\\/.test(text.slice(end, end + 24))
      if (isEscape) {
        output = escaped
        end++
      } else if (/[a-z]/i.test(text.charAt(end))) output = '\\'
    } else if (first === '"' || first === "'") output = ''
    else output = filterEmphasis(match, index)
    if (output === match) continue
    builder.addVerbatim(text.slice(copied, index), copied)
    builder.add(output, index, end)
    copied = end
  }
  builder.addVerbatim(text.slice(copied), copied)
  return builder.build(text.length)
}

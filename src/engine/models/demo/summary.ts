import { splitSentences, shorten } from './words.js'

const SUMMARY_REQUEST = /\bsummar(?:i[sz]e|y)\b|\btl;?dr\b/i
/** A system prompt must contain the instruction, not only mention summaries. */
const SUMMARY_INSTRUCTION = /(?:^|[.!?:\n]\s*)(?:please\s+)?summari[sz]e\b|\byou (?:are a )?summari[sz]/i
const SHORT_SENTENCE = 60

const takeFirstSentences = (text: string): string => {
  const [first = '', second] = splitSentences(text)
  return shorten(first.length < SHORT_SENTENCE && second !== undefined ? `${first} ${second}` : first, 300)
}

/** Returns the first sentence, plus the second one if the first is short. `texts` are all user messages. */
export const respondWithSummary = (system: string, texts: readonly string[]): string | undefined => {
  const request = texts.at(-1) ?? ''
  if (!SUMMARY_REQUEST.test(request))
    return SUMMARY_INSTRUCTION.test(system) && request !== '' ? takeFirstSentences(request) : undefined
  const [, text] = /^[^:\n]{0,120}(?::|\n)\s*(\S[\s\S]*)$/.exec(request) ?? []
  if (text !== undefined) return takeFirstSentences(text)
  const instruction = splitSentences(request).findIndex((sentence) => SUMMARY_REQUEST.test(sentence))
  const others = splitSentences(request).filter((_, index) => index !== instruction)
  if (others.length > 0) return takeFirstSentences(others.join(' '))
  const earlier = texts.slice(0, -1)
  if (earlier.length === 0) return 'There is nothing to summarize yet.'
  return `You said: ${earlier.map((message) => shorten(takeFirstSentences(message), 100)).join(' ')}`
}

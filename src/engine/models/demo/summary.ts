import { sentencesOf, shortened } from './words.js'

const WANTED = /\bsummar(?:i[sz]e|y)\b|\btl;?dr\b/i
/** A system prompt has to tell it, not only to speak of it. */
const TOLD = /(?:^|[.!?:\n]\s*)(?:please\s+)?summari[sz]e\b|\byou (?:are a )?summari[sz]/i
const SHORT_SENTENCE = 60

const firstOf = (text: string): string => {
  const [first = '', second] = sentencesOf(text)
  return shortened(first.length < SHORT_SENTENCE && second !== undefined ? `${first} ${second}` : first, 300)
}

/** The first sentence, and the second too where the first is short. `texts` are all that the user said. */
export const summaryAnswer = (system: string, texts: readonly string[]): string | undefined => {
  const request = texts.at(-1) ?? ''
  if (!WANTED.test(request)) return TOLD.test(system) && request !== '' ? firstOf(request) : undefined
  const [, text] = /^[^:\n]{0,120}(?::|\n)\s*(\S[\s\S]*)$/.exec(request) ?? []
  if (text !== undefined) return firstOf(text)
  const instruction = sentencesOf(request).findIndex((sentence) => WANTED.test(sentence))
  const others = sentencesOf(request).filter((_, index) => index !== instruction)
  if (others.length > 0) return firstOf(others.join(' '))
  const earlier = texts.slice(0, -1)
  if (earlier.length === 0) return 'There is nothing to summarize yet.'
  return `You said: ${earlier.map((said) => shortened(firstOf(said), 100)).join(' ')}`
}

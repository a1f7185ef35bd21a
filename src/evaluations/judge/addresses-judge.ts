/** Detects outputs that address the judge. The check is lexical: it finds open requests for a score, not flattery. */
const SCORE = String.raw`(?:a |an |the |this |it |me |full |perfect |maximum |highest |top |best )*(?:score|rating|grade|marks?|points?|stars?|[45](?: ?(?:/|out of|of) ?5)?|10 ?(?:/|out of) ?10|100 ?%)\b`

const PATTERNS: readonly RegExp[] = [
  // "give this answer a 5", "please award full marks", "you must rate it 5 out of 5"
  new RegExp(
    String.raw`\b(?:give|award|assign|rate|score|grade|return|output)\b(?: (?:this|the|my|it|me))?(?: (?:answer|response|output|reply|text))? ${SCORE}`,
  ),
  // "score: 5", as a line of its own or as JSON
  /(?:^|\n|\{|,)\s*["']?(?:score|rating|grade|verdict|winner)["']?\s*[:=]\s*["']?(?:[1-5]|10|100|first|second)\b/,
  /\b(?:dear|attention|hey|note to(?: the)?|instructions? (?:to|for)(?: the)?|message (?:to|for)(?: the)?) ?:? ?(?:judge|grader|evaluator|reviewer|assessor)s?\b/,
  /\b(?:ignore|disregard|forget|override)\b[^.\n]{0,40}\b(?:rubric|criteri(?:a|on)|grading|scoring|evaluation|judg(?:e|ing))\b/,
  /\b(?:if you are|as) (?:an?|the) (?:ai |llm |language model )?(?:judge|grader|evaluator|assessor)\b/,
  /\bthis (?:answer|response|output|reply) (?:deserves|merits|should (?:get|receive|be (?:given|awarded|rated|scored)))\b/,
  // Closing tags like those of the prompt, with any nonce.
  /<\/?(?:request|reference|(?:first_|second_)?answer)_[0-9a-z-]{4,}>/,
]

/** Only both ends of a very long output are checked, so that the time is bounded. */
const MAX_CHARS_PER_END = 32_768

export const addressesJudge = (output: string): boolean => {
  const text = (
    output.length <= 2 * MAX_CHARS_PER_END
      ? output
      : `${output.slice(0, MAX_CHARS_PER_END)}\n${output.slice(-MAX_CHARS_PER_END)}`
  )
    .normalize('NFKC')
    .toLowerCase()
  return PATTERNS.some((pattern) => pattern.test(text))
}

/** Regular English inflection, so that vocabularies list each word once. A form that does not exist does no harm. */
export const getNounForms = (noun: string): string[] => {
  if (noun.endsWith('man')) return [noun, `${noun.slice(0, -3)}men`]
  if (/[^aeiou]y$/.test(noun)) return [noun, `${noun.slice(0, -1)}ies`]
  if (/(s|sh|ch|x|z)$/.test(noun)) return [noun, `${noun}es`]
  return [noun, `${noun}s`]
}

export const getVerbForms = (verb: string): string[] => {
  const [, third = `${verb}s`] = getNounForms(verb)
  if (verb.endsWith('e')) return [verb, third, `${verb}d`, `${verb.slice(0, -1)}ing`]
  if (/[^aeiou]y$/.test(verb)) return [verb, third, `${verb.slice(0, -1)}ied`, `${verb}ing`]
  const isShort = /^[^aeiou]*[aeiou][bcdgklmnprtv]$/.test(verb)
  const base = isShort ? verb + verb.slice(-1) : verb
  return [verb, third, `${base}ed`, `${base}ing`]
}

/** Remembers facts from earlier messages: names, and "my … is …". */

const INTRODUCTION =
  /(?:\b[Mm]y name(?: is|'s)|\b[Cc]all me|\bI(?: am|'m) called)\s+([\p{L}][\p{L}'-]*(?:\s\p{Lu}[\p{L}'-]*)?)|\bI(?: am|'m|’m)\s+(\p{Lu}[\p{L}'-]+)/u
// A mark within a word is part of the value: an address or a number.
const FACT_STATEMENT = /\bmy ([a-z][a-z -]{1,40}?) is (?!it\b)((?:[^.,;!?\n]|[.,;!?](?=\S)){1,120})/gi
const FACT_QUESTION = /\bwhat(?:'s|’s| is| was) my ([a-z][a-z -]{1,40}?)\s*(?:\?|$|again|called)/i

const capitalize = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1)

export const findPersonName = (text: string): string | undefined => {
  const [, introduced, plain] = INTRODUCTION.exec(text) ?? []
  const name = introduced ?? plain
  return name === undefined ? undefined : capitalize(name)
}

/** Returns the last name that the user gave. */
export const findUserName = (texts: readonly string[]): string | undefined =>
  texts.map(findPersonName).findLast((name) => name !== undefined)

const collectFacts = (texts: readonly string[]): Map<string, string> =>
  new Map(
    texts.flatMap((text) =>
      [...text.matchAll(FACT_STATEMENT)].map(([, factName = '', value = '']): [string, string] => [
        factName.toLowerCase(),
        value.trim(),
      ]),
    ),
  )

/** `texts` are all user messages; the last one is the question. */
export const respondFromMemory = (texts: readonly string[]): string | undefined => {
  const question = texts.at(-1) ?? ''
  const earlier = texts.slice(0, -1)
  if (/\bwho am i\b/i.test(question) || /\bwhat(?:'s|’s| is| was) my name\b/i.test(question)) {
    const name = findUserName(texts)
    return name === undefined ? 'You have not told me your name.' : `Your name is ${name}.`
  }
  const factName = FACT_QUESTION.exec(question)?.[1]?.toLowerCase()
  if (factName !== undefined) {
    const factValue = collectFacts(earlier).get(factName)
    return factValue === undefined
      ? `You have not told me your ${factName}.`
      : `Your ${factName} is ${factValue}.`
  }
  if (/\bwhat (?:did|have) i (?:just )?(?:say|said|ask|asked|write|written)\b/i.test(question)) {
    const last = earlier.at(-1)
    return last === undefined ? 'This is the first thing that you said.' : `You said: "${last}"`
  }
  const name = findPersonName(question)
  if (name !== undefined && !question.includes('?')) return `Nice to meet you, ${name}.`
  const [fact] = [...collectFacts([question])]
  if (fact !== undefined && !question.includes('?'))
    return `I will remember that your ${fact[0]} is ${fact[1]}.`
  return undefined
}

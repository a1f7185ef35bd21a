/** What was said earlier: names and "my … is …". */

const INTRODUCED =
  /(?:\b[Mm]y name(?: is|'s)|\b[Cc]all me|\bI(?: am|'m) called)\s+([\p{L}][\p{L}'-]*(?:\s\p{Lu}[\p{L}'-]*)?)|\bI(?: am|'m|’m)\s+(\p{Lu}[\p{L}'-]+)/u
const STATED = /\bmy ([a-z][a-z ]{1,40}?) is (?!it\b)([^.,;!?\n]{1,80})/gi
const ASKED = /\bwhat(?:'s|’s| is| was) my ([a-z][a-z ]{1,40}?)\s*(?:\?|$|again|called)/i

const capitalised = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1)

export const personIn = (text: string): string | undefined => {
  const [, introduced, plain] = INTRODUCED.exec(text) ?? []
  const name = introduced ?? plain
  return name === undefined ? undefined : capitalised(name)
}

/** The name given last. */
export const nameOfUser = (texts: readonly string[]): string | undefined =>
  texts.map(personIn).findLast((name) => name !== undefined)

const factsIn = (texts: readonly string[]): Map<string, string> =>
  new Map(
    texts.flatMap((text) =>
      [...text.matchAll(STATED)].map(([, what = '', value = '']): [string, string] => [
        what.toLowerCase(),
        value.trim(),
      ]),
    ),
  )

/** `texts` are all that the user said, the question last. */
export const memoryAnswer = (texts: readonly string[]): string | undefined => {
  const question = texts.at(-1) ?? ''
  const earlier = texts.slice(0, -1)
  if (/\bwho am i\b/i.test(question) || /\bwhat(?:'s|’s| is| was) my name\b/i.test(question)) {
    const name = nameOfUser(texts)
    return name === undefined ? 'You have not told me your name.' : `Your name is ${name}.`
  }
  const asked = ASKED.exec(question)?.[1]?.toLowerCase()
  if (asked !== undefined) {
    const known = factsIn(earlier).get(asked)
    return known === undefined ? `You have not told me your ${asked}.` : `Your ${asked} is ${known}.`
  }
  if (/\bwhat (?:did|have) i (?:just )?(?:say|said|ask|asked|write|written)\b/i.test(question)) {
    const last = earlier.at(-1)
    return last === undefined ? 'This is the first thing that you said.' : `You said: "${last}"`
  }
  const name = personIn(question)
  if (name !== undefined && !question.includes('?')) return `Nice to meet you, ${name}.`
  const [fact] = [...factsIn([question])]
  if (fact !== undefined && !question.includes('?'))
    return `I will remember that your ${fact[0]} is ${fact[1]}.`
  return undefined
}

/** Expands templates such as "I {like|love} {thing}": alternatives in braces, or the name of a list. */

export type Slots = ReadonlyMap<string, readonly string[]>

const splitTopLevel = (text: string): string[] => {
  const parts: string[] = ['']
  let depth = 0
  for (const sign of text) {
    if (sign === '{') depth++
    if (sign === '}') depth--
    if (sign === '|' && depth === 0) parts.push('')
    else parts.push((parts.pop() ?? '') + sign)
  }
  return parts
}

const findClosing = (text: string, open: number): number => {
  let depth = 0
  for (let at = open; at < text.length; at++) {
    if (text.charAt(at) === '{') depth++
    if (text.charAt(at) === '}' && --depth === 0) return at
  }
  throw new Error(`a brace is not closed: ${text}`)
}

/** Returns one random expansion. */
export const expandTemplate = (template: string, slots: Slots, random: () => number): string => {
  const open = template.indexOf('{')
  if (open === -1) return template
  const close = findClosing(template, open)
  const content = template.slice(open + 1, close)
  const alternatives = slots.get(content) ?? splitTopLevel(content)
  const chosen = alternatives[Math.floor(random() * alternatives.length)] ?? ''
  const before = template.slice(0, open)
  return (
    before + expandTemplate(chosen, slots, random) + expandTemplate(template.slice(close + 1), slots, random)
  )
}

/** Returns up to `count` distinct expansions. */
export const expandAll = (template: string, slots: Slots, count: number, random: () => number): string[] => {
  const texts = new Set<string>()
  for (let tries = 0; tries < count * 3 && texts.size < count; tries++)
    texts.add(expandTemplate(template, slots, random).replace(/ {2,}/g, ' ').trim())
  return [...texts]
}

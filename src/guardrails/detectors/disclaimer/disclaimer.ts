/** Makes sure that an output contains the required disclaimer exactly once. */
import { findCodeBlocks } from '../text/code-blocks.js'
import { parseJsonReply, collectStrings, addField, appendItem } from './json-reply.js'
import { containsDisclaimer } from './find-disclaimer.js'

/** The change that adds the disclaimer. In a stream, `append` is the last token; `replace` needs the complete output. */
export type DisclaimerChange =
  | { kind: 'none' }
  | { kind: 'append'; delta: string }
  | { kind: 'replace'; text: string }

/** Ignores case, whitespace, punctuation and emphasis, and accepts up to 10 % changed words. */
export const hasDisclaimer = (text: string, disclaimer: string): boolean => {
  const json = parseJsonReply(text)
  if (json === undefined) return containsDisclaimer(text, disclaimer)
  return collectStrings(json).some((string) => containsDisclaimer(string, disclaimer))
}

export const getDisclaimerChange = (text: string, disclaimer: string): DisclaimerChange => {
  const required = disclaimer.trim()
  if (required === '' || hasDisclaimer(text, required)) return { kind: 'none' }
  const json = parseJsonReply(text)
  if (Array.isArray(json)) return { kind: 'replace', text: appendItem(text, json, required) }
  if (json !== undefined) return { kind: 'replace', text: addField(text, json, required) }
  return { kind: 'append', delta: getParagraphBreak(text) + required }
}

export const addDisclaimer = (text: string, disclaimer: string): string => {
  const change = getDisclaimerChange(text, disclaimer)
  if (change.kind === 'none') return text
  return change.kind === 'append' ? text + change.delta : change.text
}

/** Closes an open code block first; otherwise the disclaimer would be rendered as code. */
const getParagraphBreak = (text: string): string => {
  const last = findCodeBlocks(text).at(-1)
  if (last?.isClosed === false) return `${text.endsWith('\n') ? '' : '\n'}${last.fence}\n\n`
  if (text.trim() === '' || /\n[ \t]*\n[ \t]*$/.test(text.slice(-200))) return ''
  return /\n[ \t]*$/.test(text.slice(-200)) ? '\n' : '\n\n'
}

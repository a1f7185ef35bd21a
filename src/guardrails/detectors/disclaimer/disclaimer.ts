/** Makes sure that a reply ends with a required text, once. */
import { codeBlocksIn } from '../text/code-blocks.js'
import { parseWhole, stringsIn, withField, withItem } from './json-reply.js'
import { containsDisclaimer } from './find-disclaimer.js'

/** What makes a reply carry the disclaimer. In a stream, `append` is the last delta; `replace` needs the whole reply. */
export type DisclaimerChange =
  { kind: 'none' } | { kind: 'append'; delta: string } | { kind: 'replace'; text: string }

/** Whether the text has it, up to case, spaces, marks and emphasis, or with at most a tenth of its words changed. */
export const hasDisclaimer = (text: string, disclaimer: string): boolean => {
  const json = parseWhole(text)
  if (json === undefined) return containsDisclaimer(text, disclaimer)
  return stringsIn(json).some((string) => containsDisclaimer(string, disclaimer))
}

export const disclaimerChange = (text: string, disclaimer: string): DisclaimerChange => {
  const wanted = disclaimer.trim()
  if (wanted === '' || hasDisclaimer(text, wanted)) return { kind: 'none' }
  const json = parseWhole(text)
  if (Array.isArray(json)) return { kind: 'replace', text: withItem(text, json, wanted) }
  if (json !== undefined) return { kind: 'replace', text: withField(text, json, wanted) }
  return { kind: 'append', delta: paragraphBreak(text) + wanted }
}

export const withDisclaimer = (text: string, disclaimer: string): string => {
  const change = disclaimerChange(text, disclaimer)
  if (change.kind === 'none') return text
  return change.kind === 'append' ? text + change.delta : change.text
}

/** An open code block is closed first, or the disclaimer would be shown as code. */
const paragraphBreak = (text: string): string => {
  const last = codeBlocksIn(text).at(-1)
  if (last?.isClosed === false) return `${text.endsWith('\n') ? '' : '\n'}${last.fence}\n\n`
  if (text.trim() === '' || /\n[ \t]*\n[ \t]*$/.test(text.slice(-200))) return ''
  return /\n[ \t]*$/.test(text.slice(-200)) ? '\n' : '\n\n'
}

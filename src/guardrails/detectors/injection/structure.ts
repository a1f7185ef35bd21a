/** Structural signals of an attack, in the folded text with its line breaks. */
import { measureRuns } from '../text/longest-runs.js'

export interface StructureRule {
  reason: string
  weight: number
  pattern: RegExp
}

export const STRUCTURE_RULES: readonly StructureRule[] = [
  {
    reason: 'role marker',
    weight: 0.7,
    pattern:
      /<\|(?:im_start|im_end|im_sep|system|user|assistant|endoftext|eot_id|start_header_id|begin_of_text)\|>/g,
  },
  {
    reason: 'role marker',
    weight: 0.65,
    pattern: /\[\/?inst\]|<<\/?sys>>|<\/?(?:system|assistant|instructions?|system_prompt)>/g,
  },
  {
    reason: 'role marker',
    weight: 0.45,
    pattern:
      /(?:^|\n)[ \t#>*[(-]{0,6}(?:system|developer)(?: (?:prompt|message|note|instruction|override))?[\])*]{0,3}[ \t]?:/g,
  },
  { reason: 'role marker', weight: 0.25, pattern: /(?:^|\n)[ \t]*assistant[ \t]?:/g },
  {
    reason: 'role marker',
    weight: 0.35,
    pattern: /(?:^|\n)[ \t]*#{2,4}[ \t]?(?:instructions?|system|response|new task)\b/g,
  },
  {
    reason: 'delimiter',
    weight: 0.35,
    pattern:
      /(?:[-=*#~]{3,12}|\[|<)[ \t]?(?:end|begin|start|stop)(?: of)?(?: the)? (?:[a-z]{1,12} )?(?:prompt|instructions?|input|system|document|context|message|text|user)\b/g,
  },
  {
    reason: 'answer labels',
    weight: 0.35,
    pattern:
      /[[({<](?:\p{So}\ufe0f?)?(?:classic|normal|jailbreak|jailbroken|gpt|chatgpt|dan|developer|[a-z]{2,14} ?(?:mode|output|response))[\])}>]|(?:gpt|chatgpt|dan|classic|jailbreak|normal) ?: ?[[<("]|\u{1f513}|\u{1f512}/gu,
  },
  {
    reason: 'placeholder for a question',
    weight: 0.3,
    pattern:
      /\[(?:insert|your|prompt|question|query|input|here)[^\]\n]{0,60}\]|\{\{?(?:user|char|prompt|question|query|input)\}?\}|<(?:insert|your|prompt|question)[^>\n]{0,60}>/g,
  },
  {
    reason: 'exfiltration',
    weight: 0.7,
    pattern:
      /!\[[^\]\n]{0,200}\]\(https?:\/\/[^)\s]{1,300}[?&/][^)\s]{0,200}(?:\{|<|%7b|\$|\[|data=|secret|history|chat=|token=|q=|conversation)/g,
  },
]

const BASE64 = /(?:[A-Za-z0-9+/]{4}){15,}={0,2}/g
const HEX = /(?:[0-9a-fA-F]{2}[ :]?){32,}/g

/** The length of the shortest match of both patterns. */
const MIN_RUN = 60

/** Finds long runs of mixed case and digits, as encodings produce them. */
export const findEncodedRuns = (text: string): { start: number; end: number }[] => {
  const runs: { start: number; end: number }[] = []
  const longest = measureRuns(text)
  if (longest.base64 < MIN_RUN && longest.hex < MIN_RUN) return runs
  for (const match of text.matchAll(BASE64)) {
    const [run] = match
    const isMixed = /[a-z]/.test(run) && /[A-Z]/.test(run) && /\d/.test(run) && !run.includes('//')
    if (isMixed) runs.push({ start: match.index, end: match.index + run.length })
  }
  for (const match of text.matchAll(HEX)) {
    if (/[a-fA-F]/.test(match[0]) && /\d/.test(match[0]))
      runs.push({ start: match.index, end: match.index + match[0].length })
  }
  return runs
}

/** Unicode tag characters encode invisible ASCII text; their only legitimate use are flags of regions. */
export const findHiddenTags = (text: string): { start: number; end: number } | undefined => {
  const match = /(?<!\u{1f3f4}[\u{e0020}-\u{e007f}]{0,8})[\u{e0001}\u{e0020}-\u{e007f}]{2,}/u.exec(text)
  return match ? { start: match.index, end: match.index + match[0].length } : undefined
}

const TURN =
  /(?:^|\n|[.?!"] )[ \t]*(?:user|human|q|question|student|alice|customer|me|person)[ \t]?:[^\n]{1,400}?\n{0,2}[ \t]*(?:assistant|ai|a|answer|bot|model|teacher|gpt|chatgpt|bob)[ \t]?:/g

/** Counts made-up turns of a conversation, which teach the model by example to comply. */
export const countFakeTurns = (folded: string): number => {
  let turns = 0
  for (const _ of folded.matchAll(TURN)) turns++
  return turns
}

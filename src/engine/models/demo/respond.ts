/** The rules of the demo model in their order. The same conversation always gets the same answer. */
import type { JsonObject } from '../../../schema/common.js'
import { calculationAnswer } from './calculation.js'
import { classificationAnswer } from './classification.js'
import {
  openResults,
  requestText,
  said,
  systemText,
  userTexts,
  type Answer,
  type Turn,
} from './conversation.js'
import { dateAnswer } from './dates.js'
import { jsonAnswer } from './json-reply.js'
import { memoryAnswer, nameOfUser } from './memory.js'
import { valueFrom } from './fill-schema.js'
import { summaryAnswer } from './summary.js'
import { supportAnswer } from './support.js'
import { forcedCall, toolAnswer, type ToolDefinition } from './tool-choice.js'
import { resultAnswer } from './tool-result.js'
import { conversionAnswer } from './unit-conversion.js'
import { shortened } from './words.js'

export interface Question {
  turns: readonly Turn[]
  tools: readonly ToolDefinition[]
  /** `free`: as it fits; `none`: words only; `forced`: a call of one of the tools. */
  toolChoice: 'free' | 'none' | 'forced'
  /** What the answer has to be: any text, any JSON, or JSON that is valid against a schema. */
  format: { kind: 'text' } | { kind: 'json' } | { kind: 'schema'; schema: JsonObject }
}

const WHO = "I am Heddle's built-in demo model: rule-based, not an AI model."
const WHAT_TO_SET = 'For real answers set OPENAI_API_KEY or OPENAI_BASE_URL.'

const greeting = (texts: readonly string[]): string | undefined => {
  const request = texts.at(-1) ?? ''
  if (!/^\W*(?:hello|hi|hey|greetings|good (?:morning|afternoon|evening))\b[^?]{0,40}$/i.test(request))
    return undefined
  const name = nameOfUser(texts)
  return `Hello${name === undefined ? '' : `, ${name}`}! ${WHO} How can I help?`
}

const courtesy = (request: string): string | undefined => {
  if (/^\W*(?:thanks|thank you|thx)\b/i.test(request)) return 'You are welcome.'
  if (/\b(?:who|what) are you\b/i.test(request)) return `${WHO} ${WHAT_TO_SET}`
  return undefined
}

const TOLD_TO_TRANSLATE = /(?:^|[.!?:\n]\s*)(?:please\s+)?translate\b|\byou are a translator\b/i

const translation = (system: string, request: string): string | undefined =>
  TOLD_TO_TRANSLATE.test(system) || /\btranslat(?:e|ion)\b/i.test(request)
    ? `I cannot translate. ${WHO} ${WHAT_TO_SET}`
    : undefined

const fallback = (request: string): string =>
  request.trim() === ''
    ? `${WHO} ${WHAT_TO_SET}`
    : `${WHO} You wrote: "${shortened(request, 200)}" ${WHAT_TO_SET}`

const inWords = (turns: readonly Turn[]): string => {
  const system = systemText(turns)
  const request = requestText(turns)
  const texts = userTexts(turns)
  const results = openResults(turns)
  if (results.length > 0) return resultAnswer(results)
  return (
    translation(system, request) ??
    summaryAnswer(system, texts) ??
    calculationAnswer(request) ??
    conversionAnswer(request) ??
    dateAnswer(request) ??
    greeting(texts) ??
    memoryAnswer(texts) ??
    supportAnswer(texts) ??
    courtesy(request) ??
    fallback(request)
  )
}

/** What a tool brought counts as part of what was said. */
const textWithResults = (turns: readonly Turn[]): string =>
  [requestText(turns), ...openResults(turns).map((result) => result.text)].join('\n')

/** The rules look at this much of a message: some of their patterns take time that grows with the square of the length. */
const LONGEST_READ = 4000

export const answerTo = ({ turns: given, tools, toolChoice, format }: Question): Answer => {
  const turns = given.map((turn) => ({ ...turn, text: turn.text.slice(0, LONGEST_READ) }))
  const system = systemText(turns)
  const request = requestText(turns)
  if (toolChoice === 'forced') {
    const call = forcedCall(tools, textWithResults(turns))
    if (call !== undefined) return call
  }
  if (toolChoice === 'free' && openResults(turns).length === 0) {
    const answer = toolAnswer(tools, request)
    if (answer !== undefined) return answer
  }
  if (format.kind === 'schema') return said(JSON.stringify(valueFrom(textWithResults(turns), format.schema)))
  const words = () => inWords(turns)
  const json = jsonAnswer(system, request, words)
  if (json !== undefined) return said(json)
  if (format.kind === 'json') return said(JSON.stringify({ answer: words() }))
  return said((openResults(turns).length > 0 ? undefined : classificationAnswer(system, request)) ?? words())
}

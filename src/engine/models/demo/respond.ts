/** The rules of the demo model, in the order in which they are tried. The same conversation always gets the same output. */
import type { JsonObject } from '../../../schema/common.js'
import { respondToCalculation } from './calculation.js'
import { respondWithLabel } from './classification.js'
import {
  getPendingToolResults,
  getRequestText,
  toTextOutput,
  getSystemText,
  getUserTexts,
  type ModelOutput,
  type Turn,
} from './conversation.js'
import { respondToDateQuestion } from './dates.js'
import { respondWithJson } from './json-reply.js'
import { respondFromMemory, findUserName } from './memory.js'
import { generateValue } from './fill-schema.js'
import { respondWithSummary } from './summary.js'
import { respondToSupportQuestion } from './support.js'
import { forceToolCall, respondWithToolCalls, type ToolDefinition } from './tool-choice.js'
import { respondToToolResults } from './tool-result.js'
import { respondToConversion } from './unit-conversion.js'
import { shorten } from './words.js'

export interface DemoRequest {
  turns: readonly Turn[]
  tools: readonly ToolDefinition[]
  /** `free`: a call if a tool fits; `none`: text only; `forced`: always a call of one of the tools. */
  toolChoice: 'free' | 'none' | 'forced'
  /** The required format of the output: any text, any JSON, or JSON that is valid against a schema. */
  format: { kind: 'text' } | { kind: 'json' } | { kind: 'schema'; schema: JsonObject }
}

const IDENTITY = "I am Heddle's built-in demo model: rule-based, not an AI model."
const SETUP_HINT = 'For real answers set OPENAI_API_KEY or OPENAI_BASE_URL.'

const respondToGreeting = (texts: readonly string[]): string | undefined => {
  const request = texts.at(-1) ?? ''
  if (!/^\W*(?:hello|hi|hey|greetings|good (?:morning|afternoon|evening))\b[^?]{0,40}$/i.test(request))
    return undefined
  const name = findUserName(texts)
  return `Hello${name === undefined ? '' : `, ${name}`}! ${IDENTITY} How can I help?`
}

const respondToCourtesy = (request: string): string | undefined => {
  if (/^\W*(?:thanks|thank you|thx)\b/i.test(request)) return 'You are welcome.'
  if (/\b(?:who|what) are you\b/i.test(request)) return `${IDENTITY} ${SETUP_HINT}`
  return undefined
}

const TRANSLATE_INSTRUCTION = /(?:^|[.!?:\n]\s*)(?:please\s+)?translate\b|\byou are a translator\b/i

const refuseTranslation = (system: string, request: string): string | undefined =>
  TRANSLATE_INSTRUCTION.test(system) || /\btranslat(?:e|ion)\b/i.test(request)
    ? `I cannot translate. ${IDENTITY} ${SETUP_HINT}`
    : undefined

const respondWithFallback = (request: string): string =>
  request.trim() === ''
    ? `${IDENTITY} ${SETUP_HINT}`
    : `${IDENTITY} You wrote: "${shorten(request, 200)}" ${SETUP_HINT}`

const respondInText = (turns: readonly Turn[]): string => {
  const system = getSystemText(turns)
  const request = getRequestText(turns)
  const texts = getUserTexts(turns)
  const results = getPendingToolResults(turns)
  if (results.length > 0) return respondToToolResults(results)
  return (
    refuseTranslation(system, request) ??
    respondWithSummary(system, texts) ??
    respondToCalculation(request) ??
    respondToConversion(request) ??
    respondToDateQuestion(request) ??
    respondToGreeting(texts) ??
    respondFromMemory(texts) ??
    respondToSupportQuestion(texts) ??
    respondToCourtesy(request) ??
    respondWithFallback(request)
  )
}

/** Structured output is extracted from the request and from the tool results. */
const joinRequestAndToolResults = (turns: readonly Turn[]): string =>
  [getRequestText(turns), ...getPendingToolResults(turns).map((result) => result.text)].join('\n')

/** The rules read only the start of a message: some of their patterns take quadratic time. */
const MAX_MESSAGE_CHARS = 4000

export const respond = ({ turns: allTurns, tools, toolChoice, format }: DemoRequest): ModelOutput => {
  const turns = allTurns.map((turn) => ({ ...turn, text: turn.text.slice(0, MAX_MESSAGE_CHARS) }))
  const system = getSystemText(turns)
  const request = getRequestText(turns)
  if (toolChoice === 'forced') {
    const call = forceToolCall(tools, joinRequestAndToolResults(turns))
    if (call !== undefined) return call
  }
  if (toolChoice === 'free' && getPendingToolResults(turns).length === 0) {
    const output = respondWithToolCalls(tools, request)
    if (output !== undefined) return output
  }
  if (format.kind === 'schema')
    return toTextOutput(JSON.stringify(generateValue(joinRequestAndToolResults(turns), format.schema)))
  const makeText = () => respondInText(turns)
  const json = respondWithJson(system, request, makeText)
  if (json !== undefined) return toTextOutput(json)
  if (format.kind === 'json') return toTextOutput(JSON.stringify({ answer: makeText() }))
  return toTextOutput(
    (getPendingToolResults(turns).length > 0 ? undefined : respondWithLabel(system, request)) ?? makeText(),
  )
}

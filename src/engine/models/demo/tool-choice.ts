/** Selects the bound tools that fit the request, and their arguments. */
import type { JsonObject } from '../../../schema/common.js'
import { findCalculation } from './calculation.js'
import { toTextOutput, type ModelOutput, type ToolCall } from './conversation.js'
import { extractArguments, generateValue } from './fill-schema.js'
import { toMeaningfulStems, splitName, splitWords } from './words.js'

export interface ToolDefinition {
  name: string
  description: string
  parameters: JsonObject
}

interface ScoredTool {
  tool: ToolDefinition
  score: number
}

/** Minimum score of a fitting tool. A shared word of its name counts 2, one of its description 1. */
const MIN_SCORE = 2
/** From this score on, the user means the tool even if an argument is missing. */
const CERTAIN_SCORE = 3
const EXACT_NAME_SCORE = 10

const CALCULATOR_WORDS = /calculat|arithmetic|\bmath|\bevaluate|expression/i
const OPERATIONS: [symbol: RegExp, name: RegExp][] = [
  [/\+|plus|\badd\b|\bsum\b/i, /\badd|\bsum\b|\bplus\b/i],
  [/\*|×|\bx\b|times|multipl|product/i, /multipl|times|product/i],
  [/\/|÷|divide/i, /divi/i],
  [/-|−|minus|subtract/i, /subtract|minus|difference/i],
]

const scoreArithmetic = (tool: ToolDefinition, text: string): number => {
  const calculation = findCalculation(text)
  if (calculation === undefined) return 0
  const name = splitName(tool.name).join(' ')
  const isSameOperation = OPERATIONS.some(
    ([symbol, operation]) => symbol.test(calculation.expression) && operation.test(name),
  )
  return isSameOperation || CALCULATOR_WORDS.test(`${name} ${tool.description}`) ? CERTAIN_SCORE : 0
}

const scoreTool = (tool: ToolDefinition, text: string): number => {
  if (text.toLowerCase().includes(tool.name.toLowerCase()) && /[_\d]|\p{Ll}\p{Lu}/u.test(tool.name))
    return EXACT_NAME_SCORE
  const requestStems = toMeaningfulStems(splitWords(text))
  const countShared = (words: readonly string[]) =>
    [...toMeaningfulStems(words)].filter((stem) => requestStems.has(stem)).length
  const wordScore = 2 * countShared(splitName(tool.name)) + countShared(splitWords(tool.description))
  return Math.max(wordScore, scoreArithmetic(tool, text))
}

/** Returns the fitting tools, best first; ties keep the order of the list. */
const findMatchingTools = (tools: readonly ToolDefinition[], text: string): ScoredTool[] =>
  tools
    .map((tool) => ({ tool, score: scoreTool(tool, text) }))
    .filter(({ score }) => score >= MIN_SCORE)
    .sort((a, b) => b.score - a.score)

const buildCall = (candidates: readonly ScoredTool[], text: string): ToolCall | undefined => {
  for (const { tool } of candidates) {
    const { value, missing } = extractArguments(text, tool.parameters)
    if (missing.length === 0) return { name: tool.name, args: value }
  }
  return undefined
}

const splitClauses = (text: string): string[] =>
  text.split(/[;\n]|(?<=[.?!])\s+|,?\s+(?:and then|and|then)\s+/i)

/** Returns undefined if no tool fits. */
export const respondWithToolCalls = (
  tools: readonly ToolDefinition[],
  text: string,
): ModelOutput | undefined => {
  const candidates = findMatchingTools(tools, text)
  const [best] = candidates
  if (best === undefined) return undefined
  // "the weather in Paris and the time in Tokyo" gives two calls, "cats and dogs" one.
  const callsPerClause = splitClauses(text).flatMap(
    (clause) => buildCall(findMatchingTools(tools, clause), clause) ?? [],
  )
  if (new Set(callsPerClause.map((call) => call.name)).size > 1) return { text: '', calls: callsPerClause }
  const call = buildCall(candidates, text)
  if (call !== undefined) return { text: '', calls: [call] }
  if (best.score < CERTAIN_SCORE) return undefined
  const { missing } = extractArguments(text, best.tool.parameters)
  return toTextOutput(`To use ${best.tool.name} I need: ${missing.join(', ')}. Please tell me.`)
}

/** The caller requires a call: missing arguments are filled with placeholders so that they are valid. */
export const forceToolCall = (tools: readonly ToolDefinition[], text: string): ModelOutput | undefined => {
  const tool = findMatchingTools(tools, text)[0]?.tool ?? tools[0]
  if (tool === undefined) return undefined
  return { text: '', calls: [{ name: tool.name, args: generateValue(text, tool.parameters) as JsonObject }] }
}

/** Which of the bound tools fit what the user asks, and with which arguments. */
import type { JsonObject } from '../../../schema/common.js'
import { calculationIn } from './calculation.js'
import { said, type Answer, type Call } from './conversation.js'
import { argumentsFrom, valueFrom } from './fill-schema.js'
import { meaningfulStems, nameWords, wordsOf } from './words.js'

export interface ToolDefinition {
  name: string
  description: string
  parameters: JsonObject
}

interface Fit {
  tool: ToolDefinition
  score: number
}

/** A word of the tool's name counts twice, one of its description once; this many make it fit. */
const ENOUGH = 2
/** With this many the user means the tool even though an argument is missing. */
const SURE = 3
const NAMED_OUTRIGHT = 10

const CALCULATORS = /calculat|arithmetic|\bmath|\bevaluate|expression/i
const OPERATIONS: [sign: RegExp, name: RegExp][] = [
  [/\+|plus|\badd\b|\bsum\b/i, /\badd|\bsum\b|\bplus\b/i],
  [/\*|×|\bx\b|times|multipl|product/i, /multipl|times|product/i],
  [/\/|÷|divide/i, /divi/i],
  [/-|−|minus|subtract/i, /subtract|minus|difference/i],
]

const arithmeticScore = (tool: ToolDefinition, text: string): number => {
  const calculation = calculationIn(text)
  if (calculation === undefined) return 0
  const name = nameWords(tool.name).join(' ')
  const doesThis = OPERATIONS.some(
    ([sign, operation]) => sign.test(calculation.expression) && operation.test(name),
  )
  return doesThis || CALCULATORS.test(`${name} ${tool.description}`) ? SURE : 0
}

const scoreOf = (tool: ToolDefinition, text: string): number => {
  if (text.toLowerCase().includes(tool.name.toLowerCase()) && /[_\d]|\p{Ll}\p{Lu}/u.test(tool.name))
    return NAMED_OUTRIGHT
  const asked = meaningfulStems(wordsOf(text))
  const shared = (words: readonly string[]) =>
    [...meaningfulStems(words)].filter((stem) => asked.has(stem)).length
  const words = 2 * shared(nameWords(tool.name)) + shared(wordsOf(tool.description))
  return Math.max(words, arithmeticScore(tool, text))
}

/** Those that fit, best first, in their order where they are equal. */
const fitting = (tools: readonly ToolDefinition[], text: string): Fit[] =>
  tools
    .map((tool) => ({ tool, score: scoreOf(tool, text) }))
    .filter(({ score }) => score >= ENOUGH)
    .sort((a, b) => b.score - a.score)

const callFor = (fits: readonly Fit[], text: string): Call | undefined => {
  for (const { tool } of fits) {
    const { value, missing } = argumentsFrom(text, tool.parameters)
    if (missing.length === 0) return { name: tool.name, args: value }
  }
  return undefined
}

const clausesOf = (text: string): string[] => text.split(/[;\n]|(?<=[.?!])\s+|,?\s+(?:and then|and|then)\s+/i)

/** Undefined: no tool fits. */
export const toolAnswer = (tools: readonly ToolDefinition[], text: string): Answer | undefined => {
  const fits = fitting(tools, text)
  const [best] = fits
  if (best === undefined) return undefined
  // "the weather in Paris and the time in Tokyo" is two calls, "cats and dogs" is one.
  const perClause = clausesOf(text).flatMap((clause) => callFor(fitting(tools, clause), clause) ?? [])
  if (new Set(perClause.map((call) => call.name)).size > 1) return { text: '', calls: perClause }
  const call = callFor(fits, text)
  if (call !== undefined) return { text: '', calls: [call] }
  if (best.score < SURE) return undefined
  const { missing } = argumentsFrom(text, best.tool.parameters)
  return said(`To use ${best.tool.name} I need: ${missing.join(', ')}. Please tell me.`)
}

/** The caller wants a call and no words: what the text does not say is filled in so that the arguments are valid. */
export const forcedCall = (tools: readonly ToolDefinition[], text: string): Answer | undefined => {
  const tool = fitting(tools, text)[0]?.tool ?? tools[0]
  if (tool === undefined) return undefined
  return { text: '', calls: [{ name: tool.name, args: valueFrom(text, tool.parameters) as JsonObject }] }
}

/** Evaluates expressions of the calculator tool: numbers, + - * / % ^, parentheses, functions and constants. */
import { ArithmeticError, evaluateTokens, type Token } from '../arithmetic.js'

const MAX_LENGTH = 1_000
const TOKEN = /\s*(?:(\d+\.?\d*(?:e[+-]?\d+)?|\.\d+(?:e[+-]?\d+)?)|([a-z]\w*)|(\*\*|[-+*/%^(),]))/iy

const tokenize = (text: string): Token[] => {
  const tokens: Token[] = []
  // Replaces typographic operators with ASCII ones. Each is a single character, so positions stay valid.
  const source = text.replace(/[×·]/g, '*').replace(/÷/g, '/').replace(/[−–]/g, '-').trimEnd()
  TOKEN.lastIndex = 0
  while (TOKEN.lastIndex < source.length) {
    const start = TOKEN.lastIndex
    const [match, number, name, operator] = TOKEN.exec(source) ?? []
    if (match === undefined) {
      const position = start + (source.slice(start).length - source.slice(start).trimStart().length)
      const message = `unexpected "${source.charAt(position)}" at position ${String(position + 1)}`
      throw new ArithmeticError('syntax', message)
    }
    const value = number ?? name ?? operator ?? ''
    const kind = number !== undefined ? 'number' : name !== undefined ? 'name' : 'operator'
    tokens.push({
      kind,
      text: value === '**' ? '^' : value.toLowerCase(),
      position: start + match.length - value.length,
    })
  }
  return tokens
}

/** Throws ArithmeticError, with the position, if the text is not an expression or has no finite value. */
export const calculate = (expression: string): number => {
  if (expression.length > MAX_LENGTH) {
    const message = `the expression is longer than ${String(MAX_LENGTH)} characters`
    throw new ArithmeticError('syntax', message)
  }
  return evaluateTokens(tokenize(expression))
}

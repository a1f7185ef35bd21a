/** Text with expressions: `Hello {{ input.name }}`. */
import type { Expressions, Scope } from './expressions.js'

export type TemplatePart = { text: string } | { expression: string }

export class TemplateError extends Error {}

/** @throws TemplateError for one that does not close. */
export const parseTemplate = (template: string): TemplatePart[] => {
  const parts: TemplatePart[] = []
  let position = 0
  for (;;) {
    const open = template.indexOf('{{', position)
    const text = template.slice(position, open === -1 ? undefined : open)
    if (text !== '') parts.push({ text })
    if (open === -1) return parts
    const close = closingOf(template, open + 2)
    if (close === undefined) {
      throw new TemplateError(`has a {{ at character ${String(open + 1)} that no }} closes`)
    }
    parts.push({ expression: template.slice(open + 2, close) })
    position = close + 2
  }
}

/** Braces of maps and quoted text inside the expression do not close it. */
const closingOf = (template: string, from: number): number | undefined => {
  let depth = 0
  let quote = ''
  for (let at = from; at < template.length; at++) {
    const letter = template.charAt(at)
    if (quote !== '') {
      if (letter === '\\') at++
      else if (letter === quote) quote = ''
    } else if (letter === '"' || letter === "'") quote = letter
    else if (letter === '{') depth++
    else if (letter === '}' && depth > 0) depth--
    else if (letter === '}' && template.charAt(at + 1) === '}') return at
  }
  return undefined
}

/** Every template in a value that may hold some, with its path. */
export function* templatesIn(value: unknown, path: string): Generator<[path: string, template: string]> {
  if (typeof value === 'string') yield [path, value]
  else if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) yield* templatesIn(item, `${path}/${String(index)}`)
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, item] of Object.entries(value)) yield* templatesIn(item, `${path}/${key}`)
  }
}

/** A template that always yields text. `write` turns a value into its part of the text. */
export const compileText = (
  template: string,
  expressions: Expressions,
  write: (value: unknown, place: number) => string = textOf,
): ((scope: Scope) => string) => {
  const parts = parseTemplate(template).map((part) =>
    'text' in part ? part.text : expressions.compile(part.expression),
  )
  return (scope) =>
    parts.map((part, place) => (typeof part === 'string' ? part : write(part(scope), place))).join('')
}

/** A value whose strings are templates; a string that is one expression and nothing else yields its value. */
export const compileValue = (value: unknown, expressions: Expressions): ((scope: Scope) => unknown) => {
  if (typeof value === 'string') {
    const [first, second] = parseTemplate(value)
    return first !== undefined && second === undefined && 'expression' in first
      ? expressions.compile(first.expression)
      : compileText(value, expressions)
  }
  if (Array.isArray(value)) {
    const items = value.map((item) => compileValue(item, expressions))
    return (scope) => items.map((item) => item(scope))
  }
  if (typeof value === 'object' && value !== null) {
    const fields = Object.entries(value).map(([key, item]) => [key, compileValue(item, expressions)] as const)
    return (scope) => Object.fromEntries(fields.map(([key, item]) => [key, item(scope)]))
  }
  return () => value
}

/** A value as a part of a text. */
export const textOf = (value: unknown): string => {
  if (typeof value === 'string') return value
  return value === null ? '' : JSON.stringify(value)
}

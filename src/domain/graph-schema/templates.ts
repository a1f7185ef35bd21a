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
    const close = findClosing(template, open + 2)
    if (close === undefined) {
      throw new TemplateError(`has a {{ at character ${String(open + 1)} that no }} closes`)
    }
    parts.push({ expression: template.slice(open + 2, close) })
    position = close + 2
  }
}

/** Braces of maps and quoted text inside the expression do not close it. */
const findClosing = (template: string, from: number): number | undefined => {
  let depth = 0
  let quote = ''
  for (let index = from; index < template.length; index++) {
    const character = template.charAt(index)
    if (quote !== '') {
      if (character === '\\') index++
      else if (character === quote) quote = ''
    } else if (character === '"' || character === "'") quote = character
    else if (character === '{') depth++
    else if (character === '}' && depth > 0) depth--
    else if (character === '}' && template.charAt(index + 1) === '}') return index
  }
  return undefined
}

/** Every template in a value that may hold some, with its path. */
export function* findTemplates(value: unknown, path: string): Generator<[path: string, template: string]> {
  if (typeof value === 'string') yield [path, value]
  else if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) yield* findTemplates(item, `${path}/${String(index)}`)
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, item] of Object.entries(value)) yield* findTemplates(item, `${path}/${key}`)
  }
}

/** A template that always yields text. `write` turns a value into its part of the text. */
export const compileText = (
  template: string,
  expressions: Expressions,
  format: (value: unknown, partIndex: number) => string = toText,
): ((scope: Scope) => string) => {
  const parts = parseTemplate(template).map((part) =>
    'text' in part ? part.text : expressions.compile(part.expression),
  )
  return (scope) =>
    parts
      .map((part, partIndex) => (typeof part === 'string' ? part : format(part(scope), partIndex)))
      .join('')
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
export const toText = (value: unknown): string => {
  if (typeof value === 'string') return value
  return value === null ? '' : JSON.stringify(value)
}

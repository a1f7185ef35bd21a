/** The formats of ajv-formats in their fast form, with limits for those that take more than linear time. */
import type { Ajv } from 'ajv'
import addFormats from 'ajv-formats'

/** `url` takes quadratic time and `regex` compiles its text: longer texts do not have these formats. */
const MAX_CHARS = { url: 2_048, regex: 1_000 }

export const addSafeFormats = (ajv: Ajv): void => {
  addFormats.default(ajv, { mode: 'fast' })
  for (const [name, maxChars] of Object.entries(MAX_CHARS)) {
    const format = addFormats.default.get(name as keyof typeof MAX_CHARS) as
      | RegExp
      | ((text: string) => boolean)
    ajv.addFormat(name, (text) => {
      if (text.length > maxChars) return false
      return format instanceof RegExp ? format.test(text) : format(text)
    })
  }
}

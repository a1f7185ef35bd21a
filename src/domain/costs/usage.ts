/** Reads the token usage that is stored with a run. */
import { isObject } from '../../schema/common.js'

/** The tokens that a run used with one model. */
export interface ModelUsage {
  calls: number
  input_tokens: number
  /** The part of the input tokens that the provider had cached. */
  cached_input_tokens?: number
  output_tokens: number
}

const toCount = (value: unknown): number => (typeof value === 'number' && value > 0 ? value : 0)

/** Returns null if the run has recorded no model call. */
export const readTokens = (
  usage: string | null,
): { input: number; cached_input: number; output: number } | null => {
  if (usage === null) return null
  const parsed: unknown = JSON.parse(usage)
  if (!isObject(parsed)) return null
  const { input_tokens, output_tokens, models } = parsed
  const byModel = isObject(models) ? (Object.values(models) as ModelUsage[]) : []
  return {
    input: toCount(input_tokens),
    cached_input: byModel.reduce((sum, { cached_input_tokens }) => sum + toCount(cached_input_tokens), 0),
    output: toCount(output_tokens),
  }
}

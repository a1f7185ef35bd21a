import type { Action } from '../../schema/guardrail.js'
import type { Found, SecondTier } from './rule.js'

interface Configured {
  model?: string
  timeout_ms?: number
  on_error?: 'open' | 'closed'
}

interface Asked extends Pick<SecondTier, 'question' | 'categories' | 'threshold'> {
  action: Exclude<Action, 'pass'>
  /** What a redirect answers. */
  text?: string
}

/** Nothing where no model is configured. */
export const secondTier = (
  { model, timeout_ms = 5_000, on_error = 'open' }: Configured,
  { question, categories, threshold, action, text }: Asked,
): { second?: SecondTier } => {
  if (model === undefined) return {}
  const found = (category: string, score: number | undefined, reason: string): Found => ({
    action,
    category,
    ...(score !== undefined && { score }),
    spans: [],
    reason,
    ...(text !== undefined && { text }),
  })
  return {
    second: { model, timeoutMs: timeout_ms, onError: on_error, question, categories, threshold, found },
  }
}

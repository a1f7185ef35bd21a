import type { Action } from '../../schema/guardrail.js'
import type { Finding, ModelCheckSettings } from './rule.js'

interface ModelCheckConfig {
  model?: string
  timeout_ms?: number
  on_error?: 'open' | 'closed'
}

interface ModelCheckQuestion extends Pick<ModelCheckSettings, 'question' | 'categories' | 'threshold'> {
  action: Exclude<Action, 'pass'>
  /** The reply of a redirect. */
  text?: string
}

/** Returns an empty object if no model is configured. */
export const toModelCheckSettings = (
  { model, timeout_ms = 5_000, on_error = 'open' }: ModelCheckConfig,
  { question, categories, threshold, action, text }: ModelCheckQuestion,
): { modelCheck?: ModelCheckSettings } => {
  if (model === undefined) return {}
  const toFinding = (category: string, score: number | undefined, reason: string): Finding => ({
    action,
    category,
    ...(score !== undefined && { score }),
    spans: [],
    reason,
    ...(text !== undefined && { text }),
  })
  return {
    modelCheck: {
      model,
      timeoutMs: timeout_ms,
      onError: on_error,
      question,
      categories,
      threshold,
      toFinding,
    },
  }
}

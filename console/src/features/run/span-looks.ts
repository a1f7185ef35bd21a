import type { SpanKind } from '../../model/spans.ts'
import type { GlyphName } from '../../ui/glyphs.tsx'

export const SPAN_GLYPHS: Record<SpanKind, GlyphName> = {
  queue: 'waiting',
  attempt: 'attempt',
  node: 'node',
  llm: 'llm',
  tool: 'tool',
  guardrail: 'guardrail',
  waiting: 'person',
  webhook: 'webhook',
}

export const SPAN_COLORS: Record<SpanKind, string> = {
  queue: 'hatched',
  attempt: 'bg-ink-3',
  node: 'bg-k-node',
  llm: 'bg-k-llm',
  tool: 'bg-k-tool',
  guardrail: 'bg-k-guard',
  waiting: 'hatched',
  webhook: 'bg-k-hook',
}

/** A share of the width, for a style. */
export const percent = (share: number): string => `${String(share * 100)}%`

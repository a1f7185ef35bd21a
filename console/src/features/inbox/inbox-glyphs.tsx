import { clsx } from 'clsx'
import { DUE_WORDS, dueState, formatWait, type InboxItem, type InboxKind } from '../../model/inbox.ts'
import { Glyph, type GlyphName } from '../../ui/glyphs.tsx'
import { StatusGlyph } from '../../ui/status.tsx'

const KIND_GLYPHS: Record<InboxKind, GlyphName> = {
  approval: 'approval',
  input: 'text',
  tool_output: 'tool',
  review: 'guardrail',
  unknown: 'json',
}

export const KindGlyph = ({ kind }: { kind: InboxKind }) => <Glyph name={KIND_GLYPHS[kind]} />

const COLORS = { late: 'text-fail', soon: 'text-wait', inTime: 'text-ink-3' }

/** "Overdue, 52 m over", "Due soon, due in 12 m" */
export const DueText = ({ item, now }: { item: InboxItem; now: number }) => {
  const state = dueState(item, now)
  if (state === undefined || item.dueAt === undefined) return null
  const distance = formatWait(Math.abs(item.dueAt - now))
  return (
    <span className={clsx('truncate text-small', COLORS[state])}>
      {DUE_WORDS[state]}, {state === 'late' ? `${distance} over` : `due in ${distance}`}
    </span>
  )
}

export const DueGlyph = ({ item, now }: { item: InboxItem; now: number }) => {
  const state = dueState(item, now)
  return state === undefined ? <StatusGlyph status="requires_action" /> : <Glyph name={state} />
}

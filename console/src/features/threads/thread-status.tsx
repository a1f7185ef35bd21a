import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import type { ThreadStatus } from '../../api/dialect.ts'
import { THREAD_STATUS_WORDS } from '../../model/thread-filters.ts'
import { StatusGlyph } from '../../ui/status.tsx'

const GLYPHS: Record<ThreadStatus, ReactNode> = {
  idle: (
    <svg viewBox="0 0 12 12" width="12" height="12" aria-hidden="true" className="flex-none text-idle">
      <circle cx="6" cy="6" r="5.1" fill="none" stroke="currentColor" strokeWidth="1.5" />
      <path d="M3.8 6h4.4" stroke="currentColor" strokeWidth="1.5" />
    </svg>
  ),
  busy: <StatusGlyph status="in_progress" />,
  interrupted: <StatusGlyph status="requires_action" />,
  error: <StatusGlyph status="failed" />,
}

const COLORS: Record<ThreadStatus, string> = {
  idle: 'bg-idle-soft text-idle',
  busy: 'bg-run-soft text-run',
  interrupted: 'bg-wait-soft text-wait',
  error: 'bg-fail-soft text-fail',
}

export const ThreadStatusPill = ({ status }: { status: ThreadStatus }) => (
  <span
    className={clsx(
      'inline-flex h-5.5 flex-none items-center gap-1.5 rounded-full pr-2.5 pl-2 text-small font-medium whitespace-nowrap',
      COLORS[status],
    )}
  >
    {GLYPHS[status]}
    {THREAD_STATUS_WORDS[status]}
  </span>
)

export const ThreadStatusText = ({ status }: { status: ThreadStatus }) => (
  <span className="inline-flex items-center gap-1.75 text-compact text-ink-2">
    {GLYPHS[status]}
    {THREAD_STATUS_WORDS[status]}
  </span>
)

import { clsx } from 'clsx'
import type { ReactNode } from 'react'

export type RunStatus = 'queued' | 'in_progress' | 'requires_action' | 'completed' | 'failed' | 'cancelled'

export const RUN_STATUSES: RunStatus[] = [
  'queued',
  'in_progress',
  'requires_action',
  'completed',
  'failed',
  'cancelled',
]

interface StatusStyle {
  word: string
  text: string
  soft: string
  shape: ReactNode
}

/** Every status has a word, a colour and a shape; the colour is never the only sign. */
const STYLES: Record<RunStatus, StatusStyle> = {
  queued: {
    word: 'Queued',
    text: 'text-idle',
    soft: 'bg-idle-soft',
    shape: <circle cx="6" cy="6" r="4.75" fill="none" stroke="currentColor" strokeWidth="1.5" />,
  },
  in_progress: {
    word: 'Running',
    text: 'text-run',
    soft: 'bg-run-soft',
    shape: (
      <g fill="none" stroke="currentColor">
        <circle cx="6" cy="6" r="4.75" strokeOpacity=".3" strokeWidth="1.5" />
        <path d="M6 1.25A4.75 4.75 0 0 1 10.75 6" strokeWidth="2" />
      </g>
    ),
  },
  requires_action: {
    word: 'Needs a person',
    text: 'text-wait',
    soft: 'bg-wait-soft',
    shape: (
      <>
        <circle cx="6" cy="6" r="4.75" fill="none" stroke="currentColor" strokeWidth="1.5" />
        <path d="M6 1.25a4.75 4.75 0 0 1 0 9.5z" fill="currentColor" />
      </>
    ),
  },
  completed: {
    word: 'Completed',
    text: 'text-ok',
    soft: 'bg-ok-soft',
    shape: (
      <>
        <circle cx="6" cy="6" r="5.5" fill="currentColor" />
        <path d="m3.5 6.2 1.8 1.8 3.3-3.7" fill="none" stroke="var(--surface)" strokeWidth="1.5" />
      </>
    ),
  },
  failed: {
    word: 'Failed',
    text: 'text-fail',
    soft: 'bg-fail-soft',
    shape: (
      <>
        <circle cx="6" cy="6" r="5.5" fill="currentColor" />
        <path d="m4 4 4 4m0-4-4 4" stroke="var(--surface)" strokeWidth="1.5" />
      </>
    ),
  },
  cancelled: {
    word: 'Cancelled',
    text: 'text-idle',
    soft: 'bg-idle-soft',
    shape: (
      <>
        <circle cx="6" cy="6" r="5.5" fill="currentColor" />
        <path d="M3.4 6h5.2" stroke="var(--surface)" strokeWidth="1.6" />
      </>
    ),
  },
}

export const statusWord = (status: RunStatus): string => STYLES[status].word

export const StatusGlyph = ({ status, size = 12 }: { status: RunStatus; size?: number }) => (
  <svg
    viewBox="0 0 12 12"
    width={size}
    height={size}
    aria-hidden="true"
    className={clsx('flex-none', STYLES[status].text, status === 'in_progress' && 'turning')}
  >
    {STYLES[status].shape}
  </svg>
)

/** Glyph and word. Statuses that ask for attention have the colour of the glyph, the others that of the text. */
export const StatusText = ({ status, note }: { status: RunStatus; note?: ReactNode }) => {
  const strong = status === 'in_progress' || status === 'requires_action' || status === 'failed'
  return (
    <span className="inline-flex min-w-0 items-center gap-1.75 text-compact">
      <StatusGlyph status={status} />
      <span
        className={clsx('whitespace-nowrap', strong ? `font-medium ${STYLES[status].text}` : 'text-ink-2')}
      >
        {STYLES[status].word}
      </span>
      {note !== undefined && note !== '' && <span className="truncate text-small text-ink-2">{note}</span>}
    </span>
  )
}

export const StatusPill = ({ status }: { status: RunStatus }) => (
  <span
    className={clsx(
      'inline-flex h-5.5 items-center gap-1.5 rounded-full pr-2.5 pl-2 text-small font-medium whitespace-nowrap',
      STYLES[status].text,
      STYLES[status].soft,
    )}
  >
    <StatusGlyph status={status} />
    {STYLES[status].word}
  </span>
)

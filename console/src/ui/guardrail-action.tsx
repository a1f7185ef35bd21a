import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import type { ActionName } from '../model/guardrails.ts'

const line = { fill: 'none', stroke: 'currentColor', strokeWidth: 1.4 } as const

const SHAPES: Record<ActionName, ReactNode> = {
  pass: <path d="m2 6.5 2.8 2.8L10.2 3" {...line} strokeWidth="1.6" />,
  warn: (
    <g {...line} strokeLinejoin="round">
      <path d="m6 1 5.5 10H.5z" />
      <path d="M6 4.8v2.7M6 8.6v1" />
    </g>
  ),
  redact: <path d="M0 3.5h12v5H0z" fill="currentColor" />,
  append: <path d="M1 3h10M1 6h6M9.5 6v5M7 8.5h5" {...line} />,
  redirect: <path d="M1 10V6.5a3 3 0 0 1 3-3h6.5M7.5.8l3 2.7-3 2.7" {...line} />,
  review: (
    <>
      <path d="M6 .8a5.2 5.2 0 0 1 0 10.4z" fill="currentColor" />
      <circle cx="6" cy="6" r="5.2" {...line} />
    </>
  ),
  block: (
    <g {...line}>
      <circle cx="6" cy="6" r="5.2" />
      <path d="m2.5 9.5 7-7" />
    </g>
  ),
}

const WORDS: Record<ActionName, string> = {
  pass: 'Pass',
  warn: 'Warn',
  redact: 'Redact',
  append: 'Append',
  redirect: 'Redirect',
  review: 'Review',
  block: 'Block',
}

/** Actions are coloured by how much they interfere with the run. */
const TONES: Record<ActionName, string> = {
  pass: 'text-ok',
  warn: 'text-ink-2',
  append: 'text-ink-2',
  redact: 'text-k-guard',
  review: 'text-k-guard',
  redirect: 'text-accent',
  block: 'text-fail',
}

export const actionTone = (action: ActionName): string => TONES[action]

export const ActionText = ({ action }: { action: ActionName }) => (
  <span className={clsx('inline-flex items-center gap-1.75 whitespace-nowrap', TONES[action])}>
    <svg viewBox="0 0 12 12" width="12" height="12" aria-hidden="true" className="flex-none">
      {SHAPES[action]}
    </svg>
    {WORDS[action]}
  </span>
)

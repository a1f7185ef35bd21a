import type { ReactNode } from 'react'

/** Shapes of the kinds of spans and of differences, on a grid of 12. Every kind has a shape beside its colour. */
const SHAPES = {
  node: <rect x="1" y="3" width="10" height="6" rx="1.5" fill="currentColor" />,
  llm: <path d="M6 .2 7.4 4.6 11.8 6 7.4 7.4 6 11.8 4.6 7.4.2 6 4.6 4.6z" fill="currentColor" />,
  tool: <path d="M6 .9 11.1 6 6 11.1.9 6z" fill="none" stroke="currentColor" strokeWidth="1.5" />,
  guardrail: (
    <path
      d="m6 .9 4.2 1.7v3.2c0 2.5-1.9 4.2-4.2 5.1C3.7 10 1.8 8.3 1.8 5.8V2.6z"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.4"
    />
  ),
  webhook: (
    <path
      d="M.8 6h7.5M5.3 2.8 8.5 6 5.3 9.2M11.2 1.5v9"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.4"
    />
  ),
  waiting: (
    <g fill="none" stroke="currentColor" strokeWidth="1.4">
      <circle cx="6" cy="6" r="4.7" />
      <path d="M6 3.3V6l1.9 1.1" />
    </g>
  ),
  person: (
    <g fill="none" stroke="currentColor" strokeWidth="1.4">
      <circle cx="6" cy="3.6" r="2.3" />
      <path d="M1.7 11.2c.3-2.7 2-4 4.3-4s4 1.3 4.3 4" />
    </g>
  ),
  checkpoint: <path d="M6 .9 11.1 6 6 11.1.9 6z" fill="currentColor" />,
  attempt: <path d="M2 1.5v9M2 6h8.5" fill="none" stroke="currentColor" strokeWidth="1.5" />,
  text: <path d="M1.2 1.8h9.6v6.6H5.6L3 10.6V8.4H1.2z" fill="none" stroke="currentColor" strokeWidth="1.4" />,
  json: (
    <path
      d="M4.3 1.2C2.3 1.2 3.4 5 1.4 6c2 1 .9 4.8 2.9 4.8M7.7 1.2c2 0 .9 3.8 2.9 4.8-2 1-.9 4.8-2.9 4.8"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.3"
    />
  ),
  approval: (
    <g fill="none" stroke="currentColor" strokeWidth="1.4">
      <rect x="1" y="1" width="10" height="10" rx="2" />
      <path d="m3.5 6.2 1.8 1.8 3.3-3.7" />
    </g>
  ),
  late: (
    <>
      <path d="M6 .6 11.6 11H.4z" fill="currentColor" />
      <path d="M6 4.4v3M6 8.5v1.2" stroke="var(--surface)" strokeWidth="1.3" />
    </>
  ),
  soon: (
    <>
      <circle cx="6" cy="6" r="4.75" fill="none" stroke="currentColor" strokeWidth="1.5" />
      <path d="M6 6V1.25A4.75 4.75 0 1 1 1.25 6z" fill="currentColor" />
    </>
  ),
  inTime: (
    <>
      <circle cx="6" cy="6" r="4.75" fill="none" stroke="currentColor" strokeWidth="1.5" />
      <path d="M6 6V1.25A4.75 4.75 0 0 1 10.75 6z" fill="currentColor" />
    </>
  ),
} satisfies Record<string, ReactNode>

export type GlyphName = keyof typeof SHAPES

const COLORS: Record<GlyphName, string> = {
  node: 'text-k-node',
  llm: 'text-k-llm',
  tool: 'text-k-tool',
  guardrail: 'text-k-guard',
  webhook: 'text-k-hook',
  waiting: 'text-ink-3',
  person: 'text-k-human',
  checkpoint: 'text-ink-3',
  attempt: 'text-ink-3',
  text: 'text-ink-2',
  json: 'text-ink-2',
  approval: 'text-k-human',
  late: 'text-fail',
  soon: 'text-wait',
  inTime: 'text-ok',
}

interface GlyphProps {
  name: GlyphName
  size?: number
  className?: string
}

export const Glyph = ({ name, size = 12, className = COLORS[name] }: GlyphProps) => (
  <svg viewBox="0 0 12 12" width={size} height={size} aria-hidden="true" className={`flex-none ${className}`}>
    {SHAPES[name]}
  </svg>
)

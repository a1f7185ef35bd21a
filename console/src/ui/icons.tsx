import type { ReactNode } from 'react'

/** Line icons on a grid of 16; `currentColor` draws them. */
const PATHS = {
  home: <path d="M2.5 7 8 2.5 13.5 7v6.5h-11z" />,
  runs: <path d="M2 4h7M5 8h9M3 12h6" />,
  inbox: <path d="M2.5 9.5 4 3h8l1.5 6.5V13h-11zM2.5 9.5H6l1 1.5h2l1-1.5h3.5" />,
  threads: <path d="M2.5 3h11v8H7l-3 2.5V11H2.5z" />,
  clock: (
    <>
      <circle cx="8" cy="8" r="5.5" />
      <path d="M8 5v3l2 1.5" />
    </>
  ),
  assistants: (
    <>
      <circle cx="4" cy="4" r="1.7" />
      <circle cx="12" cy="8" r="1.7" />
      <circle cx="4" cy="12" r="1.7" />
      <path d="M5.5 4.7 10.5 7.3M5.5 11.3l5-2.6" />
    </>
  ),
  playground: <path d="m3 3 4 5-4 5M8.5 13H13" />,
  datasets: (
    <>
      <ellipse cx="8" cy="4" rx="5" ry="2" />
      <path d="M3 4v8c0 1.1 2.2 2 5 2s5-.9 5-2V4M3 8c0 1.1 2.2 2 5 2s5-.9 5-2" />
    </>
  ),
  chart: <path d="M2.5 13.5V8M6.2 13.5V3M9.8 13.5V6M13.5 13.5v-9" />,
  shield: <path d="m8 2 5 2v4c0 3-2.2 5-5 6-2.8-1-5-3-5-6V4z" />,
  webhook: <path d="M2.5 8h8M7.5 5l3 3-3 3M13.5 3v10" />,
  table: <path d="M3 3h10v10H3zM3 6.5h10M6.5 6.5V13" />,
  key: (
    <>
      <circle cx="5.5" cy="10.5" r="2.5" />
      <path d="M7.5 8.5 13 3M10.5 5.5l2 2" />
    </>
  ),
  search: (
    <>
      <circle cx="7" cy="7" r="4.5" />
      <path d="m10.5 10.5 3.5 3.5" />
    </>
  ),
  person: (
    <>
      <circle cx="8" cy="5" r="2.8" />
      <path d="M2.8 14c.4-3.3 2.4-4.8 5.2-4.8s4.8 1.5 5.2 4.8" />
    </>
  ),
  close: <path d="m4 4 8 8m0-8-8 8" />,
  check: <path d="m3.5 8.5 3 3 6-7" />,
  plus: <path d="M8 3v10M3 8h10" />,
  minus: <path d="M3 8h10" />,
  menu: <path d="M2.5 4.5h11M2.5 8h11M2.5 11.5h11" />,
  more: (
    <g fill="currentColor" stroke="none">
      <circle cx="3.5" cy="8" r="1.3" />
      <circle cx="8" cy="8" r="1.3" />
      <circle cx="12.5" cy="8" r="1.3" />
    </g>
  ),
  down: <path d="m4 6.5 4 4 4-4" />,
  up: <path d="m4 9.5 4-4 4 4" />,
  right: <path d="m6.5 4 4 4-4 4" />,
  left: <path d="m9.5 4-4 4 4 4" />,
  arrowUp: <path d="M8 13V3M4 7l4-4 4 4" />,
  arrowDown: <path d="M8 3v10M4 9l4 4 4-4" />,
  external: <path d="M9 3h4v4M13 3 7.5 8.5M11 9.5V13H3V5h3.5" />,
  copy: <path d="M6 6h7v7H6zM10 6V3H3v7h3" />,
  pencil: <path d="m3 13 .7-3L10.5 3 13 5.5 6 12.3zM9 4.5 11.5 7" />,
  retry: <path d="M13 8a5 5 0 1 1-1.6-3.7M13 2.5v3h-3" />,
  fork: (
    <>
      <circle cx="4.5" cy="3.5" r="1.5" />
      <circle cx="11.5" cy="3.5" r="1.5" />
      <circle cx="8" cy="12.5" r="1.5" />
      <path d="M4.5 5v1.5A1.5 1.5 0 0 0 6 8h4a1.5 1.5 0 0 0 1.5-1.5V5M8 8v3" />
    </>
  ),
  stop: <rect x="4" y="4" width="8" height="8" rx="1" fill="currentColor" stroke="none" />,
  play: <path d="M5 3.5v9l7.5-4.5z" fill="currentColor" stroke="none" />,
  pause: <path d="M5.5 3.5v9M10.5 3.5v9" />,
  trash: <path d="M3 4.5h10M6.5 4.5V3h3v1.5M4.5 4.5l.6 8.5h5.8l.6-8.5M7 7v3.5M9 7v3.5" />,
  filter: <path d="M2.5 3.5h11L9.5 8.5v4l-3-1.5V8.5z" />,
  columns: <path d="M2.5 3h11v10h-11zM6.2 3v10M9.8 3v10" />,
  sun: (
    <>
      <circle cx="8" cy="8" r="2.8" />
      <path d="M8 1.5v1.5M8 13v1.5M1.5 8H3M13 8h1.5M3.4 3.4l1 1M11.6 11.6l1 1M3.4 12.6l1-1M11.6 4.4l1-1" />
    </>
  ),
  moon: <path d="M13 9.5A5.5 5.5 0 0 1 6.5 3 5.5 5.5 0 1 0 13 9.5z" />,
  screen: <path d="M2.5 3h11v7.5h-11zM6 13.5h4M8 10.5v3" />,
  keyboard: <path d="M1.8 4h12.4v8H1.8zM4 6.5h.01M6.5 6.5h.01M9 6.5h.01M11.5 6.5h.01M5 9.5h6" />,
  signOut: <path d="M6.5 3H3v10h3.5M7 8h6.5M11 5.5 13.5 8 11 10.5" />,
  warning: <path d="M8 2.2 14.3 13.5H1.7zM8 6.5v3.2M8 11.3v.7" />,
  info: (
    <>
      <circle cx="8" cy="8" r="5.8" />
      <path d="M8 7.3v3.5M8 5v.6" />
    </>
  ),
  bookmark: <path d="M4.5 2.5h7v11L8 10.8 4.5 13.5z" />,
  json: <path d="M6 2C3.5 2 5 7 2.5 8 5 9 3.5 14 6 14M10 2c2.5 0 1 5 3.5 6-2.5 1-1 6-3.5 6" />,
  help: (
    <>
      <circle cx="8" cy="8" r="5.8" />
      <path d="M6.3 6.4a1.8 1.8 0 1 1 2.6 1.6c-.6.3-.9.6-.9 1.3M8 11.2v.6" />
    </>
  ),
} satisfies Record<string, ReactNode>

export type IconName = keyof typeof PATHS

interface IconProps {
  name: IconName
  size?: number
  className?: string
}

/** An icon next to a word, so it is hidden from screen readers. */
export const Icon = ({ name, size = 15, className }: IconProps) => (
  <svg
    viewBox="0 0 16 16"
    width={size}
    height={size}
    fill="none"
    stroke="currentColor"
    strokeWidth="1.5"
    strokeLinejoin="round"
    aria-hidden="true"
    className={className === undefined ? 'flex-none' : `flex-none ${className}`}
  >
    {PATHS[name]}
  </svg>
)

export const Logo = ({ size = 22 }: { size?: number }) => (
  <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" className="flex-none">
    <rect width="32" height="32" rx="7" fill="#1f2937" />
    <path d="M9 5v22M16 5v22M23 5v22" fill="none" stroke="#fbbf24" strokeWidth="2.5" />
    <g fill="#1f2937" stroke="#fff" strokeWidth="2">
      <circle cx="9" cy="12" r="3" />
      <circle cx="16" cy="20" r="3" />
      <circle cx="23" cy="12" r="3" />
    </g>
  </svg>
)

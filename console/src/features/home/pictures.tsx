/** Drawings of the three ways to start. */
import type { ReactNode } from 'react'

const Picture = ({ children }: { children: ReactNode }) => (
  <svg
    viewBox="0 0 350 132"
    aria-hidden="true"
    className="block h-37.5 w-full text-[11.5px]"
    fill="var(--ink-2)"
  >
    {children}
  </svg>
)

const Box = ({ x, color, label }: { x: number; color: string; label: string }) => (
  <>
    <rect x={x} y="50" width="96" height="32" rx="5" fill="var(--bg)" stroke="var(--line-2)" />
    <rect x={x} y="50" width="4" height="32" rx="2" fill={color} />
    <text x={x + 50} y="70" textAnchor="middle">
      {label}
    </text>
  </>
)

export const DemoPicture = () => (
  <Picture>
    <path d="M30 66H320" stroke="var(--line-2)" strokeWidth="1.5" />
    <circle cx="30" cy="66" r="6" fill="var(--ink-2)" />
    <Box x={62} color="var(--k-llm)" label="agent" />
    <Box x={188} color="var(--k-tool)" label="calculator" />
    <circle cx="320" cy="66" r="7" fill="var(--ok)" />
    <path d="m317 66.2 2.2 2.2 4-4.6" fill="none" stroke="var(--surface)" strokeWidth="1.5" />
  </Picture>
)

export const ChatPicture = () => (
  <Picture>
    <rect x="136" y="26" width="162" height="28" rx="8" fill="var(--accent-soft)" />
    <text x="150" y="44">
      What is 12 % of 84.90?
    </text>
    <rect x="52" y="64" width="148" height="28" rx="8" fill="var(--bg)" stroke="var(--line)" />
    <path d="m68 72.5 1.5 4.2 4.2 1.3-4.2 1.3-1.5 4.2-1.5-4.2-4.2-1.3 4.2-1.3z" fill="var(--k-llm)" />
    <text x="82" y="82">
      10.19, calculated
    </text>
    <path d="M52 112H298" stroke="var(--line-2)" />
    <path d="M52 104v8" stroke="var(--accent)" strokeWidth="1.5" />
  </Picture>
)

export const CrashPicture = () => (
  <Picture>
    <rect x="150" y="24" width="56" height="84" fill="var(--sunken)" />
    <path d="M150.5 24v84M205.5 24v84" stroke="var(--line-2)" strokeDasharray="3 3" />
    <rect x="52" y="36" width="46" height="9" rx="2.5" fill="var(--k-node)" />
    <rect x="98" y="58" width="52" height="9" rx="2.5" fill="var(--k-node)" />
    <circle cx="150" cy="62.5" r="6.5" fill="var(--fail)" />
    <path d="m147.500 60 5 5m0-5-5 5" stroke="var(--surface)" strokeWidth="1.5" />
    <rect x="206" y="58" width="52" height="9" rx="2.5" fill="var(--k-node)" />
    <rect x="258" y="80" width="40" height="9" rx="2.5" fill="var(--ok)" />
    <g fill="var(--surface)" stroke="var(--ink-2)" strokeWidth="1.3">
      <path d="m98 95 5 5-5 5-5-5zM258 95l5 5-5 5-5-5z" />
    </g>
    <path d="m206 95 5 5-5 5-5-5z" fill="var(--accent)" />
  </Picture>
)

import { useState, type ReactNode } from 'react'
import { formatBytes } from '../model/format.ts'
import { Button } from './button.tsx'

/** Texts longer than this are cut until they are expanded: base64 in a payload otherwise freezes the page. */
export const MAX_SHOWN_CHARS = 20_000

/** Text of users or models, as plain text. */
export const LongText = ({ text, className }: { text: string; className?: string }) => {
  const [expanded, setExpanded] = useState(false)
  const cut = text.length > MAX_SHOWN_CHARS && !expanded
  return (
    <div className={className}>
      <span className="whitespace-pre-wrap">{cut ? text.slice(0, MAX_SHOWN_CHARS) : text}</span>
      {cut && (
        <div className="mt-1">
          <Button variant="link" onClick={() => setExpanded(true)}>
            Show all {formatBytes(text.length)}
          </Button>
        </div>
      )}
    </div>
  )
}

const isSafe = (href: string): boolean => {
  try {
    return ['http:', 'https:'].includes(new URL(href).protocol)
  } catch {
    return false
  }
}

/** A link from data. Only http and https become links; anything else stays text. */
export const ExternalLink = ({ href, children }: { href: string; children?: ReactNode }) =>
  isSafe(href) ? (
    <a href={href} target="_blank" rel="noreferrer" className="text-accent underline underline-offset-3">
      {children ?? href}
    </a>
  ) : (
    <span>{children ?? href}</span>
  )

/** Marks each occurrence of `query`, without regard to case. */
export const Highlight = ({ text, query }: { text: string; query: string | undefined }) => {
  if (query === undefined || query === '') return text
  const parts: ReactNode[] = []
  const lower = text.toLowerCase()
  const needle = query.toLowerCase()
  let from = 0
  for (let at = lower.indexOf(needle); at !== -1; at = lower.indexOf(needle, from)) {
    parts.push(text.slice(from, at), <mark key={at}>{text.slice(at, at + needle.length)}</mark>)
    from = at + needle.length
  }
  return [...parts, text.slice(from)]
}

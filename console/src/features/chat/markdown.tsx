import { clsx } from 'clsx'
import Markdown, { type Components } from 'react-markdown'
import remarkGfm from 'remark-gfm'
import { useState } from 'react'
import { formatBytes } from '../../model/format.ts'
import { Button } from '../../ui/button.tsx'
import { ExternalLink, MAX_SHOWN_CHARS } from '../../ui/text.tsx'

/** Raw HTML stays text, images are never loaded, and links lead only to http and https. */
const COMPONENTS: Components = {
  a: ({ href, children }) => <ExternalLink href={href ?? ''}>{children}</ExternalLink>,
  img: ({ src, alt }) => (
    <span className="text-ink-2">
      [image: {alt === undefined || alt === '' ? 'without description' : alt}
      {typeof src === 'string' && src !== '' && (
        <>
          , <ExternalLink href={src}>open</ExternalLink>
        </>
      )}
      ]
    </span>
  ),
  p: ({ children }) => <p className="not-first:mt-2">{children}</p>,
  ul: ({ children }) => <ul className="list-disc pl-5 not-first:mt-2">{children}</ul>,
  ol: ({ children, start }) => (
    <ol start={start} className="list-decimal pl-5 not-first:mt-2">
      {children}
    </ol>
  ),
  blockquote: ({ children }) => (
    <blockquote className="border-l-2 border-line-2 pl-3 text-ink-2 not-first:mt-2">{children}</blockquote>
  ),
  h1: ({ children }) => <h3 className="text-title font-semibold not-first:mt-3">{children}</h3>,
  h2: ({ children }) => <h3 className="text-title font-semibold not-first:mt-3">{children}</h3>,
  h3: ({ children }) => <h4 className="font-semibold not-first:mt-3">{children}</h4>,
  h4: ({ children }) => <h4 className="font-semibold not-first:mt-3">{children}</h4>,
  h5: ({ children }) => <h4 className="font-semibold not-first:mt-3">{children}</h4>,
  h6: ({ children }) => <h4 className="font-semibold not-first:mt-3">{children}</h4>,
  hr: () => <hr className="my-3 border-line" />,
  strong: ({ children }) => <strong className="font-semibold">{children}</strong>,
  pre: ({ children }) => (
    <pre className="overflow-x-auto rounded border border-line bg-sunken px-3 py-2 font-mono text-small not-first:mt-2 [&_code]:bg-transparent [&_code]:p-0">
      {children}
    </pre>
  ),
  code: ({ children }) => <code className="rounded-sm bg-sunken px-1 font-mono text-small">{children}</code>,
  table: ({ children }) => (
    <div className="overflow-x-auto not-first:mt-2">
      <table className="border-collapse text-compact">{children}</table>
    </div>
  ),
  th: ({ children }) => (
    <th className="border-b border-line-2 py-1 pr-5 text-left font-medium">{children}</th>
  ),
  td: ({ children }) => <td className="border-b border-line py-1 pr-5 align-top">{children}</td>,
  input: ({ checked }) => <span aria-hidden="true">{checked === true ? '☑ ' : '☐ '}</span>,
}

/** Addresses are checked by `ExternalLink`, which shows anything but http and https as text. */
const keepUrl = (url: string): string => url

export const MarkdownText = ({ text, className }: { text: string; className?: string }) => {
  const [expanded, setExpanded] = useState(false)
  const cut = text.length > MAX_SHOWN_CHARS && !expanded
  return (
    <div className={clsx('min-w-0', className)}>
      <Markdown remarkPlugins={[remarkGfm]} components={COMPONENTS} urlTransform={keepUrl}>
        {cut ? text.slice(0, MAX_SHOWN_CHARS) : text}
      </Markdown>
      {cut && (
        <Button variant="link" className="mt-1" onClick={() => setExpanded(true)}>
          Show all {formatBytes(text.length)}
        </Button>
      )}
    </div>
  )
}

import type { ReactNode } from 'react'
import { ErrorLine, Loading } from '../../ui/states.tsx'

interface HomeListProps {
  id: string
  title: string
  note: ReactNode
  isLoading: boolean
  error: unknown
  /** Shown instead of rows if there are none. */
  empty: ReactNode
  rows: ReactNode[]
  footer?: ReactNode
}

/** One of the lists below the chart. */
export const HomeList = ({ id, title, note, isLoading, error, empty, rows, footer }: HomeListProps) => (
  <section aria-labelledby={id} className="min-w-0 border-l border-line first:border-0 max-lg:border-l-0">
    <div className="flex h-9 items-center border-b border-line px-5">
      <h2 id={id} className="font-medium">
        {title}
      </h2>
      <span className="ml-auto flex gap-2 truncate text-small text-ink-3">{note}</span>
    </div>
    {error !== null && error !== undefined ? (
      <div className="p-4">
        <ErrorLine error={error} />
      </div>
    ) : isLoading ? (
      <Loading lines={4} label={`Loading: ${title}`} />
    ) : rows.length === 0 ? (
      <p className="px-5 py-4 text-ink-2">{empty}</p>
    ) : (
      <ul>{rows}</ul>
    )}
    {footer !== undefined && rows.length > 0 && <p className="px-5 py-3 text-small text-ink-2">{footer}</p>}
  </section>
)

export const ROW_CLASS =
  'grid h-12 items-center gap-x-2.5 border-b border-line px-5 text-ink outline-offset-[-2px] hover:bg-sunken'
export const NOTE_LINK_CLASS = 'text-accent underline decoration-1 underline-offset-3'

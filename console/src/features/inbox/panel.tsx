import type { ReactNode } from 'react'

/** A titled part of an item. */
export const Panel = ({
  id,
  title,
  note,
  children,
}: {
  id: string
  title: string
  note?: ReactNode
  children: ReactNode
}) => (
  <section aria-labelledby={id} className="border-b border-line">
    <div className="flex h-9 items-center border-b border-line px-5">
      <h3 id={id} className="font-medium">
        {title}
      </h3>
      {note !== undefined && <span className="ml-auto text-small text-ink-3">{note}</span>}
    </div>
    {children}
  </section>
)

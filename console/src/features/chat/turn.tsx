import type { ReactNode } from 'react'
import type { Branches, MessageItem } from '../../model/transcript.ts'
import { IconButton } from '../../ui/button.tsx'

interface TurnProps {
  glyph: ReactNode
  name: string
  notes?: ReactNode[]
  children: ReactNode
}

/** One line of the conversation: who, and what. */
export const Turn = ({ glyph, name, notes = [], children }: TurnProps) => (
  <li className="grid gap-x-3 gap-y-1 md:grid-cols-[112px_minmax(0,1fr)]">
    <div className="min-w-0">
      <div className="flex items-center gap-1.75 font-medium">
        {glyph}
        <span className="min-w-0 truncate" title={name}>
          {name}
        </span>
      </div>
      {notes.map((note, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- the notes of a turn have a fixed order
        <div key={index} className="pl-4.75 text-label text-ink-3">
          {note}
        </div>
      ))}
    </div>
    <div className="min-w-0">{children}</div>
  </li>
)

export interface EntryActions {
  /** Absent while the caller may not write or the thread has no such action. */
  onEdit?: ((item: MessageItem) => void) | undefined
  onRetry?: ((item: MessageItem) => void) | undefined
  onBranch: (checkpointId: string) => void
}

export const BranchSwitch = ({
  branches,
  onBranch,
}: {
  branches: Branches
  onBranch: (id: string) => void
}) => {
  const { ids, index } = branches
  const text = `Branch ${String(index + 1)} / ${String(ids.length)}`
  const go = (step: number): void => {
    const id = ids[index + step]
    if (id !== undefined) onBranch(id)
  }
  return (
    <span
      role="group"
      aria-label={text}
      className="ml-auto inline-flex h-5.5 items-center rounded border border-line-2 text-small"
    >
      <IconButton
        icon="left"
        label="Earlier branch"
        size="small"
        disabled={index === 0}
        onClick={() => go(-1)}
      />
      <span className="px-0.5">{text}</span>
      <IconButton
        icon="right"
        label="Later branch"
        size="small"
        disabled={index === ids.length - 1}
        onClick={() => go(1)}
      />
    </span>
  )
}

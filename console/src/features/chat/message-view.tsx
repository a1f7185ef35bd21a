import { clsx } from 'clsx'
import { lazy, Suspense, type ReactNode } from 'react'
import { formatCount } from '../../model/format.ts'
import type { MessageItem } from '../../model/transcript.ts'
import { Glyph, type GlyphName } from '../../ui/glyphs.tsx'
import { Icon, type IconName } from '../../ui/icons.tsx'
import { JsonView } from '../../ui/json-view.tsx'
import { LongText } from '../../ui/text.tsx'
import { Time } from '../../ui/time.tsx'
import { BranchSwitch, Turn, type EntryActions } from './turn.tsx'

const Action = ({
  icon,
  onClick,
  children,
}: {
  icon: IconName
  onClick: () => void
  children: ReactNode
}) => (
  <button
    type="button"
    onClick={onClick}
    className="inline-flex items-center gap-1.25 text-small text-ink-2 hover:text-ink"
  >
    <Icon name={icon} size={13} />
    {children}
  </button>
)

const Operations = ({ item, actions }: { item: MessageItem; actions: EntryActions }) => {
  const { onEdit, onRetry } = actions
  const isUser = item.message.kind === 'user'
  const canEdit = isUser && onEdit !== undefined && item.checkpoint !== undefined
  const canRetry =
    onRetry !== undefined &&
    item.checkpoint !== undefined &&
    (isUser || item.checkpoint.parentId !== undefined)
  if (!canEdit && !canRetry && item.branches === undefined) return null
  return (
    <div
      className={clsx(
        'flex flex-wrap items-center gap-x-4',
        isUser || item.branches !== undefined ? 'mt-1.5 min-h-5.5' : '-mb-4.5 h-4.5',
        !isUser &&
          item.branches === undefined &&
          'opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 focus-within:opacity-100 [@media(hover:none)]:opacity-100',
      )}
    >
      {canEdit && (
        <Action icon="pencil" onClick={() => onEdit(item)}>
          Edit and fork
        </Action>
      )}
      {canRetry && (
        <Action icon="retry" onClick={() => onRetry(item)}>
          {isUser ? 'Run again from here' : 'Retry'}
        </Action>
      )}
      {item.branches !== undefined && <BranchSwitch branches={item.branches} onBranch={actions.onBranch} />}
    </div>
  )
}

const CARET =
  "[&>:last-child]:after:ml-0.5 [&>:last-child]:after:inline-block [&>:last-child]:after:h-3.75 [&>:last-child]:after:w-1.75 [&>:last-child]:after:bg-ink [&>:last-child]:after:align-[-2px] [&>:last-child]:after:content-['']"

/** The first replies are shown as plain text until the parser has loaded. */
const MarkdownText = lazy(async () => ({ default: (await import('./markdown.tsx')).MarkdownText }))

const MESSAGE_GLYPHS: Record<string, GlyphName> = {
  assistant: 'llm',
  tool: 'tool',
  system: 'node',
  other: 'node',
}

const messageNotes = (item: MessageItem, rate: number | undefined): ReactNode[] => {
  const { message, streaming, checkpoint } = item
  if (streaming)
    return ['streaming', ...(rate === undefined ? [] : [`${formatCount(Math.round(rate))} tokens / s`])]
  if (message.kind === 'user' && checkpoint?.state.created_at != null)
    return [<Time key="time" value={checkpoint.state.created_at} />]
  const notes: ReactNode[] = []
  if (message.model !== undefined)
    notes.push(message.model === 'demo' ? 'demo model, scripted' : message.model)
  if (message.tokens !== undefined && message.tokens.output > 0)
    notes.push(`${formatCount(message.tokens.output)} tokens`)
  return notes
}

export const Message = ({
  item,
  actions,
  rate,
}: {
  item: MessageItem
  actions: EntryActions
  rate: number | undefined
}) => {
  const { message, streaming } = item
  if (message.kind === 'user')
    return (
      <Turn
        glyph={<Glyph name="person" className="text-ink-2" />}
        name={item.node ?? 'You'}
        notes={messageNotes(item, rate)}
      >
        <div className="rounded-[6px] border border-line bg-sunken px-3 py-1.75">
          <LongText text={message.text} />
          <OtherParts parts={message.otherParts} />
        </div>
        <Operations item={item} actions={actions} />
      </Turn>
    )
  const name =
    item.node ??
    message.name ??
    (message.kind === 'system' ? 'System' : message.kind === 'tool' ? 'Tool' : 'Assistant')
  return (
    <Turn
      glyph={<Glyph name={MESSAGE_GLYPHS[message.kind] ?? 'node'} />}
      name={name}
      notes={messageNotes(item, rate)}
    >
      <div className="group" aria-live={streaming ? 'polite' : undefined} aria-busy={streaming || undefined}>
        {message.kind === 'tool' ? (
          <LongText text={message.text} className="font-mono text-small" />
        ) : (
          <Suspense fallback={<LongText text={message.text} />}>
            <MarkdownText text={message.text} className={clsx(streaming && CARET)} />
          </Suspense>
        )}
        <OtherParts parts={message.otherParts} />
        {!streaming && <Operations item={item} actions={actions} />}
      </div>
    </Turn>
  )
}

const OtherParts = ({ parts }: { parts: unknown[] }) =>
  parts.length === 0 ? null : (
    <JsonView value={parts} label="Other parts of the message" depth={1} className="mt-1 max-h-40" />
  )

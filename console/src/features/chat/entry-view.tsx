import { clsx } from 'clsx'
import { lazy, Suspense, type ReactNode } from 'react'
import { formatCount, formatDuration } from '../../model/format.ts'
import { previewJson } from '../../model/json-rows.ts'
import { isRecord } from '../../model/messages.ts'
import type { Branches, Entry, MessageItem, StepItem } from '../../model/transcript.ts'
import { IconButton } from '../../ui/button.tsx'
import { Glyph, type GlyphName } from '../../ui/glyphs.tsx'
import { Icon, type IconName } from '../../ui/icons.tsx'
import { JsonView } from '../../ui/json-view.tsx'
import { StatusGlyph } from '../../ui/status.tsx'
import { LongText } from '../../ui/text.tsx'
import { Duration, Time } from '../../ui/time.tsx'
import { ToolUseView } from './tool-use.tsx'

export interface TurnProps {
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

const BranchSwitch = ({ branches, onBranch }: { branches: Branches; onBranch: (id: string) => void }) => {
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

const Message = ({
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

/** A step that was resumed has no stored result; its checkpoint says what it changed. */
const stepText = ({ result, checkpoint }: StepItem): string =>
  result == null && checkpoint !== undefined && checkpoint.changes.length > 0
    ? checkpoint.changes
        .slice(0, 4)
        .map(({ sign, name }) => `${sign} ${name}`)
        .join(', ')
    : resultText(result)

const resultText = (result: unknown): string => {
  if (!isRecord(result)) return result == null ? 'changed nothing' : previewJson(result, 100)
  const entries = Object.entries(result)
  if (entries.length === 0) return 'changed nothing'
  return entries
    .slice(0, 3)
    .map(([name, value]) => `${name}: ${previewJson(value, 60)}`)
    .concat(entries.length > 3 ? [`${String(entries.length - 3)} more`] : [])
    .join(', ')
}

const Step = ({ item, actions }: { item: StepItem; actions: EntryActions }) => {
  const running = item.status === 'running'
  const glyph = running ? (
    <StatusGlyph status="in_progress" />
  ) : item.status === 'failed' ? (
    <StatusGlyph status="failed" />
  ) : (
    <Glyph name="node" />
  )
  return (
    <Turn glyph={glyph} name={item.node ?? 'step'}>
      {item.status === 'failed' ? (
        <p role="alert" className="rounded-[6px] bg-fail-soft px-3 py-1.75 text-fail">
          <LongText text={item.error ?? 'The node failed'} />
        </p>
      ) : (
        <div className="flex items-baseline gap-2.5 text-ink-2">
          <span className={clsx('min-w-0 truncate', !running && 'font-mono text-small')}>
            {running ? 'running' : stepText(item)}
          </span>
          <span className="ml-auto flex-none text-small text-ink-3">
            {running ? (
              <Duration since={item.startedAt} />
            ) : (
              item.durationMs !== undefined && formatDuration(item.durationMs)
            )}
          </span>
          {item.branches !== undefined && (
            <BranchSwitch branches={item.branches} onBranch={actions.onBranch} />
          )}
        </div>
      )}
    </Turn>
  )
}

export interface EntryViewProps {
  entry: Entry
  actions: EntryActions
  /** Pieces per second of the message that streams. */
  rate: number | undefined
  isRunning: boolean
}

export const EntryView = ({ entry, actions, rate, isRunning }: EntryViewProps) => {
  if (entry.type === 'message') return <Message item={entry} actions={actions} rate={rate} />
  if (entry.type === 'step') return <Step item={entry} actions={actions} />
  return (
    <Turn glyph={<Glyph name="tool" />} name={entry.node ?? 'tools'}>
      {entry.uses.map((use, index) => (
        <ToolUseView key={use.call.id ?? index} use={use} active={isRunning && use.result === undefined} />
      ))}
      {entry.branches !== undefined && (
        <div className="mt-1.5 flex">
          <BranchSwitch branches={entry.branches} onBranch={actions.onBranch} />
        </div>
      )}
    </Turn>
  )
}

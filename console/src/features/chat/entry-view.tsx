import { clsx } from 'clsx'
import { formatDuration } from '../../model/format.ts'
import { previewJson } from '../../model/json-rows.ts'
import type { Entry, StepItem } from '../../model/transcript.ts'
import { Glyph } from '../../ui/glyphs.tsx'
import { StatusGlyph } from '../../ui/status.tsx'
import { LongText } from '../../ui/text.tsx'
import { Duration } from '../../ui/time.tsx'
import { Message } from './message-view.tsx'
import { ToolUseView } from './tool-use.tsx'
import { BranchSwitch, Turn, type EntryActions } from './turn.tsx'
import { isRecord } from '../../model/is-record.ts'

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

interface EntryViewProps {
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

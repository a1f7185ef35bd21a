import { useEffect, useLayoutEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import { chunkRate, liveItems } from '../../model/live-run.ts'
import { pathTo } from '../../model/checkpoint-tree.ts'
import { plural } from '../../model/format.ts'
import type { OutputSchemas } from '../../model/question.ts'
import type { PreparedReply } from '../../model/replies.ts'
import { pathItems, toEntries, type Entry, type Item, type MessageItem } from '../../model/transcript.ts'
import { Icon } from '../../ui/icons.tsx'
import { StatusGlyph } from '../../ui/status.tsx'
import { Duration } from '../../ui/time.tsx'
import { EditTurn } from './edit-turn.tsx'
import { EntryView } from './entry-view.tsx'
import { InterruptCard } from './interrupt-card.tsx'
import { Turn, type EntryActions } from './turn.tsx'
import type { ActiveRun, Chat } from './use-chat.ts'

const SHOWN_ENTRIES = 40

/** The path that is shown, without the checkpoints that the active run has already stored: those come from its stream. */
const usePath = (chat: Chat, leaf: string | undefined) => {
  const { tree, active } = chat
  return useMemo(() => {
    const path = pathTo(tree, active?.from ?? leaf)
    const runId = active?.live.runId
    const own = runId === undefined ? -1 : path.findIndex((node) => node.runId === runId)
    return own === -1 ? path : path.slice(0, own)
  }, [tree, active?.from, active?.live.runId, leaf])
}

const pendingItem = ({ pendingText }: ActiveRun): Item[] =>
  pendingText === undefined
    ? []
    : [
        {
          type: 'message',
          key: 'pending',
          node: undefined,
          checkpoint: undefined,
          streaming: false,
          message: {
            id: undefined,
            kind: 'user',
            name: undefined,
            text: pendingText,
            otherParts: [],
            toolCalls: [],
            toolCallId: undefined,
            isError: false,
            model: undefined,
            tokens: undefined,
            source: {},
          },
        },
      ]

export const useEntries = (chat: Chat, leaf: string | undefined) => {
  const { tree, active } = chat
  const path = usePath(chat, leaf)
  const isIdle = active === undefined
  const base = useMemo(() => pathItems(tree, path, isIdle), [tree, path, isIdle])
  const entries = useMemo(() => {
    if (active === undefined) return toEntries(base)
    const live = liveItems(active.live, new Set(base.map(({ key }) => key)))
    const hasUser = live.some((item) => item.type === 'message' && item.message.kind === 'user')
    return toEntries([...base, ...(hasUser ? [] : pendingItem(active)), ...live])
  }, [base, active])
  return { path, entries }
}

/** The entries at the end that belong to nodes of one step, if the step has several nodes. */
const countParallel = (entries: Entry[], names: ReadonlySet<string>): number => {
  if (names.size < 2) return 0
  const last = entries.findLastIndex(({ node }) => node === undefined || !names.has(node))
  const group = entries.slice(last + 1)
  return new Set(group.map(({ node }) => node)).size > 1 ? group.length : 0
}

interface ConversationProps {
  chat: Chat
  entries: Entry[]
  /** The nodes of the step that is open: running now, or waiting for a person. */
  parallelNodes: ReadonlySet<string>
  actions: EntryActions
  canWrite: boolean
  /** True while a reply to an interrupt is sent. */
  isReplying: boolean
  outputSchemas: OutputSchemas
  onReply: (reply: PreparedReply) => void
  onSendEdited: (item: MessageItem, text: string) => void
  editing: MessageItem | undefined
  onEndEditing: () => void
  children?: ReactNode
}

export const Conversation = (props: ConversationProps) => {
  const { chat, entries, parallelNodes, actions, editing } = props
  const [showAll, setShowAll] = useState(false)
  const scroller = useRef<HTMLDivElement>(null)
  const sticks = useRef(true)
  useLayoutEffect(() => {
    const element = scroller.current
    if (element !== null && sticks.current) element.scrollTop = element.scrollHeight
  })
  const isIdle = chat.active === undefined
  useEffect(() => {
    sticks.current = true
  }, [isIdle])
  const hidden = showAll ? 0 : Math.max(0, entries.length - SHOWN_ENTRIES)
  const shown = entries.slice(hidden)
  const parallel = countParallel(shown, parallelNodes)
  const rate = chat.active === undefined ? undefined : chunkRate(chat.active.live)
  const firstInterrupt = shown.findIndex((entry) => entry.type === 'step' && entry.status === 'waiting')

  const renderEntry = (entry: Entry, index: number): ReactNode => {
    if (entry.type === 'message' && editing?.key === entry.key)
      return (
        <EditTurn key={entry.key} item={entry} onSend={props.onSendEdited} onCancel={props.onEndEditing} />
      )
    if (entry.type === 'step' && entry.status === 'waiting')
      return (
        <Turn
          key={entry.key}
          glyph={<StatusGlyph status="requires_action" />}
          name={entry.node ?? 'step'}
          notes={[
            entry.startedAt === undefined || chat.active?.live.isTimed !== true ? (
              'waiting'
            ) : (
              <span key="wait">
                waiting <Duration since={entry.startedAt} />
              </span>
            ),
          ]}
        >
          <div className="flex flex-col gap-2">
            {entry.interrupts.map((interrupt, place) => (
              <InterruptCard
                key={interrupt.id ?? place}
                interrupt={interrupt}
                hasKeys={index === firstInterrupt && place === 0}
                blocked={
                  props.canWrite
                    ? chat.active === undefined
                      ? undefined
                      : 'You can decide as soon as the other steps of this run have ended.'
                    : 'Your key may read but not decide.'
                }
                isBusy={props.isReplying}
                outputSchemas={props.outputSchemas}
                onReply={props.onReply}
              />
            ))}
          </div>
        </Turn>
      )
    return (
      <EntryView
        key={entry.key}
        entry={entry}
        actions={actions}
        rate={rate}
        isRunning={chat.active !== undefined}
      />
    )
  }

  return (
    <div
      ref={scroller}
      tabIndex={0}
      role="log"
      aria-label="Messages and steps"
      onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) => {
        sticks.current = scrollHeight - scrollTop - clientHeight < 40
      }}
      className="min-h-0 flex-1 overflow-y-auto px-5 py-4 outline-offset-[-2px]"
    >
      {hidden > 0 && (
        <div className="mb-3 flex items-center gap-2.5 text-small before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
          <button
            type="button"
            className="inline-flex items-center gap-1 text-ink-2 hover:text-ink"
            onClick={() => setShowAll(true)}
          >
            <Icon name="right" size={11} />
            {plural(hidden, 'earlier entry', 'earlier entries')}
          </button>
        </div>
      )}
      <ol className="flex flex-col gap-4.5">
        {shown.slice(0, shown.length - parallel).map(renderEntry)}
        {parallel > 0 && (
          <li className="relative before:absolute before:top-2 before:bottom-0 before:-left-2.75 before:w-1.5 before:rounded-l before:border before:border-r-0 before:border-line-2 before:content-['']">
            <p className="mb-1 text-label text-ink-3">
              {plural(parallelNodes.size, 'step', 'steps')} at the same time
            </p>
            <ol className="flex flex-col gap-4.5">
              {shown
                .slice(shown.length - parallel)
                .map((entry, index) => renderEntry(entry, shown.length - parallel + index))}
            </ol>
          </li>
        )}
        {props.children}
      </ol>
    </div>
  )
}

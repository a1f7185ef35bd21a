import { Link } from '@tanstack/react-router'
import { useRef } from 'react'
import { flushSync } from 'react-dom'
import { useScope } from '../../api/session.ts'
import { shortId } from '../../model/format.ts'
import { KIND_WORDS, type Holder, type InboxItem } from '../../model/inbox.ts'
import { startDraft, toInboxRequest, type QuestionDraft } from '../../model/inbox-replies.ts'
import type { Decision, Question } from '../../model/inbox-questions.ts'
import { Segmented } from '../../ui/button.tsx'
import { useShortcuts, type Shortcut } from '../../ui/shortcuts.ts'
import { ActionBar, isApproval } from './action-bar.tsx'
import { updateDraft, useRunDrafts } from './drafts.ts'
import { Conversation, ItemContext } from './item-context.tsx'
import { GoneNotice, SendError } from './item-notice.tsx'
import { QuestionView } from './question-view.tsx'
import { Reservation, useReservation } from './reservation.tsx'
import { useSend } from './use-send.ts'

const DECISION_WORDS: Record<Decision, string> = { approve: 'Approve', respond: 'Respond', reject: 'Reject' }

interface ItemDetailProps {
  item: InboxItem
  assistant: string
  holder: Holder
  now: number
  /** The run no longer waits. */
  isGone: boolean
  onSent: () => void
  onReload: () => void
}

const ItemTitle = ({ item, assistant }: { item: InboxItem; assistant: string }) => {
  const { run, kind, title } = item
  const link = 'font-mono text-[11.5px] text-accent underline underline-offset-3'
  return (
    <div className="min-w-0">
      <h2 className="text-[17px] leading-6 font-semibold tracking-[-0.01em]">{title}</h2>
      <p className="text-small text-ink-2">
        {KIND_WORDS[kind]} · {assistant} v{run.assistant_version} · run{' '}
        <Link to="/runs/$runId" params={{ runId: run.run_id }} className={link}>
          {shortId(run.run_id)}
        </Link>{' '}
        · thread{' '}
        <Link to="/threads/$threadId" params={{ threadId: run.thread_id }} className={link}>
          {shortId(run.thread_id)}
        </Link>
      </p>
    </div>
  )
}

/** Why nothing can be sent, apart from invalid fields. */
const findObstacle = (holder: Holder, isGone: boolean, canWrite: boolean): string | undefined => {
  if (isGone) return 'This item no longer waits'
  if (!canWrite) return 'Your key can read, but it cannot answer'
  return holder.by === 'other' ? `${holder.name} has reserved this item` : undefined
}

export const ItemDetail = ({ item, assistant, holder, now, isGone, onSent, onReload }: ItemDetailProps) => {
  const { run, questions } = item
  const stored = useRunDrafts(run.run_id)
  const canWrite = useScope('write')
  const isAdmin = useScope('admin')
  const reservation = useReservation(run.run_id)
  const send = useSend(item, onSent)
  const content = useRef<HTMLDivElement>(null)

  const draftOf = (question: Question): QuestionDraft => stored[question.id] ?? startDraft(question)
  const drafts = Object.fromEntries(questions.map((question) => [question.id, draftOf(question)]))
  const reading = toInboxRequest(questions, drafts)
  const obstacle = findObstacle(holder, isGone, canWrite)
  const blocked = obstacle ?? ('problem' in reading ? reading.problem : undefined)
  const isLocked = obstacle !== undefined || send.isPending
  const [first] = questions
  const isSingle = questions.length === 1

  const change = (question: Question, next: Partial<QuestionDraft>): void => {
    updateDraft(run.run_id, question, next)
    if (!isGone && canWrite) reservation.keep(holder, now)
  }
  const submit = (): void => {
    if (blocked === undefined && 'request' in reading && !send.isPending)
      send.mutate({ request: reading.request, drafts })
  }
  const focus = (selector: string): void => content.current?.querySelector<HTMLElement>(selector)?.focus()
  const decide = (decision: Decision): void => {
    if (first === undefined || isLocked || !first.decisions.includes(decision)) return
    // The field for the words must exist before the next key is pressed.
    flushSync(() => change(first, { decision }))
    if (decision !== 'approve') focus('[data-words]')
  }
  const edit = (): void =>
    focus('input:not([disabled]), textarea:not([disabled]), select:not([disabled]), .cm-content')
  const decision = first === undefined ? 'approve' : draftOf(first).decision

  const shortcuts: Shortcut[] = [
    {
      keys: ['a'],
      label: 'Approve or send what is on the screen',
      run: () => (isSingle && decision !== 'approve' ? decide('approve') : submit()),
    },
    { keys: ['e'], label: 'Edit the first field', run: edit },
    { keys: ['r'], label: 'Respond with words', run: () => isSingle && decide('respond') },
    { keys: ['x'], label: 'Reject or ignore', run: () => isSingle && decide('reject') },
    { keys: ['mod+Enter'], label: 'Send, also from a text field', run: submit },
    { keys: ['Escape'], label: 'Go back from respond or reject', run: () => isSingle && decide('approve') },
    ...(first?.input === 'options'
      ? [
          {
            keys: first.options.slice(0, 9).map((_, index) => String(index + 1)),
            label: 'Choose an option',
            run: (event: KeyboardEvent) => {
              const option = first.options[Number(event.key) - 1]
              if (option !== undefined && !isLocked) change(first, { option })
            },
          },
        ]
      : []),
  ]
  useShortcuts('Item', shortcuts)

  return (
    <article aria-label={item.title} className="flex min-h-full min-w-0 flex-1 flex-col">
      <header className="flex min-h-15.5 flex-none flex-wrap items-center gap-x-4 gap-y-2 border-b border-line px-5 py-2.5">
        <ItemTitle item={item} assistant={assistant} />
        <span className="ml-auto">
          {!isGone && canWrite && (
            <Reservation holder={holder} now={now} isAdmin={isAdmin} reservation={reservation} />
          )}
        </span>
      </header>
      {isGone && <GoneNotice runId={run.run_id} hasDrafts={Object.keys(stored).length > 0} />}
      {send.error !== null && <SendError error={send.error} runId={run.run_id} onReload={onReload} />}
      <div className="grid flex-1 grid-cols-[minmax(0,1fr)_328px] max-xl:grid-cols-1">
        <div ref={content} className="min-w-0 border-r border-line max-xl:border-r-0">
          {questions.map((question) => (
            <QuestionView
              key={question.id}
              question={question}
              draft={draftOf(question)}
              disabled={isLocked}
              onChange={(next) => change(question, next)}
            >
              {!isSingle && isApproval(question) && question.decisions.length > 1 && (
                <div className="flex items-center gap-3">
                  <span className="text-label text-ink-2">Decision</span>
                  <Segmented
                    label={`Decision for ${question.title}`}
                    value={draftOf(question).decision}
                    options={question.decisions.map((value) => ({ value, label: DECISION_WORDS[value] }))}
                    onChange={(value) => change(question, { decision: value })}
                  />
                </div>
              )}
            </QuestionView>
          ))}
          <Conversation item={item} />
        </div>
        <aside aria-label="Context" className="min-w-0">
          <ItemContext item={item} />
        </aside>
      </div>
      <ActionBar
        item={item}
        drafts={drafts}
        decision={decision}
        blocked={blocked}
        isBusy={send.isPending}
        canEdit={isSingle && first?.input === 'fields' && first.canEdit && !isLocked}
        onDecide={decide}
        onEdit={edit}
        onSend={submit}
      />
    </article>
  )
}

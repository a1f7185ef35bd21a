import { Link } from '@tanstack/react-router'
import { useScope } from '../../api/session.ts'
import { shortId } from '../../model/format.ts'
import { KIND_WORDS, type InboxItem } from '../../model/inbox.ts'
import type { Holder } from '../../model/reservation.ts'
import { QuestionList } from '../../ui/question-form.tsx'
import { useQuestionForm } from '../../ui/use-question-form.ts'
import { ActionBar } from './action-bar.tsx'
import { updateDraft, useItemDrafts } from './drafts.ts'
import { Conversation, ItemContext } from './item-context.tsx'
import { GoneNotice, SendError } from './item-notice.tsx'
import { NotReservable, Reservation, useReservation } from './reservation.tsx'
import { useSend } from './use-send.ts'

interface ItemDetailProps {
  item: InboxItem
  assistant: string
  holder: Holder
  now: number
  /** The run or the thread no longer waits. */
  isGone: boolean
  onSent: () => void
  onReload: () => void
}

const LINK = 'font-mono text-[11.5px] text-accent underline underline-offset-3'

const ItemTitle = ({ item, assistant }: { item: InboxItem; assistant: string }) => {
  const { run, kind, title, threadId } = item
  return (
    <div className="min-w-0">
      <h2 className="text-[17px] leading-6 font-semibold tracking-[-0.01em]">{title}</h2>
      <p className="text-small text-ink-2">
        {KIND_WORDS[kind]} · {assistant}
        {run !== undefined && (
          <>
            {` v${String(run.assistant_version)}`} · run{' '}
            <Link to="/runs/$runId" params={{ runId: run.run_id }} className={LINK}>
              {shortId(run.run_id)}
            </Link>
          </>
        )}{' '}
        · thread{' '}
        <Link to="/threads/$threadId" params={{ threadId }} className={LINK}>
          {shortId(threadId)}
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
  const { id, run, questions } = item
  const stored = useItemDrafts(id)
  const canWrite = useScope('write')
  const isAdmin = useScope('admin')
  const reservation = useReservation(id)
  const send = useSend(item, onSent)
  const form = useQuestionForm({
    questions,
    entered: stored,
    obstacle: findObstacle(holder, isGone, canWrite),
    isBusy: send.isPending,
    keys: 'all',
    onChange: (question, change) => {
      updateDraft(id, question, change)
      if (run !== undefined && !isGone && canWrite) reservation.keep(holder, now)
    },
    onSend: (prepared, drafts) => send.mutate({ prepared, drafts }),
  })

  return (
    <article aria-label={item.title} className="flex min-h-full min-w-0 flex-1 flex-col">
      <header className="flex min-h-15.5 flex-none flex-wrap items-center gap-x-4 gap-y-2 border-b border-line px-5 py-2.5">
        <ItemTitle item={item} assistant={assistant} />
        <span className="ml-auto">
          {!isGone &&
            canWrite &&
            (run === undefined ? (
              <NotReservable />
            ) : (
              <Reservation holder={holder} now={now} isAdmin={isAdmin} reservation={reservation} />
            ))}
        </span>
      </header>
      {isGone && <GoneNotice item={item} hasDrafts={Object.keys(stored).length > 0} />}
      {send.error !== null && <SendError error={send.error} item={item} onReload={onReload} />}
      <div className="grid flex-1 grid-cols-[minmax(0,1fr)_328px] max-xl:grid-cols-1">
        <div className="min-w-0 border-r border-line bg-surface max-xl:border-r-0">
          <QuestionList form={form} look="panel" />
          <Conversation item={item} />
        </div>
        <aside aria-label="Context" className="min-w-0">
          <ItemContext item={item} />
        </aside>
      </div>
      <ActionBar form={form} />
    </article>
  )
}

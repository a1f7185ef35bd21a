import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { assistantsQuery } from '../../api/assistants.ts'
import { waitingRunsQuery } from '../../api/inbox.ts'
import { useMe } from '../../api/session.ts'
import { formatCount, plural, shortId } from '../../model/format.ts'
import {
  DUE_WORDS,
  dueState,
  formatWait,
  KIND_WORDS,
  sortItems,
  toInboxItem,
  type InboxItem,
} from '../../model/inbox.ts'
import { holderOf } from '../../model/reservation.ts'
import { Glyph } from '../../ui/glyphs.tsx'
import { StatusGlyph } from '../../ui/status.tsx'
import { useNow } from '../../ui/time.tsx'
import { HomeList, NOTE_LINK_CLASS, ROW_CLASS } from './home-list.tsx'

const SHOWN = 7
const DUE_COLORS = { late: 'text-fail', soon: 'text-wait', inTime: 'text-ink-3' }

const PersonRow = ({
  item,
  assistant,
  me,
  now,
}: {
  item: InboxItem
  assistant: string
  me: string
  now: number
}) => {
  const due = dueState(item, now)
  const holder = holderOf(item.run, me, now)
  return (
    <li>
      <Link
        to="/inbox"
        search={{ run: item.run.run_id }}
        className={`${ROW_CLASS} grid-cols-[12px_72px_1fr_auto]`}
      >
        <span className="self-start pt-2.25">
          {due === undefined ? <StatusGlyph status="requires_action" /> : <Glyph name={due} />}
        </span>
        <span className="min-w-0">
          <span className="block truncate leading-4.5 font-medium">
            {formatWait(now - item.waitingSince)}
          </span>
          <span
            className={clsx('block truncate text-small', due === undefined ? 'text-ink-3' : DUE_COLORS[due])}
          >
            {due === undefined ? 'Waiting' : DUE_WORDS[due]}
          </span>
        </span>
        <span className="min-w-0">
          <span className="block truncate leading-4.5">{item.title}</span>
          <span className="block truncate text-small text-ink-3">
            {KIND_WORDS[item.kind]}, {assistant} v{item.run.assistant_version}
          </span>
        </span>
        <span
          className={clsx('self-start pt-1.5 text-small', holder.by === 'me' ? 'font-medium' : 'text-ink-3')}
        >
          {holder.by === 'nobody' ? 'free' : holder.by === 'me' ? 'you' : holder.name}
        </span>
      </Link>
    </li>
  )
}

export const NeedsPerson = () => {
  const { data, error, isPending } = useQuery(waitingRunsQuery)
  const { data: assistants } = useQuery(assistantsQuery)
  const me = useMe()?.id ?? ''
  const now = useNow()
  const findAssistant = (id: string) => assistants?.find(({ assistant_id }) => assistant_id === id)
  const items = sortItems(
    (data?.runs ?? []).map((run) => toInboxItem(run, findAssistant(run.assistant_id)?.config)),
  )
  const free = items.filter(({ run }) => holderOf(run, me, now).by === 'nobody').length
  return (
    <HomeList
      id="person"
      title="Needs a person"
      isLoading={isPending}
      error={data === undefined ? error : null}
      note={
        <>
          {formatCount(items.length)}
          {data?.hasMore === true && '+'}, of which {formatCount(free)} free
          <Link to="/inbox" className={NOTE_LINK_CLASS}>
            Inbox
          </Link>
        </>
      }
      empty="Nothing waits for a person. Runs that ask for an approval or an input appear here and in the Inbox."
      rows={items.slice(0, SHOWN).map((item) => (
        <PersonRow
          key={item.run.run_id}
          item={item}
          me={me}
          now={now}
          assistant={findAssistant(item.run.assistant_id)?.name ?? shortId(item.run.assistant_id)}
        />
      ))}
      footer={items.length > SHOWN ? `${plural(items.length - SHOWN, 'more item')} in the Inbox.` : undefined}
    />
  )
}

import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { useMe } from '../../api/session.ts'
import { useInboxItems } from '../../api/use-inbox-items.ts'
import { formatCount, plural } from '../../model/format.ts'
import {
  DUE_WORDS,
  dueState,
  formatWait,
  holderOfItem,
  KIND_WORDS,
  toItemSearch,
  type InboxItem,
} from '../../model/inbox.ts'
import { mergeSearch } from '../../model/search.ts'
import { Glyph } from '../../ui/glyphs.tsx'
import { StatusGlyph } from '../../ui/status.tsx'
import { useNow } from '../../ui/time.tsx'
import { HomeList, NOTE_LINK_CLASS, ROW_CLASS } from './home-list.tsx'

const SHOWN = 7
const PACE = { everyMs: 60_000, burst: 3 }
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
  const holder = holderOfItem(item, me, now)
  return (
    <li>
      <Link
        to="/inbox"
        search={mergeSearch({}, toItemSearch(item))}
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
            {KIND_WORDS[item.kind]}, {assistant}
            {item.run !== undefined && ` v${String(item.run.assistant_version)}`}
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
  const { items, nameOf, data, error, isPending } = useInboxItems(PACE)
  const me = useMe()?.id ?? ''
  const now = useNow()
  const free = items.filter((item) => holderOfItem(item, me, now).by === 'nobody').length
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
        <PersonRow key={item.id} item={item} me={me} now={now} assistant={nameOf(item.assistantId)} />
      ))}
      footer={items.length > SHOWN ? `${plural(items.length - SHOWN, 'more item')} in the Inbox.` : undefined}
    />
  )
}

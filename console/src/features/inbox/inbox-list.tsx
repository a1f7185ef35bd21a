import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { useEffect, useRef } from 'react'
import { shortId } from '../../model/format.ts'
import { formatWait, holderOfItem, KIND_WORDS, toItemSearch, type InboxItem } from '../../model/inbox.ts'
import { previewJson } from '../../model/json-rows.ts'
import { mergeSearch, type Search } from '../../model/search.ts'
import { Icon } from '../../ui/icons.tsx'
import { Time, useNow } from '../../ui/time.tsx'
import { useAnswered, useAllDrafts } from './drafts.ts'
import { DueGlyph, DueText, KindGlyph } from './inbox-glyphs.tsx'

const HolderText = ({ item, me, now }: { item: InboxItem; me: string; now: number }) => {
  const holder = holderOfItem(item, me, now)
  if (holder.by === 'nobody') return <span className="ml-auto flex-none text-small text-accent">Free</span>
  return (
    <span
      className={clsx(
        'ml-auto flex flex-none items-center gap-1 text-small',
        holder.by === 'me' ? 'font-medium text-ink' : 'text-ink-2',
      )}
    >
      <Icon name="person" size={12} />
      {holder.by === 'me' ? 'you' : holder.name}
    </span>
  )
}

interface InboxListProps {
  items: InboxItem[]
  selectedId: string | undefined
  search: Search
  me: string
  nameOf: (assistantId: string) => string
}

/** The items that wait, oldest first. */
export const InboxList = ({ items, selectedId, search, me, nameOf }: InboxListProps) => {
  const now = useNow()
  const drafted = useAllDrafts()
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    list.current?.querySelector('[aria-current=true]')?.scrollIntoView({ block: 'nearest' })
  }, [selectedId])
  return (
    <ul ref={list} aria-label="Queue">
      {items.map((item) => {
        const { id, run, kind, title } = item
        const selected = id === selectedId
        const [question] = item.questions
        return (
          <li key={id} className="border-b border-line">
            <Link
              to="/inbox"
              search={mergeSearch(search, toItemSearch(item))}
              aria-current={selected}
              className={clsx(
                'grid grid-cols-[12px_1fr] gap-x-2 px-5 py-2 outline-offset-[-2px]',
                selected ? 'bg-accent/9 shadow-[inset_2px_0_0_var(--accent)]' : 'hover:bg-sunken',
              )}
            >
              <span className="pt-1">
                <DueGlyph item={item} now={now} />
              </span>
              <span className="flex min-w-0 items-baseline gap-2">
                <span className="flex-none font-medium">{formatWait(now - item.waitingSince)}</span>
                <DueText item={item} now={now} />
                <HolderText item={item} me={me} now={now} />
              </span>
              <span />
              <span className="truncate font-medium">{title}</span>
              <span className="pt-1">
                <KindGlyph kind={kind} />
              </span>
              <span className={clsx('truncate text-small', selected ? 'text-ink-2' : 'text-ink-3')}>
                {KIND_WORDS[kind]} · {nameOf(item.assistantId)}
                {run !== undefined && ` v${String(run.assistant_version)}`} ·{' '}
                <span className="font-mono text-[11.5px]">{shortId(id)}</span>
                {drafted.has(id) && ' · not sent yet'}
              </span>
              {kind === 'unknown' && question !== undefined && (
                <span className="col-start-2 mt-1 truncate rounded-[4px] border border-line bg-surface px-2 font-mono text-[11.5px] text-ink-2">
                  {previewJson(question.raw, 60)}
                </span>
              )}
            </Link>
          </li>
        )
      })}
    </ul>
  )
}

/** What was answered in this tab since it was opened. */
export const JustAnswered = () => {
  const answered = useAnswered()
  if (answered.length === 0) return null
  return (
    <section aria-labelledby="answered">
      <div className="flex h-9 items-center border-b border-line px-5">
        <h2 id="answered" className="font-medium">
          Just answered
        </h2>
        <span className="ml-auto text-small text-ink-3">in this tab</span>
      </div>
      <ul className="grid gap-1 px-5 py-2.5">
        {answered.slice(0, 6).map(({ runId, title, decision, at }) => (
          <li key={`${runId} ${String(at)}`} className="grid grid-cols-[84px_1fr_auto] gap-x-2">
            <span className="text-ink-2">{decision}</span>
            <Link to="/runs/$runId" params={{ runId }} className="truncate hover:underline">
              {title}
            </Link>
            <Time value={at} className="text-small text-ink-3" />
          </li>
        ))}
      </ul>
    </section>
  )
}

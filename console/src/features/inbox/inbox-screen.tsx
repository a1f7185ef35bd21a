import { useNavigate, useSearch } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { reserveRun } from '../../api/inbox.ts'
import { useMe, useScope } from '../../api/session.ts'
import { useInboxItems } from '../../api/use-inbox-items.ts'
import { plural } from '../../model/format.ts'
import {
  formatWait,
  holderOfItem,
  INBOX_KINDS,
  isShown,
  KIND_WORDS,
  pickNext,
  SHOWN,
  toItemSearch,
  type InboxItem,
  type InboxKind,
  type Shown,
} from '../../model/inbox.ts'
import { mergeSearch } from '../../model/search.ts'
import { Button, IconButton, Kbd, Segmented } from '../../ui/button.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Menu, MenuCheckItem } from '../../ui/menu.tsx'
import { ScreenHeading, useScreen } from '../../ui/screen.tsx'
import { useShortcuts } from '../../ui/shortcuts.ts'
import { EmptyState, ErrorState, Loading } from '../../ui/states.tsx'
import { useNow } from '../../ui/time.tsx'
import { showToast } from '../../ui/toast.tsx'
import { InboxList, JustAnswered } from './inbox-list.tsx'
import { ItemDetail } from './item-detail.tsx'

const PACE = { everyMs: 20_000, burst: 6 }
const SHOWN_WORDS: Record<Shown, string> = { all: 'All', free: 'Free', mine: 'Mine', others: 'With others' }
const RESERVED_SECONDS = 900
const NO_ITEM = { run: '', thread: '' }

const readShown = (value: string | undefined): Shown => SHOWN.find((shown) => shown === value) ?? 'all'
const readKind = (value: string | undefined): InboxKind | undefined =>
  INBOX_KINDS.find((kind) => kind === value)

const KindMenu = ({
  kind,
  onChange,
}: {
  kind: InboxKind | undefined
  onChange: (kind?: InboxKind) => void
}) => (
  <Menu
    trigger={
      <Button>
        {kind === undefined ? 'Any kind' : KIND_WORDS[kind]}
        <Icon name="down" size={12} />
      </Button>
    }
  >
    <MenuCheckItem keepOpen={false} checked={kind === undefined} onChange={() => onChange()}>
      Any kind
    </MenuCheckItem>
    {INBOX_KINDS.map((value) => (
      <MenuCheckItem key={value} keepOpen={false} checked={kind === value} onChange={() => onChange(value)}>
        {KIND_WORDS[value]}
      </MenuCheckItem>
    ))}
  </Menu>
)

/** The last known state of an item that was shown, so that it stays visible after another user has resumed its run. */
const useSeenItem = (
  items: InboxItem[],
  id: string | undefined,
): { item: InboxItem | undefined; isGone: boolean } => {
  const seen = useRef<InboxItem>(undefined)
  const current = items.find((item) => item.id === id)
  if (current !== undefined) seen.current = current
  if (current !== undefined || id === undefined) return { item: current, isGone: false }
  return seen.current?.id === id ? { item: seen.current, isGone: true } : { item: undefined, isGone: false }
}

const Teaching = () => (
  <EmptyState icon="inbox" title="Nothing waits for a person">
    <p>
      A run appears here when its graph calls <code className="font-mono">interrupt</code>, reaches a
      breakpoint or a human node, waits for the output of a tool that you run yourself, or is held by a
      guardrail. This includes runs of the LangGraph SDK.
    </p>
    <p>
      Approvals in the format of Agent Inbox and of LangChain’s human-in-the-loop middleware have buttons;
      anything else is shown as JSON.
    </p>
  </EmptyState>
)

export const InboxScreen = () => {
  useScreen('Inbox', [{ label: 'Inbox' }])
  const search = useSearch({ from: '/inbox' })
  const navigate = useNavigate()
  const now = useNow()
  const me = useMe()?.id ?? ''
  const canWrite = useScope('write')
  const { items, nameOf, data, error, isPending, refetch } = useInboxItems(PACE)
  const shown = readShown(search['show'])
  const kind = readKind(search['kind'])
  const isOfKind = (item: InboxItem): boolean => kind === undefined || item.kind === kind
  const visible = items.filter((item) => isOfKind(item) && isShown(holderOfItem(item, me, now), shown))
  const chosen = search['run'] ?? search['thread']
  // The item that is shown without a choice stays the same, so that a key never acts on an item that has just taken its place.
  const [first, setFirst] = useState<string>()
  const firstVisible = visible[0]?.id
  if (first === undefined && firstVisible !== undefined) setFirst(firstVisible)
  const { item, isGone } = useSeenItem(items, chosen ?? first)

  const setSearch = (change: Record<string, string>): void =>
    void navigate({ to: '/inbox', search: mergeSearch(search, change), replace: true })
  const filter = (change: Record<string, string>): void => {
    setFirst(undefined)
    setSearch({ ...change, ...NO_ITEM })
  }
  const select = (next: InboxItem | undefined): void => {
    if (next !== undefined) setSearch(toItemSearch(next))
  }
  const position = visible.findIndex(({ id }) => id === item?.id)
  const next = visible[position + 1] ?? visible[position - 1]
  const takeNext = (): void => {
    const free = pickNext(visible, me, now)
    if (free === undefined) {
      showToast({ tone: 'info', text: 'Nothing is free at the moment.' })
      return
    }
    select(free)
    if (free.run === undefined) return
    void reserveRun(free.id, RESERVED_SECONDS).then(
      () => refetch(),
      () => refetch(),
    )
  }
  useShortcuts('Inbox', [
    { keys: ['j', 'ArrowDown'], label: 'Next item', run: () => select(visible[position + 1]) },
    { keys: ['k', 'ArrowUp'], label: 'Previous item', run: () => select(visible[position - 1]) },
    ...(canWrite ? [{ keys: ['n'], label: 'Take the next free item', run: takeNext }] : []),
  ])

  if (data === undefined)
    return isPending ? <Loading /> : <ErrorState error={error} onRetry={() => void refetch()} />
  const oldest = items[0]
  const count = (value: Shown): number =>
    items.filter((each) => isOfKind(each) && isShown(holderOfItem(each, me, now), value)).length
  return (
    <>
      <div className="flex min-h-14 flex-none flex-wrap items-center gap-x-3 gap-y-2 border-b border-line px-5 py-2.5">
        <ScreenHeading>Inbox</ScreenHeading>
        <span className="text-ink-2">
          {oldest === undefined
            ? 'nothing waits'
            : `${plural(items.length, 'item')}${data.hasMore ? ' or more' : ''} waiting for a person, oldest ${formatWait(now - oldest.waitingSince)}`}
        </span>
        <div className="ml-auto flex flex-wrap items-center gap-1.5">
          <Segmented
            label="Items to show"
            value={shown}
            onChange={(value) => filter({ show: value === 'all' ? '' : value })}
            options={SHOWN.map((value) => ({
              value,
              label: `${SHOWN_WORDS[value]} ${String(count(value))}`,
            }))}
          />
          <KindMenu kind={kind} onChange={(value) => filter({ kind: value ?? '' })} />
          {canWrite && (
            <Button onClick={takeNext} className="max-md:hidden">
              Take the next <Kbd>N</Kbd>
            </Button>
          )}
        </div>
      </div>
      <div className="flex min-h-0 flex-1">
        <div
          className={`w-86 flex-none overflow-y-auto border-r border-line max-lg:w-full max-lg:border-r-0 ${chosen === undefined ? '' : 'max-lg:hidden'}`}
        >
          <div className="flex h-9 items-center border-b border-line px-5">
            <h2 className="font-medium">Queue</h2>
            <span className="ml-auto text-small text-ink-3">oldest first</span>
          </div>
          {visible.length === 0 && items.length > 0 && (
            <p className="px-5 py-4 text-ink-2">
              Nothing matches the filters; {plural(items.length, 'item')} without them.
            </p>
          )}
          {items.length === 0 && <p className="px-5 py-4 text-ink-2">The queue is empty.</p>}
          <InboxList items={visible} selectedId={item?.id} search={search} me={me} nameOf={nameOf} />
          <JustAnswered />
        </div>
        <div className={`min-w-0 flex-1 overflow-y-auto ${chosen === undefined ? 'max-lg:hidden' : ''}`}>
          {chosen !== undefined && (
            <div className="flex h-9 items-center border-b border-line px-3 lg:hidden">
              <IconButton icon="left" label="Back to the queue" onClick={() => setSearch(NO_ITEM)} />
              Queue
            </div>
          )}
          {item === undefined ? (
            <Teaching />
          ) : (
            <ItemDetail
              key={item.id}
              item={item}
              assistant={nameOf(item.assistantId)}
              holder={holderOfItem(item, me, now)}
              now={now}
              isGone={isGone}
              onReload={() => void refetch()}
              onSent={() => {
                showToast({ tone: 'ok', text: `Sent: ${item.title}` })
                setFirst(undefined)
                setSearch(next === undefined ? NO_ITEM : toItemSearch(next))
              }}
            />
          )}
        </div>
      </div>
    </>
  )
}

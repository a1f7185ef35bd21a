import { useState, type ReactNode } from 'react'
import type { Assistant } from '../../api/types.ts'
import { RANGES, readMetadata, splitList, toggleInList } from '../../model/run-filters.ts'
import { stringifySearch, type Search } from '../../model/search.ts'
import { CopyButton } from '../../ui/copy.tsx'
import { TextInput } from '../../ui/field.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Menu, MenuCheckItem, MenuLabel, MenuSeparator } from '../../ui/menu.tsx'
import { RUN_STATUSES, StatusGlyph, statusWord } from '../../ui/status.tsx'
import { AddFilter, FILTER_LABELS } from './add-filter.tsx'

export type SetSearch = (change: Record<string, string | undefined>) => void

interface ChipProps {
  label: ReactNode
  value: ReactNode
  onRemove?: (() => void) | undefined
  removeLabel?: string
  trigger?: boolean
}

const CHIP_CLASS =
  'inline-flex h-7 max-w-75 flex-none items-center rounded-[6px] border border-line-2 bg-surface text-compact whitespace-nowrap'

const Removal = ({ label, onRemove }: { label: string; onRemove: () => void }) => (
  <button
    type="button"
    aria-label={`Remove the filter ${label}`}
    onClick={onRemove}
    className="h-6.5 flex-none border-l border-line px-1.75 text-ink-2 hover:bg-sunken hover:text-ink"
  >
    <Icon name="close" size={11} />
  </button>
)

const Chip = ({ label, value, onRemove, removeLabel = '' }: ChipProps) => (
  <span className={CHIP_CLASS}>
    <span className="inline-flex min-w-0 items-center gap-1.5 px-2.25">
      <span className="text-ink-3">{label}</span>
      <b className="truncate font-medium">{value}</b>
    </span>
    {onRemove !== undefined && <Removal label={removeLabel} onRemove={onRemove} />}
  </span>
)

interface MenuChipProps {
  label: string
  value: string
  onRemove?: (() => void) | undefined
  children: ReactNode
}

const MenuChip = ({ label, value, onRemove, children }: MenuChipProps) => (
  <span className={CHIP_CLASS}>
    <Menu
      align="start"
      trigger={
        <button
          type="button"
          className="inline-flex h-6.5 min-w-0 items-center gap-1.5 rounded-[5px] px-2.25 hover:bg-sunken"
        >
          <span className="text-ink-3">{label}</span>
          <b className="truncate font-medium">{value}</b>
          <Icon name="down" size={11} className="text-ink-2" />
        </button>
      }
    >
      {children}
    </Menu>
    {onRemove !== undefined && <Removal label={label} onRemove={onRemove} />}
  </span>
)

interface FilterBarProps {
  search: Search
  setSearch: SetSearch
  assistants: Assistant[]
}

const StatusFilter = ({ search, setSearch }: Omit<FilterBarProps, 'assistants'>) => {
  const chosen = splitList(search['status'])
  return (
    <MenuChip
      label="Status"
      value={chosen.length === 0 ? 'any' : chosen.map((status) => statusWordOf(status)).join(', ')}
      onRemove={chosen.length === 0 ? undefined : () => setSearch({ status: undefined })}
    >
      {RUN_STATUSES.map((status) => (
        <MenuCheckItem
          key={status}
          checked={chosen.includes(status)}
          onChange={() => setSearch({ status: toggleInList(search['status'], status) })}
        >
          <StatusGlyph status={status} />
          {statusWord(status)}
        </MenuCheckItem>
      ))}
    </MenuChip>
  )
}

const statusWordOf = (text: string): string => {
  const status = RUN_STATUSES.find((candidate) => candidate === text)
  return status === undefined ? text : statusWord(status)
}

const describeAssistants = (items: string[]): string =>
  items.length === 0
    ? 'any'
    : items.map((item) => (item.startsWith('!') ? `not ${item.slice(1)}` : item)).join(', ')

const AssistantFilter = ({ search, setSearch, assistants }: FilterBarProps) => {
  const chosen = splitList(search['assistant'])
  const names = [...new Set(assistants.map(({ name }) => name))].toSorted((a, b) => a.localeCompare(b))
  const set = (name: string, excluded: boolean): void => {
    const item = excluded ? `!${name}` : name
    const other = excluded ? name : `!${name}`
    const rest = chosen.filter((candidate) => candidate !== other).join(',')
    setSearch({ assistant: toggleInList(rest, item) })
  }
  return (
    <MenuChip
      label="Assistant"
      value={describeAssistants(chosen)}
      onRemove={chosen.length === 0 ? undefined : () => setSearch({ assistant: undefined })}
    >
      <MenuLabel>Only</MenuLabel>
      {names.map((name) => (
        <MenuCheckItem key={name} checked={chosen.includes(name)} onChange={() => set(name, false)}>
          {name}
        </MenuCheckItem>
      ))}
      <MenuSeparator />
      <MenuLabel>Not</MenuLabel>
      {names.map((name) => (
        <MenuCheckItem key={name} checked={chosen.includes(`!${name}`)} onChange={() => set(name, true)}>
          {name}
        </MenuCheckItem>
      ))}
    </MenuChip>
  )
}

const describeTimes = ({ since, from, to }: Search): string => {
  if (since !== undefined) return RANGES[since]?.label ?? since
  if (from === undefined && to === undefined) return 'any time'
  return `${from?.slice(0, 16).replace('T', ' ') ?? '…'} to ${to?.slice(0, 16).replace('T', ' ') ?? 'now'}`
}

const NO_TIMES = { since: undefined, from: undefined, to: undefined }

const TimeFilter = ({ search, setSearch }: Omit<FilterBarProps, 'assistants'>) => (
  <MenuChip
    label="Created"
    value={describeTimes(search)}
    onRemove={describeTimes(search) === 'any time' ? undefined : () => setSearch(NO_TIMES)}
  >
    {Object.entries(RANGES).map(([range, { label }]) => (
      <MenuCheckItem
        key={range}
        checked={search['since'] === range}
        keepOpen={false}
        onChange={() => setSearch({ ...NO_TIMES, since: range })}
      >
        {label}
      </MenuCheckItem>
    ))}
    <MenuCheckItem
      checked={describeTimes(search) === 'any time'}
      keepOpen={false}
      onChange={() => setSearch(NO_TIMES)}
    >
      any time
    </MenuCheckItem>
  </MenuChip>
)

/** The text is sent when the person pauses, so that not every letter is a request and an entry of the history. */
const TextFilter = ({ search, setSearch }: Omit<FilterBarProps, 'assistants'>) => {
  const query = search['q'] ?? ''
  const [text, setText] = useState(query)
  const [shown, setShown] = useState(query)
  const [timer, setTimer] = useState<ReturnType<typeof setTimeout>>()
  if (shown !== query) {
    setShown(query)
    setText(query)
  }
  const change = (next: string): void => {
    setText(next)
    clearTimeout(timer)
    setTimer(setTimeout(() => setSearch({ q: next.trim() }), 300))
  }
  return (
    <label className={`${CHIP_CLASS} focus-within:border-accent`}>
      <span className="pl-2.25 text-ink-3">Text</span>
      <TextInput
        id="runs-text"
        type="search"
        value={text}
        placeholder="input or id"
        onChange={(event) => change(event.target.value)}
        className="h-6.5 max-w-34 border-0 bg-transparent pl-1.5 font-medium outline-none"
      />
    </label>
  )
}

const OTHER_FILTERS = ['error', 'guardrail', 'slow', 'attempts', 'thread', 'cron'] as const

export const FilterBar = (props: FilterBarProps) => {
  const { search, setSearch } = props
  const url = `/runs${stringifySearch(search)}`
  return (
    <div
      className="flex flex-none flex-wrap items-center gap-1.5 bg-surface px-5 py-2 max-md:px-3"
      role="search"
      aria-label="Filter runs"
    >
      <StatusFilter search={search} setSearch={setSearch} />
      <AssistantFilter {...props} />
      <TimeFilter search={search} setSearch={setSearch} />
      {OTHER_FILTERS.flatMap((name) =>
        search[name] === undefined
          ? []
          : [
              <Chip
                key={name}
                label={FILTER_LABELS[name]}
                value={search[name]}
                removeLabel={name}
                onRemove={() => setSearch({ [name]: undefined })}
              />,
            ],
      )}
      {readMetadata(search).map(([key, value]) => (
        <Chip
          key={key}
          label={key}
          value={`= ${value}`}
          removeLabel={key}
          onRemove={() => setSearch({ [`meta.${key}`]: undefined })}
        />
      ))}
      <TextFilter search={search} setSearch={setSearch} />
      <AddFilter setSearch={setSearch} />
      <div className="ml-auto flex h-7 max-w-full min-w-0 items-center gap-2 rounded-[6px] bg-sunken pr-2 pl-2.5 max-lg:hidden">
        <code className="truncate font-mono text-[11.5px] text-ink-2" title={url}>
          {url}
        </code>
        <CopyButton text={`${location.origin}/console${url}`} />
      </div>
    </div>
  )
}

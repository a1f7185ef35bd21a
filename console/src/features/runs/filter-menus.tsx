import type { Assistant } from '../../api/types.ts'
import { RANGES, splitList, toggleInList } from '../../model/run-filters.ts'
import type { Search } from '../../model/search.ts'
import { describeDates } from '../../model/time-range.ts'
import { MenuCheckItem, MenuLabel, MenuSeparator } from '../../ui/menu.tsx'
import { RUN_STATUSES, StatusGlyph, statusWord } from '../../ui/status.tsx'
import { Chip, MenuChip } from './filter-chip.tsx'

export type SetSearch = (change: Record<string, string | undefined>) => void

export interface FilterProps {
  search: Search
  setSearch: SetSearch
}

export const StatusFilter = ({ search, setSearch }: FilterProps) => {
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

/** Links from other screens name assistants by their id. */
const describeAssistants = (items: string[], assistants: Assistant[]): string => {
  const nameOf = (text: string): string =>
    assistants.find(({ assistant_id }) => assistant_id === text)?.name ?? text
  if (items.length === 0) return 'any'
  return items
    .map((item) => (item.startsWith('!') ? `not ${nameOf(item.slice(1))}` : nameOf(item)))
    .join(', ')
}

export const AssistantFilter = ({
  search,
  setSearch,
  assistants,
}: FilterProps & { assistants: Assistant[] }) => {
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
      value={describeAssistants(chosen, assistants)}
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

/** Links from other screens contain whole minutes; other times may be anything that a person has typed. */
const describeBetween = (from: string | undefined, to: string | undefined): string =>
  Number.isNaN(Date.parse(from ?? '')) || Number.isNaN(Date.parse(to ?? ''))
    ? `${from ?? '…'} to ${to ?? 'now'}`
    : `${describeDates(Date.parse(from ?? ''), Date.parse(to ?? ''))} UTC`

const describeTimes = ({ since, from, to }: Search): string => {
  if (since !== undefined) return RANGES[since]?.label ?? since
  if (from === undefined && to === undefined) return 'any time'
  return describeBetween(from, to)
}

export const EndedFilter = ({ search, setSearch }: FilterProps) => {
  const { ended_from: from, ended_to: to } = search
  if (from === undefined && to === undefined) return null
  return (
    <Chip
      label="Ended"
      value={describeBetween(from, to)}
      removeLabel="time of the end"
      onRemove={() => setSearch({ ended_from: undefined, ended_to: undefined })}
    />
  )
}

const NO_TIMES = { since: undefined, from: undefined, to: undefined }

export const TimeFilter = ({ search, setSearch }: FilterProps) => (
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

import type { Assistant } from '../../api/types.ts'
import { readMetadata } from '../../model/run-filters.ts'
import { stringifySearch } from '../../model/search.ts'
import { CopyButton } from '../../ui/copy.tsx'
import { TextInput } from '../../ui/field.tsx'
import { useDelayedText } from '../../ui/use-delayed-text.ts'
import { AddFilter, FILTER_LABELS } from './add-filter.tsx'
import { Chip, CHIP_CLASS } from './filter-chip.tsx'
import { AssistantFilter, EndedFilter, StatusFilter, TimeFilter, type FilterProps } from './filter-menus.tsx'

const TextFilter = ({ search, setSearch }: FilterProps) => {
  const [text, setText] = useDelayedText(search['q'] ?? '', (q) => setSearch({ q }))
  return (
    <label className={`${CHIP_CLASS} focus-within:border-accent`}>
      <span className="pl-2.25 text-ink-3">Text</span>
      <TextInput
        id="runs-text"
        type="search"
        value={text}
        placeholder="input or id"
        onChange={(event) => setText(event.target.value)}
        className="h-6.5 max-w-34 border-0 bg-transparent pl-1.5 font-medium outline-none"
      />
    </label>
  )
}

const OTHER_FILTERS = ['error', 'guardrail', 'slow', 'attempts', 'thread', 'cron'] as const

interface FilterBarProps extends FilterProps {
  assistants: Assistant[]
}

export const FilterBar = ({ search, setSearch, assistants }: FilterBarProps) => {
  const url = `/runs${stringifySearch(search)}`
  return (
    <div
      className="flex flex-none flex-wrap items-center gap-1.5 bg-surface px-5 py-2"
      role="search"
      aria-label="Filter runs"
    >
      <StatusFilter search={search} setSearch={setSearch} />
      <AssistantFilter search={search} setSearch={setSearch} assistants={assistants} />
      <TimeFilter search={search} setSearch={setSearch} />
      <EndedFilter search={search} setSearch={setSearch} />
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

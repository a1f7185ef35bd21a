import { formatCount } from '../../model/format.ts'
import { Select, TextInput } from '../../ui/field.tsx'
import { useDelayedText } from '../../ui/use-delayed-text.ts'

export type SetSearch = (change: Record<string, string | undefined>) => void

export interface FilterTab {
  value: string
  label: string
  count: number | undefined
}

interface GridFiltersProps {
  search: Record<string, string>
  setSearch: SetSearch
  tabs: FilterTab[]
  criteria: string[]
}

const SORTS = { example: 'order of the dataset', change: 'size of change', score: 'lowest score' }

export const GridFilters = ({ search, setSearch, tabs, criteria }: GridFiltersProps) => {
  const [text, setText] = useDelayedText(search['q'] ?? '', (q) => setSearch({ q }))
  const [tag, setTag] = useDelayedText(search['tag'] ?? '', (value) => setSearch({ tag: value }))
  return (
    <div className="flex flex-none flex-wrap items-center gap-2 border-y border-line px-5 py-2">
      <div role="group" aria-label="Show" className="flex flex-wrap gap-1">
        {tabs.map(({ value, label, count }) => (
          <button
            key={value}
            type="button"
            aria-pressed={(search['only'] ?? '') === value}
            onClick={() => setSearch({ only: value })}
            className="h-6.5 rounded-full border border-line bg-surface px-2.75 text-small text-ink-2 hover:text-ink aria-pressed:border-ink aria-pressed:font-medium aria-pressed:text-ink"
          >
            {label} {count !== undefined && formatCount(count)}
          </button>
        ))}
      </div>
      <div className="ml-auto flex flex-wrap gap-2 max-lg:ml-0">
        <Select
          aria-label="Criterion"
          className="w-34!"
          value={search['criterion'] ?? ''}
          onChange={(event) => setSearch({ criterion: event.target.value })}
        >
          <option value="">Any criterion</option>
          {criteria.map((name) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </Select>
        <TextInput
          type="search"
          aria-label="Filter by tag"
          placeholder="Tag"
          className="w-24!"
          value={tag}
          onChange={(event) => setTag(event.target.value)}
        />
        <TextInput
          id="rows-text"
          type="search"
          aria-label="Search results"
          placeholder="Search, or /regex/"
          className="w-44!"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <Select
          aria-label="Sort"
          className="w-36!"
          value={search['sort'] ?? ''}
          onChange={(event) => setSearch({ sort: event.target.value })}
        >
          <option value="">Sort</option>
          {Object.entries(SORTS).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
      </div>
    </div>
  )
}

/** Searches all kinds of resources for the command palette of the console. */
import { SEARCH_TYPES, type SearchResult, type SearchResults } from '../../schema/search.js'
import type { FoundRow, SearchStore } from '../../store/search/search.js'
import { toIso } from '../row-mappers.js'

const MAX_RESULTS = 20
/** Shorter texts match the IDs of too many runs. */
const MIN_ID_LENGTH = 4
const ID_PREFIX = /^[0-9a-f-]+$/

export const makeSearch = ({ search }: { search: SearchStore }) => ({
  async find(tenant_id: string, q: string): Promise<SearchResults> {
    const text = q.trim()
    if (text === '') return { data: [] }
    const prefix = text.toLowerCase()
    const isId = prefix.length >= MIN_ID_LENGTH && ID_PREFIX.test(prefix)
    const [byId, byName] = await Promise.all([
      isId ? search.findById(tenant_id, prefix) : [],
      search.findByName(tenant_id, text),
    ])
    return { data: takeTurns([...byId, ...byName]).map(toResult) }
  },
})

export type Search = ReturnType<typeof makeSearch>

/** Every kind gets a place before any kind gets a second one, so that many matches of one kind do not hide the others. */
const takeTurns = (rows: readonly FoundRow[]): FoundRow[] => {
  const unique = [...new Map(rows.map((row) => [`${row.type} ${row.id}`, row])).values()]
  const ranked = SEARCH_TYPES.flatMap((type, kind) =>
    unique.filter((row) => row.type === type).map((row, rank) => ({ row, rank, kind })),
  )
  return ranked
    .sort((a, b) => a.rank - b.rank || a.kind - b.kind)
    .slice(0, MAX_RESULTS)
    .map(({ row }) => row)
}

const toResult = ({ type, id, title, subtitle, updated_at }: FoundRow): SearchResult => ({
  type,
  id,
  title: title ?? id,
  subtitle,
  updated_at: toIso(updated_at),
})

import { useNavigate, useSearch } from '@tanstack/react-router'
import { mergeSearch } from '../../model/search.ts'

export type SetThreadSearch = (change: Record<string, string | undefined>) => void

/** The selected checkpoint, the view and the open drawer are in the URL. */
export const useThreadSearch = () => {
  const search = useSearch({ from: '/threads/$threadId' })
  const navigate = useNavigate()
  const setSearch: SetThreadSearch = (change) =>
    void navigate({
      to: '.',
      search: (old: Record<string, string | undefined>) => mergeSearch(old, change),
      replace: true,
    })
  return { search, setSearch }
}

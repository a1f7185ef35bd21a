import { useMemo, useRef, useState } from 'react'
import type { RunSummary } from '../../api/types.ts'

const EMPTY: ReadonlySet<string> = new Set()

/** The selected runs of the list. Another filter (`scope`) is another list, so the selection ends with it. */
export const useSelection = (rows: RunSummary[], scope: string) => {
  const [state, setState] = useState({ scope, ids: EMPTY, allMatching: false })
  const anchor = useRef<string>(undefined)
  const { ids: chosen, allMatching } = state.scope === scope ? state : { ids: EMPTY, allMatching: false }
  // Runs that were deleted or no longer match leave the list, and the selection with it.
  const ids = useMemo(
    () =>
      chosen.size === 0 ? EMPTY : new Set(rows.flatMap(({ run_id }) => (chosen.has(run_id) ? [run_id] : []))),
    [rows, chosen],
  )
  const set = (next: ReadonlySet<string>): void => setState({ scope, ids: next, allMatching: false })

  const select = (run: RunSummary, selected: boolean, range: boolean): void => {
    const from = rows.findIndex(({ run_id }) => run_id === anchor.current)
    const to = rows.indexOf(run)
    const changed = range && from !== -1 ? rows.slice(Math.min(from, to), Math.max(from, to) + 1) : [run]
    const next = new Set(ids)
    for (const { run_id } of changed) {
      if (selected) next.add(run_id)
      else next.delete(run_id)
    }
    anchor.current = run.run_id
    set(next)
  }

  return {
    ids,
    allMatching,
    select,
    selectAll: (selected: boolean) => set(selected ? new Set(rows.map(({ run_id }) => run_id)) : EMPTY),
    selectAllMatching: () =>
      setState({ scope, ids: new Set(rows.map(({ run_id }) => run_id)), allMatching: true }),
    clear: () => set(EMPTY),
  }
}

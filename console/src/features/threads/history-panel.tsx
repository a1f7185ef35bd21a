import type { CheckpointTree } from '../../model/checkpoint-tree.ts'
import { TREE_DETAILS, type TreeDetail } from '../../model/tree-layout.ts'
import { Button, Segmented } from '../../ui/button.tsx'
import { HistoryTree } from './history-tree.tsx'
import type { SetThreadSearch } from './use-thread-search.ts'

const DETAIL_WORDS: Record<TreeDetail, string> = {
  runs: 'only inputs, edits and the ends of runs',
  steps: 'every step',
  changes: 'every step and what it changed',
}

interface DetailSliderProps {
  detail: TreeDetail
  onChange: (detail: TreeDetail) => void
}

const DetailSlider = ({ detail, onChange }: DetailSliderProps) => (
  <input
    type="range"
    min={0}
    max={TREE_DETAILS.length - 1}
    value={TREE_DETAILS.indexOf(detail)}
    aria-label="Detail"
    aria-valuetext={DETAIL_WORDS[detail]}
    title={`Detail: ${DETAIL_WORDS[detail]}`}
    onChange={(event) => onChange(TREE_DETAILS[Number(event.target.value)] ?? 'changes')}
    className="slider w-14"
  />
)

interface HistoryPanelProps {
  tree: CheckpointTree
  selected: string
  search: Record<string, string | undefined>
  setSearch: SetThreadSearch
  onSelect: (id: string) => void
  hasEarlier: boolean
  loadingEarlier: boolean
  onLoadEarlier: () => void
}

export const HistoryPanel = ({
  tree,
  selected,
  search,
  setSearch,
  onSelect,
  ...earlier
}: HistoryPanelProps) => {
  const detail = TREE_DETAILS.find((candidate) => candidate === search['detail']) ?? 'changes'
  return (
    <section
      aria-label="History"
      className="flex min-h-0 flex-none flex-col border-line max-lg:max-h-80 max-lg:border-b lg:w-81 lg:border-r"
    >
      <div className="flex min-h-9 flex-none items-center gap-3 border-b border-line px-5">
        <h2 className="font-medium">History</h2>
        <span className="ml-auto inline-flex items-center gap-3">
          <DetailSlider
            detail={detail}
            onChange={(value) => setSearch({ detail: value === 'changes' ? undefined : value })}
          />
          <Segmented
            label="Show"
            value={search['show'] === 'branch' ? 'branch' : 'all'}
            options={[
              { value: 'all', label: 'All' },
              { value: 'branch', label: 'This branch' },
            ]}
            onChange={(value) => setSearch({ show: value === 'all' ? undefined : value })}
          />
        </span>
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto">
        {earlier.hasEarlier && (
          <div className="px-5 py-2">
            <Button size="small" busy={earlier.loadingEarlier} onClick={earlier.onLoadEarlier}>
              Load earlier checkpoints
            </Button>
          </div>
        )}
        <HistoryTree
          tree={tree}
          selected={selected}
          onlyPath={search['show'] === 'branch'}
          detail={detail}
          onSelect={onSelect}
        />
      </div>
    </section>
  )
}

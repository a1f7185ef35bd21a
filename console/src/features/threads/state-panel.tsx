import type { ReactNode } from 'react'
import type { CheckpointNode, CheckpointTree } from '../../model/checkpoint-tree.ts'
import { IconButton, Kbd, Segmented } from '../../ui/button.tsx'
import { Select } from '../../ui/field.tsx'
import { StateDocument } from './state-document.tsx'
import type { SetThreadSearch } from './use-thread-search.ts'

const titleOf = ({ kind, label }: CheckpointNode): string => {
  if (kind === 'input') return 'Input'
  if (kind === 'edit') return 'After an edit'
  return label === 'input applied' ? 'After the input' : `After ${label}`
}

interface CompareSelectProps {
  tree: CheckpointTree
  node: CheckpointNode
  compared: CheckpointNode | undefined
  onChange: (id: string) => void
}

const CompareSelect = ({ tree, node, compared, onChange }: CompareSelectProps) => (
  <label className="inline-flex items-center gap-1.5 text-small text-ink-2">
    compared with
    <Select
      className="h-6.5! w-auto! max-w-44 text-small"
      value={compared?.id ?? 'none'}
      onChange={(event) => onChange(event.target.value)}
    >
      <option value="none">choose</option>
      {tree.nodes
        .filter(({ id }) => id !== node.id)
        .map(({ id, number, label }) => (
          <option key={id} value={id}>
            {number}, {label}
          </option>
        ))}
    </Select>
  </label>
)

interface StatePanelProps {
  tree: CheckpointTree
  node: CheckpointNode
  search: Record<string, string | undefined>
  setSearch: SetThreadSearch
  onStep: (distance: number) => void
  /** The drawer in which the state is edited. */
  drawer: ReactNode
}

/** The state at the selected checkpoint, and its difference to the parent or to another checkpoint. */
export const StatePanel = ({ tree, node, search, setSearch, onStep, drawer }: StatePanelProps) => {
  const parent = node.parentId === undefined ? undefined : tree.byId.get(node.parentId)
  const compared = tree.byId.get(search['against'] ?? '')
  const isComparing = 'against' in search
  const view = search['view'] === 'json' ? 'json' : 'document'
  const next = node.state.next.filter((name) => name !== '__start__')
  return (
    <section
      aria-label={`State at checkpoint ${String(node.number)}`}
      className="flex min-h-0 min-w-0 flex-1 flex-col bg-surface max-lg:min-h-60 max-lg:flex-none"
    >
      <div className="flex min-h-9 flex-none flex-wrap items-center gap-x-3 border-b border-line bg-bg px-5 py-0.5 lg:flex-nowrap">
        <h2 className="max-w-full flex-none truncate font-medium">{titleOf(node)}</h2>
        <span className="min-w-0 truncate text-small text-ink-2">
          checkpoint {node.number}
          {next.length > 0 && `, next ${next.join(', ')}`}
        </span>
        <div className="ml-auto flex flex-none items-center gap-2">
          {isComparing && (
            <CompareSelect
              tree={tree}
              node={node}
              compared={compared}
              onChange={(id) => setSearch({ against: id })}
            />
          )}
          <span className="inline-flex items-center gap-0.5">
            <IconButton
              icon="left"
              label="Earlier checkpoint"
              size="small"
              disabled={node.number === 1}
              onClick={() => onStep(-1)}
            />
            <Kbd>[</Kbd>
            <Kbd>]</Kbd>
            <IconButton
              icon="right"
              label="Later checkpoint"
              size="small"
              disabled={node.number === tree.nodes.length}
              onClick={() => onStep(1)}
            />
          </span>
          <Segmented
            label="Show state as"
            value={view}
            options={[
              { value: 'document', label: 'Document' },
              { value: 'json', label: 'JSON' },
            ]}
            onChange={(value) => setSearch({ view: value === 'json' ? 'json' : undefined })}
          />
        </div>
      </div>
      <StateDocument
        node={node}
        against={isComparing ? compared : parent}
        view={view}
        showDifference={search['diff'] !== 'off'}
        onShowDifference={(shown) => setSearch({ diff: shown ? undefined : 'off' })}
        onShowJson={() => setSearch({ view: 'json' })}
      />
      {drawer}
    </section>
  )
}

import { clsx } from 'clsx'
import { MAX_NAMESPACES } from '../../api/memory.ts'
import { formatCount } from '../../model/format.ts'
import { toNamespaceTree } from '../../model/memory.ts'

interface NamespaceListProps {
  namespaces: string[][]
  selected: string[]
  onSelect: (namespace: string[]) => void
}

const ITEM_CLASS =
  'block w-full truncate py-1 pr-4 text-left outline-offset-[-2px] hover:bg-sunken aria-pressed:bg-surface aria-pressed:font-medium aria-pressed:shadow-[inset_2px_0_0_var(--accent)]'

export const NamespaceList = ({ namespaces, selected, onSelect }: NamespaceListProps) => {
  const chosen = JSON.stringify(selected)
  return (
    <div
      role="region"
      aria-label="Namespaces"
      tabIndex={0}
      className="min-h-0 overflow-y-auto border-r border-line max-lg:max-h-44 max-lg:border-b"
    >
      <button
        type="button"
        aria-pressed={selected.length === 0}
        className={clsx(ITEM_CLASS, 'pl-5')}
        onClick={() => onSelect([])}
      >
        All namespaces
      </button>
      <ul>
        {toNamespaceTree(namespaces).map(({ label, path, depth }) => (
          <li key={JSON.stringify(path)}>
            <button
              type="button"
              aria-pressed={JSON.stringify(path) === chosen}
              className={clsx(ITEM_CLASS, 'font-mono text-small')}
              style={{ paddingLeft: `${String(32 + depth * 14)}px` }}
              onClick={() => onSelect(path)}
            >
              {label}
            </button>
          </li>
        ))}
      </ul>
      {namespaces.length >= MAX_NAMESPACES && (
        <p className="px-5 py-2 text-small text-ink-3">
          Only {formatCount(MAX_NAMESPACES)} namespaces are listed; search finds items in all of them.
        </p>
      )}
    </div>
  )
}

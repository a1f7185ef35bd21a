import { clsx } from 'clsx'
import { idOf, moveNode, nodesOf, removeNode, type Graph } from '../../model/graph-editor.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Menu, MenuItem } from '../../ui/menu.tsx'

interface NodeColumnProps {
  graph: Graph
  types: string[]
  wrong: ReadonlySet<string>
  selected: number
  onSelect: (index: number) => void
  onChange: (graph: Graph) => void
  onAdd: (type: string) => void
}

/** The nodes of the graph in their order. */
export const NodeColumn = ({ graph, types, wrong, selected, onSelect, onChange, onAdd }: NodeColumnProps) => {
  const nodes = nodesOf(graph)
  return (
    <section
      aria-label="Nodes"
      className="w-58 flex-none overflow-y-auto border-r border-line max-lg:w-full max-lg:border-r-0 max-lg:border-b"
    >
      <div className="flex min-h-9 items-center gap-2 border-b border-line px-4 py-1">
        <h2 className="mr-auto font-medium">Nodes</h2>
        <Menu
          trigger={
            <Button size="small" icon="plus">
              Add node
            </Button>
          }
        >
          {types.map((type) => (
            <MenuItem key={type} onSelect={() => onAdd(type)}>
              {type}
            </MenuItem>
          ))}
        </Menu>
      </div>
      <ul>
        {nodes.map((node, index) => {
          const id = idOf(node)
          const isSelected = index === selected
          return (
            <li
              key={index}
              className={clsx('flex items-center border-b border-line/60', isSelected && 'bg-accent/9')}
            >
              <button
                type="button"
                aria-pressed={isSelected}
                onClick={() => onSelect(index)}
                className="flex min-w-0 flex-1 flex-col px-4 py-1.5 text-left outline-offset-[-2px] hover:bg-sunken/60"
              >
                <span className="flex max-w-full items-center gap-1.5 font-medium">
                  <span className="truncate">{id === '' ? 'without an id' : id}</span>
                  {wrong.has(id) && <Icon name="warning" size={12} className="text-fail" />}
                  {wrong.has(id) && <span className="sr-only">has a mistake</span>}
                </span>
                <span className="text-small text-ink-2">{String(node['type'])}</span>
              </button>
              {isSelected && (
                <span className="flex pr-2">
                  <IconButton
                    icon="up"
                    size="small"
                    label={`Move ${id} up`}
                    disabled={index === 0}
                    onClick={() => {
                      onChange(moveNode(graph, index, -1))
                      onSelect(index - 1)
                    }}
                  />
                  <IconButton
                    icon="down"
                    size="small"
                    label={`Move ${id} down`}
                    disabled={index === nodes.length - 1}
                    onClick={() => {
                      onChange(moveNode(graph, index, 1))
                      onSelect(index + 1)
                    }}
                  />
                  <IconButton
                    icon="trash"
                    size="small"
                    label={`Remove ${id}`}
                    onClick={() => {
                      onChange(removeNode(graph, index))
                      onSelect(Math.max(0, index - 1))
                    }}
                  />
                </span>
              )}
            </li>
          )
        })}
      </ul>
      {nodes.length === 0 && <p className="px-4 py-3 text-ink-2">Add a node to begin.</p>}
    </section>
  )
}

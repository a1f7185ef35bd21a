import { toggleBreakpoint, type Breakpoints } from '../../model/breakpoints.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Menu, MenuCheckItem, MenuLabel } from '../../ui/menu.tsx'

const PLACES = [
  { place: 'before', label: 'Pause before' },
  { place: 'after', label: 'Pause after' },
] as const

interface BreakpointMenuProps {
  nodes: string[]
  breakpoints: Breakpoints
  onChange: (breakpoints: Breakpoints) => void
}

/** Chooses the nodes at which the next runs pause. */
export const BreakpointMenu = ({ nodes, breakpoints, onChange }: BreakpointMenuProps) => {
  const count = nodes.filter((node) => breakpoints.before.includes(node)).length
  const total = count + nodes.filter((node) => breakpoints.after.includes(node)).length
  return (
    <Menu
      trigger={
        <Button>
          Breakpoints
          {total > 0 && (
            <span className="rounded-full bg-wait-soft px-1.5 text-small text-wait">{total}</span>
          )}
          <Icon name="down" size={12} />
        </Button>
      }
    >
      {PLACES.map(({ place, label }) => (
        <div key={place} role="group" aria-label={label}>
          <MenuLabel>{label}</MenuLabel>
          {nodes.map((node) => (
            <MenuCheckItem
              key={node}
              checked={breakpoints[place].includes(node)}
              onChange={() => onChange(toggleBreakpoint(breakpoints, place, node))}
            >
              <span className="font-mono text-small">{node}</span>
            </MenuCheckItem>
          ))}
        </div>
      ))}
    </Menu>
  )
}

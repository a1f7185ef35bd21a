import type { ReactNode } from 'react'
import { Icon } from '../../ui/icons.tsx'
import { Menu } from '../../ui/menu.tsx'

interface ChipProps {
  label: ReactNode
  value: ReactNode
  onRemove?: (() => void) | undefined
  removeLabel?: string
}

export const CHIP_CLASS =
  'inline-flex h-7 max-w-75 flex-none items-center rounded-[6px] border border-line-2 bg-surface text-compact whitespace-nowrap'

const Removal = ({ label, onRemove }: { label: string; onRemove: () => void }) => (
  <button
    type="button"
    aria-label={`Remove the filter ${label}`}
    onClick={onRemove}
    className="h-6.5 flex-none border-l border-line px-1.75 text-ink-2 hover:bg-sunken hover:text-ink"
  >
    <Icon name="close" size={11} />
  </button>
)

export const Chip = ({ label, value, onRemove, removeLabel = '' }: ChipProps) => (
  <span className={CHIP_CLASS}>
    <span className="inline-flex min-w-0 items-center gap-1.5 px-2.25">
      <span className="text-ink-3">{label}</span>
      <b className="truncate font-medium">{value}</b>
    </span>
    {onRemove !== undefined && <Removal label={removeLabel} onRemove={onRemove} />}
  </span>
)

interface MenuChipProps {
  label: string
  value: string
  onRemove?: (() => void) | undefined
  children: ReactNode
}

export const MenuChip = ({ label, value, onRemove, children }: MenuChipProps) => (
  <span className={CHIP_CLASS}>
    <Menu
      align="start"
      trigger={
        <button
          type="button"
          className="inline-flex h-6.5 min-w-0 items-center gap-1.5 rounded-[5px] px-2.25 hover:bg-sunken"
        >
          <span className="text-ink-3">{label}</span>
          <b className="truncate font-medium">{value}</b>
          <Icon name="down" size={11} className="text-ink-2" />
        </button>
      }
    >
      {children}
    </Menu>
    {onRemove !== undefined && <Removal label={label} onRemove={onRemove} />}
  </span>
)

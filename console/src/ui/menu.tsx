import { clsx } from 'clsx'
import { DropdownMenu as Radix } from 'radix-ui'
import type { ReactElement, ReactNode } from 'react'
import { Icon, type IconName } from './icons.tsx'

export const FLOAT_CLASS =
  'z-50 max-h-[min(480px,var(--radix-popper-available-height))] overflow-y-auto rounded-lg border border-line-2 bg-surface p-1 shadow-float'

interface MenuProps {
  /** The button that opens the menu. */
  trigger: ReactElement
  align?: 'start' | 'end'
  children: ReactNode
}

export const Menu = ({ trigger, align = 'end', children }: MenuProps) => (
  <Radix.Root modal={false}>
    <Radix.Trigger asChild>{trigger}</Radix.Trigger>
    <Radix.Portal>
      <Radix.Content
        align={align}
        sideOffset={4}
        collisionPadding={8}
        className={clsx(FLOAT_CLASS, 'min-w-44')}
      >
        {children}
      </Radix.Content>
    </Radix.Portal>
  </Radix.Root>
)

const ITEM_CLASS =
  'flex min-h-7 cursor-pointer items-center gap-2 rounded px-2 py-1 text-compact text-ink select-none ' +
  'data-[disabled]:cursor-not-allowed data-[disabled]:text-ink-3 data-[highlighted]:bg-sunken data-[highlighted]:outline-none'

interface MenuItemProps {
  icon?: IconName
  /** A key or a figure at the end of the item. */
  note?: ReactNode
  danger?: boolean
  disabled?: boolean
  onSelect: () => void
  children: ReactNode
}

export const MenuItem = ({
  icon,
  note,
  danger = false,
  disabled = false,
  onSelect,
  children,
}: MenuItemProps) => (
  <Radix.Item disabled={disabled} onSelect={onSelect} className={clsx(ITEM_CLASS, danger && 'text-fail')}>
    {icon !== undefined && <Icon name={icon} size={14} className={danger ? '' : 'text-ink-2'} />}
    <span className="min-w-0 truncate">{children}</span>
    {note !== undefined && <span className="ml-auto pl-4 text-small text-ink-3">{note}</span>}
  </Radix.Item>
)

interface MenuCheckItemProps {
  checked: boolean
  onChange: (checked: boolean) => void
  /** A choice of one closes the menu, a choice of several leaves it open. */
  keepOpen?: boolean
  note?: ReactNode
  children: ReactNode
}

export const MenuCheckItem = ({ checked, onChange, keepOpen = true, note, children }: MenuCheckItemProps) => (
  <Radix.CheckboxItem
    checked={checked}
    onCheckedChange={onChange}
    onSelect={(event) => {
      if (keepOpen) event.preventDefault()
    }}
    className={ITEM_CLASS}
  >
    <span className="flex w-3.5 justify-center">
      {checked && <Icon name="check" size={13} className="text-accent" />}
    </span>
    <span className="inline-flex min-w-0 items-center gap-1.5 truncate">{children}</span>
    {note !== undefined && <span className="ml-auto pl-4 text-small text-ink-3">{note}</span>}
  </Radix.CheckboxItem>
)

export const MenuLabel = ({ children }: { children: ReactNode }) => (
  <Radix.Label className="px-2 pt-1.5 pb-1 text-label text-ink-3">{children}</Radix.Label>
)

export const MenuSeparator = () => <Radix.Separator className="-mx-1 my-1 h-px bg-line" />

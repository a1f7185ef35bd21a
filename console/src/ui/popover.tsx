import { clsx } from 'clsx'
import { Popover as Radix } from 'radix-ui'
import type { ReactElement, ReactNode } from 'react'
import { FLOAT_CLASS } from './menu.tsx'

interface PopoverProps {
  trigger: ReactElement
  /** The accessible name of the popover. */
  label: string
  open?: boolean
  onOpenChange?: (open: boolean) => void
  align?: 'start' | 'end'
  className?: string
  children: ReactNode
}

export const Popover = ({
  trigger,
  label,
  open,
  onOpenChange,
  align = 'start',
  className,
  children,
}: PopoverProps) => (
  <Radix.Root {...(open !== undefined && { open })} {...(onOpenChange !== undefined && { onOpenChange })}>
    <Radix.Trigger asChild>{trigger}</Radix.Trigger>
    <Radix.Portal>
      <Radix.Content
        aria-label={label}
        align={align}
        sideOffset={4}
        collisionPadding={8}
        className={clsx(FLOAT_CLASS, 'w-72 max-w-[calc(100vw-16px)] focus:outline-none', className)}
      >
        {children}
      </Radix.Content>
    </Radix.Portal>
  </Radix.Root>
)

export const PopoverClose = Radix.Close

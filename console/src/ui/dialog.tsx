import { clsx } from 'clsx'
import { Dialog as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { Button, IconButton } from './button.tsx'

interface DialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  /** One sentence on what the dialog is for; screen readers read it with the title. */
  description?: ReactNode
  /** The buttons, the primary one last. */
  footer?: ReactNode
  size?: 'small' | 'medium' | 'large'
  children?: ReactNode
}

const WIDTHS = { small: 'max-w-105', medium: 'max-w-150', large: 'max-w-220' }

export const Dialog = ({
  open,
  onOpenChange,
  title,
  description,
  footer,
  size = 'medium',
  children,
}: DialogProps) => (
  <Radix.Root open={open} onOpenChange={onOpenChange}>
    <Radix.Portal>
      <Radix.Overlay className="fixed inset-0 z-40 bg-scrim" />
      <Radix.Content
        {...(description === undefined && { 'aria-describedby': undefined })}
        className={clsx(
          'fixed top-[12vh] left-1/2 z-50 flex max-h-[80vh] w-[calc(100vw-24px)] -translate-x-1/2 flex-col',
          'rounded-lg border border-line-2 bg-surface shadow-float focus:outline-none',
          WIDTHS[size],
        )}
      >
        <div className="flex items-start gap-3 px-5 pt-4 pb-2">
          <div className="min-w-0">
            <Radix.Title className="text-title font-semibold">{title}</Radix.Title>
            {description !== undefined && (
              <Radix.Description className="mt-0.5 text-ink-2">{description}</Radix.Description>
            )}
          </div>
          <Radix.Close asChild>
            <IconButton icon="close" label="Close" size="small" className="-mr-1.5 ml-auto" />
          </Radix.Close>
        </div>
        <div className="min-h-0 overflow-y-auto px-5 pb-4">{children}</div>
        {footer !== undefined && (
          <div className="flex flex-wrap justify-end gap-1.5 border-t border-line px-5 py-3">{footer}</div>
        )}
      </Radix.Content>
    </Radix.Portal>
  </Radix.Root>
)

interface ConfirmDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  description: ReactNode
  /** The verb of the action, for example "Cancel 3 runs". */
  action: string
  danger?: boolean
  busy?: boolean
  reason?: string | undefined
  onConfirm: () => void
  children?: ReactNode
}

export const ConfirmDialog = ({
  open,
  onOpenChange,
  title,
  description,
  action,
  danger = false,
  busy = false,
  reason,
  onConfirm,
  children,
}: ConfirmDialogProps) => (
  <Dialog
    open={open}
    onOpenChange={onOpenChange}
    title={title}
    description={description}
    size="small"
    footer={
      <>
        <Button onClick={() => onOpenChange(false)}>Go back</Button>
        <Button variant={danger ? 'danger' : 'primary'} busy={busy} reason={reason} onClick={onConfirm}>
          {action}
        </Button>
      </>
    }
  >
    {children}
  </Dialog>
)

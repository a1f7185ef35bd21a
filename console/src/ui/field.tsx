import { clsx } from 'clsx'
import { useId, type ComponentProps, type ReactNode } from 'react'

interface FieldProps {
  label: ReactNode
  /** Shown at the end of the label, for example a type or a limit. */
  note?: ReactNode
  hint?: ReactNode
  error?: string | undefined
  children: (ids: {
    id: string
    'aria-describedby': string | undefined
    'aria-invalid': boolean
  }) => ReactNode
}

/** A control with its label, and below it a hint or what is wrong with the value. */
export const Field = ({ label, note, hint, error, children }: FieldProps) => {
  const id = useId()
  const described = error !== undefined || hint !== undefined ? `${id}-hint` : undefined
  return (
    <div className="min-w-0">
      <div className="mb-1 flex items-baseline gap-2">
        <label htmlFor={id} className="text-label text-ink-2">
          {label}
        </label>
        {note !== undefined && <span className="ml-auto text-label text-ink-3">{note}</span>}
      </div>
      {children({ id, 'aria-describedby': described, 'aria-invalid': error !== undefined })}
      {described !== undefined && (
        <div
          id={described}
          className={clsx('mt-1 text-small', error === undefined ? 'text-ink-3' : 'text-fail')}
        >
          {error ?? hint}
        </div>
      )}
    </div>
  )
}

const CONTROL_CLASS =
  'w-full rounded-[6px] border border-line-2 bg-surface px-2.25 text-body text-ink aria-invalid:border-fail disabled:bg-sunken disabled:text-ink-3'

export const TextInput = ({ className, ...props }: ComponentProps<'input'>) => (
  <input
    spellCheck={false}
    autoComplete="off"
    {...props}
    className={clsx(CONTROL_CLASS, 'h-7.5', className)}
  />
)

export const TextArea = ({ className, ...props }: ComponentProps<'textarea'>) => (
  <textarea rows={3} {...props} className={clsx(CONTROL_CLASS, 'py-1.25', className)} />
)

export const Select = ({ className, ...props }: ComponentProps<'select'>) => (
  <select {...props} className={clsx(CONTROL_CLASS, 'h-7.5 cursor-pointer pr-6', className)} />
)

interface CheckboxProps {
  label: ReactNode
  checked: boolean
  mixed?: boolean
  /** Hides the label; it stays the accessible name. */
  bare?: boolean
  disabled?: boolean
  onChange: (checked: boolean, event: { shiftKey: boolean }) => void
}

export const Checkbox = ({
  label,
  checked,
  mixed = false,
  bare = false,
  disabled = false,
  onChange,
}: CheckboxProps) => (
  <label className={clsx('inline-flex items-center gap-2', disabled ? 'text-ink-3' : 'cursor-pointer')}>
    <input
      type="checkbox"
      checked={checked}
      disabled={disabled}
      ref={(element) => {
        if (element !== null) element.indeterminate = mixed
      }}
      onChange={(event) =>
        onChange(event.target.checked, { shiftKey: (event.nativeEvent as MouseEvent).shiftKey })
      }
      className="check"
    />
    <span className={bare ? 'sr-only' : 'min-w-0'}>{label}</span>
  </label>
)

interface SwitchProps {
  label: ReactNode
  checked: boolean
  onChange: (checked: boolean) => void
}

export const Switch = ({ label, checked, onChange }: SwitchProps) => (
  <button
    type="button"
    role="switch"
    aria-checked={checked}
    onClick={() => onChange(!checked)}
    className="inline-flex h-7.5 flex-none items-center gap-1.75 text-compact font-medium whitespace-nowrap"
  >
    <span
      aria-hidden="true"
      className={clsx(
        'relative h-4 w-6.5 flex-none rounded-full transition-colors duration-120',
        checked ? 'bg-accent' : 'bg-ink-3',
      )}
    >
      <span
        className={clsx(
          'absolute top-0.5 size-3 rounded-full bg-surface transition-[left] duration-120',
          checked ? 'left-3' : 'left-0.5',
        )}
      />
    </span>
    {label}
  </button>
)

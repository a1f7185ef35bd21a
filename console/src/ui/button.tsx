import { clsx } from 'clsx'
import type { ComponentProps, ReactNode } from 'react'
import { Icon, type IconName } from './icons.tsx'

type Variant = 'default' | 'primary' | 'danger' | 'quiet' | 'link'

const VARIANTS: Record<Variant, string> = {
  default: 'border border-line-2 bg-surface text-ink enabled:hover:bg-sunken data-[state=open]:bg-sunken',
  primary: 'border border-ink bg-ink text-bg enabled:hover:opacity-90',
  danger: 'border border-line-2 bg-surface text-fail enabled:hover:bg-fail-soft',
  quiet: 'text-ink-2 enabled:hover:bg-sunken enabled:hover:text-ink data-[state=open]:bg-sunken',
  link: 'text-accent enabled:hover:underline underline-offset-3',
}

interface ButtonProps extends ComponentProps<'button'> {
  variant?: Variant
  size?: 'normal' | 'small'
  icon?: IconName
  /** True while the action runs: the button keeps its width and cannot be pressed again. */
  busy?: boolean
  /** The reason why the button is disabled, shown as its title. */
  reason?: string | undefined
}

export const buttonClass = (variant: Variant = 'default', size: 'normal' | 'small' = 'normal'): string =>
  clsx(
    'inline-flex flex-none items-center justify-center gap-1.5 rounded-[6px] font-medium whitespace-nowrap',
    'transition-colors duration-120 disabled:cursor-not-allowed disabled:opacity-55',
    variant === 'link'
      ? 'text-compact'
      : size === 'small'
        ? 'h-6.5 px-2.25 text-small'
        : 'h-7.5 px-2.75 text-compact',
    VARIANTS[variant],
  )

export const Button = ({
  variant = 'default',
  size = 'normal',
  icon,
  busy = false,
  reason,
  className,
  children,
  disabled,
  ...props
}: ButtonProps) => (
  <button
    type="button"
    {...props}
    title={reason ?? props.title}
    disabled={disabled === true || busy || reason !== undefined}
    aria-busy={busy || undefined}
    className={clsx(buttonClass(variant, size), className)}
  >
    {icon !== undefined && <Icon name={icon} size={14} />}
    {children}
  </button>
)

interface IconButtonProps extends ComponentProps<'button'> {
  icon: IconName
  label: string
  size?: 'normal' | 'small'
}

/** A button that shows only an icon; the label is its accessible name and its title. */
export const IconButton = ({ icon, label, size = 'normal', className, ...props }: IconButtonProps) => (
  <button
    type="button"
    title={label}
    {...props}
    aria-label={label}
    className={clsx(
      'inline-flex flex-none items-center justify-center rounded-[6px] text-ink-2 transition-colors duration-120',
      'enabled:hover:bg-sunken enabled:hover:text-ink disabled:opacity-50 data-[state=open]:bg-sunken',
      size === 'small' ? 'size-6' : 'size-7.5',
      className,
    )}
  >
    <Icon name={icon} size={size === 'small' ? 13 : 15} />
  </button>
)

interface SegmentedProps<Value extends string> {
  label: string
  value: Value
  options: { value: Value; label: ReactNode; title?: string }[]
  onChange: (value: Value) => void
}

/** A choice of a few words, of which one is always chosen. */
export const Segmented = <Value extends string>({
  label,
  value,
  options,
  onChange,
}: SegmentedProps<Value>) => (
  <div
    role="group"
    aria-label={label}
    className="flex flex-none overflow-hidden rounded-[6px] border border-line bg-surface"
  >
    {options.map((option) => (
      <button
        key={option.value}
        type="button"
        title={option.title}
        aria-pressed={option.value === value}
        onClick={() => onChange(option.value)}
        className="px-2.25 text-small leading-[26px] text-ink-2 outline-offset-[-2px] hover:text-ink aria-pressed:bg-sunken aria-pressed:font-medium aria-pressed:text-ink"
      >
        {option.label}
      </button>
    ))}
  </div>
)

export const Kbd = ({ children }: { children: ReactNode }) => (
  <kbd className="inline-block min-w-4.25 rounded-[4px] border border-line-2 bg-surface px-1 text-center font-sans text-[11px] leading-4 font-medium text-ink-2">
    {children}
  </kbd>
)

import type { ReactNode } from 'react'
import { describeError } from '../api/errors.ts'
import { Button } from './button.tsx'
import { Icon, type IconName } from './icons.tsx'

interface EmptyStateProps {
  icon?: IconName
  title: string
  /** True if nothing else on the screen is a heading. */
  isScreen?: boolean
  /** What would be here, and how to make it appear. */
  children?: ReactNode
  actions?: ReactNode
}

export const EmptyState = ({ icon, title, isScreen = false, children, actions }: EmptyStateProps) => (
  <div className="mx-auto flex w-full max-w-130 flex-col items-start gap-3 px-5 py-14">
    {icon !== undefined && <Icon name={icon} size={22} className="text-ink-3" />}
    {isScreen ? (
      <h1 className="text-title font-semibold">{title}</h1>
    ) : (
      <h2 className="text-title font-semibold">{title}</h2>
    )}
    {children !== undefined && <div className="flex max-w-full flex-col gap-3 text-ink-2">{children}</div>}
    {actions !== undefined && <div className="flex flex-wrap gap-1.5">{actions}</div>}
  </div>
)

/** What failed, what to do, and a button that tries again. */
export const ErrorState = ({ error, onRetry }: { error: unknown; onRetry?: () => void }) => {
  const { title, advice, requestId } = describeError(error)
  return (
    <div role="alert" className="mx-auto flex w-full max-w-130 flex-col items-start gap-3 px-5 py-14">
      <Icon name="warning" size={22} className="text-fail" />
      <h2 className="text-title font-semibold">{title}</h2>
      <p className="text-ink-2">{advice}</p>
      {requestId !== undefined && (
        <p className="text-small text-ink-3">
          Request <code className="font-mono">{requestId}</code>; the log of the service has the cause under
          this id.
        </p>
      )}
      {onRetry !== undefined && (
        <Button icon="retry" onClick={onRetry}>
          Try again
        </Button>
      )}
    </div>
  )
}

/** The same in one line, inside of a panel or a form. */
export const ErrorLine = ({ error }: { error: unknown }) => {
  const { title, advice } = describeError(error)
  return (
    <p role="alert" className="flex items-start gap-2 rounded bg-fail-soft px-3 py-2 text-fail">
      <Icon name="warning" className="mt-0.5" />
      <span className="min-w-0">
        <span className="font-medium">{title}.</span> {advice}
      </span>
    </p>
  )
}

/** Lines in place of data that is being loaded. Screen readers hear the label. */
export const Loading = ({ label = 'Loading', lines = 6 }: { label?: string; lines?: number }) => (
  <div role="status" className="flex flex-col gap-3 p-5">
    <span className="sr-only">{label}</span>
    {Array.from({ length: lines }, (_, line) => (
      <div
        key={line}
        className="pulsing h-3.5 rounded-sm bg-line"
        style={{ width: `${String(90 - ((line * 17) % 45))}%` }}
      />
    ))}
  </div>
)

import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ApiError, describeError } from '../../api/errors.ts'
import type { InboxItem } from '../../model/inbox.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icons.tsx'

const Notice = ({ tone, title, children }: { tone: 'wait' | 'fail'; title: string; children: ReactNode }) => (
  <div
    role="alert"
    className={`flex items-start gap-2.5 border-b border-line px-5 py-3 ${tone === 'wait' ? 'bg-wait-soft text-wait' : 'bg-fail-soft text-fail'}`}
  >
    <Icon name={tone === 'wait' ? 'info' : 'warning'} className="mt-0.5" />
    <div className="min-w-0">
      <div className="font-medium">{title}</div>
      {children}
    </div>
  </div>
)

const WhatHappened = ({ item: { run, threadId } }: { item: InboxItem }) =>
  run === undefined ? (
    <Link to="/threads/$threadId" params={{ threadId }} className="underline underline-offset-3">
      See what happened in the thread
    </Link>
  ) : (
    <Link to="/runs/$runId" params={{ runId: run.run_id }} className="underline underline-offset-3">
      See what happened in the run
    </Link>
  )

/** The item has left the list while it was open. */
export const GoneNotice = ({ item, hasDrafts }: { item: InboxItem; hasDrafts: boolean }) => (
  <Notice tone="wait" title="This item no longer waits">
    {item.run === undefined
      ? 'Somebody else has answered it, or the thread was changed or deleted.'
      : 'Somebody else has answered it, or the run was cancelled or has expired.'}
    {hasDrafts && ' What you entered is still below, so that you can copy it; it was not sent.'}{' '}
    <WhatHappened item={item} />
  </Notice>
)

/** Why the reply was not accepted. What the person has entered stays. */
export const SendError = ({
  error,
  item,
  onReload,
}: {
  error: unknown
  item: InboxItem
  onReload: () => void
}) => {
  const isConflict = error instanceof ApiError && error.status === 409
  const { title, advice } = describeError(error)
  const holder = error instanceof ApiError ? error.details['reserved_by'] : undefined
  if (!isConflict)
    return (
      <Notice tone="fail" title={`Not sent: ${title.charAt(0).toLowerCase()}${title.slice(1)}`}>
        {advice} What you entered is still here.
      </Notice>
    )
  return (
    <Notice
      tone="fail"
      title={
        typeof holder === 'string'
          ? `Not sent: ${holder} has reserved this item`
          : 'Not sent: somebody else was faster'
      }
    >
      {error.message}. What you entered is still here.{' '}
      {typeof holder === 'string' ? (
        <Button variant="link" onClick={onReload}>
          Check again
        </Button>
      ) : (
        <WhatHappened item={item} />
      )}
    </Notice>
  )
}

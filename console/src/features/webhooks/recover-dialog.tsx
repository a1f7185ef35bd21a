import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { errorBesides, fieldError } from '../../api/field-errors.ts'
import type { Webhook } from '../../api/types.ts'
import { redeliverRange } from '../../api/webhooks.ts'
import { plural } from '../../model/format.ts'
import { toLocalInput } from '../../model/local-time.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field, Select, TextInput } from '../../ui/field.tsx'
import { ErrorLine } from '../../ui/states.tsx'
import { showToast } from '../../ui/toast.tsx'
import { useRefreshWebhooks } from './use-webhook-actions.ts'

const DAY_MS = 86_400_000

/** Sends all events of a time range again, for example after the receiver was repaired. */
export const RecoverDialog = ({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) => {
  const refresh = useRefreshWebhooks()
  const [since, setSince] = useState(() =>
    toLocalInput(webhook.failing_since === null ? Date.now() - DAY_MS : Date.parse(webhook.failing_since)),
  )
  const [until, setUntil] = useState('')
  const [status, setStatus] = useState<'failed' | 'delivered'>('failed')
  const isInvalid = Number.isNaN(Date.parse(since))
  const send = useMutation({
    mutationFn: () =>
      redeliverRange(webhook.webhook_id, {
        since: new Date(since).toISOString(),
        status,
        ...(until !== '' && { until: new Date(until).toISOString() }),
      }),
    onSuccess: async ({ redelivered }) => {
      await refresh()
      showToast({
        tone: redelivered === 0 ? 'info' : 'ok',
        text: redelivered === 0 ? 'No event matches' : `${plural(redelivered, 'event')} will be sent again`,
      })
      onClose()
    },
  })
  const otherError = errorBesides(send.error, ['since', 'until'])
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="small"
      title="Send events again"
      description="Every event keeps its id, so a receiver can tell what it has already seen."
      footer={
        <>
          <Button onClick={onClose}>Go back</Button>
          <Button
            variant="primary"
            busy={send.isPending}
            reason={isInvalid ? 'Enter when the range begins' : undefined}
            onClick={() => send.mutate()}
          >
            Send again
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <Field label="Since" hint="Your local time" error={fieldError(send.error, 'since')}>
          {(ids) => (
            <TextInput
              {...ids}
              type="datetime-local"
              value={since}
              onChange={(event) => setSince(event.target.value)}
            />
          )}
        </Field>
        <Field label="Until" note="optional" error={fieldError(send.error, 'until')}>
          {(ids) => (
            <TextInput
              {...ids}
              type="datetime-local"
              value={until}
              onChange={(event) => setUntil(event.target.value)}
            />
          )}
        </Field>
        <Field label="Which events">
          {(ids) => (
            <Select
              {...ids}
              value={status}
              onChange={(event) => setStatus(event.target.value === 'delivered' ? 'delivered' : 'failed')}
            >
              <option value="failed">Those that failed or were missed while it was disabled</option>
              <option value="delivered">Those that were delivered</option>
            </Select>
          )}
        </Field>
        {otherError !== null && <ErrorLine error={otherError} />}
      </div>
    </Dialog>
  )
}

import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { Webhook } from '../../api/types.ts'
import { rotateWebhookSecret, type WebhookWithSecret } from '../../api/webhooks.ts'
import { endpointName } from '../../model/webhooks.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field, Select } from '../../ui/field.tsx'
import { SecretOnce } from '../../ui/secret-once.tsx'
import { ErrorLine } from '../../ui/states.tsx'
import { useRefreshWebhooks } from './use-webhook-actions.ts'

/** Shows a secret once. It lives in the state of the screen only, and is gone when the dialog is closed. */
export const SecretDialog = ({ webhook, onClose }: { webhook: WebhookWithSecret; onClose: () => void }) => (
  <Dialog
    open
    onOpenChange={onClose}
    title={`Secret of ${endpointName(webhook)}`}
    description="Copy it now. It is stored encrypted and not shown again."
    footer={
      <Button variant="primary" onClick={onClose}>
        I have stored it
      </Button>
    }
  >
    <div className="flex flex-col gap-3">
      <SecretOnce label="Secret" value={webhook.secret ?? ''} />
      <p className="text-ink-2">
        The receiver checks the header <code className="font-mono text-small">webhook-signature</code> with
        it: HMAC-SHA256 of <code className="font-mono text-small">id.timestamp.body</code>, as in Standard
        Webhooks.
      </p>
      {webhook.warnings.map((warning) => (
        <p key={warning} className="text-wait">
          {warning}
        </p>
      ))}
    </div>
  </Dialog>
)

const OVERLAPS = [
  { value: '86400', label: '24 hours' },
  { value: '3600', label: '1 hour' },
  { value: '604800', label: '7 days' },
  { value: '0', label: 'Not at all: the old secret stops now' },
]

interface RotateDialogProps {
  webhook: Webhook
  onClose: () => void
  onRotated: (webhook: WebhookWithSecret) => void
}

export const RotateDialog = ({ webhook, onClose, onRotated }: RotateDialogProps) => {
  const refresh = useRefreshWebhooks()
  const [overlap, setOverlap] = useState('86400')
  const rotate = useMutation({
    mutationFn: () => rotateWebhookSecret(webhook.webhook_id, Number(overlap)),
    gcTime: 0,
    onSuccess: async (rotated) => {
      onRotated(rotated)
      await refresh()
    },
  })
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="small"
      title="Rotate the secret"
      description="A new secret is generated and shown once. During the overlap both secrets sign, so the receiver can change in its own time."
      footer={
        <>
          <Button onClick={onClose}>Go back</Button>
          <Button variant="primary" busy={rotate.isPending} onClick={() => rotate.mutate()}>
            Rotate
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        <Field label="The old secret also signs for">
          {(ids) => (
            <Select {...ids} value={overlap} onChange={(event) => setOverlap(event.target.value)}>
              {OVERLAPS.map(({ value, label }) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </Select>
          )}
        </Field>
        {rotate.error !== null && <ErrorLine error={rotate.error} />}
      </div>
    </Dialog>
  )
}

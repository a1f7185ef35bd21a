import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { errorBesides, fieldError } from '../../api/field-errors.ts'
import type { Webhook } from '../../api/types.ts'
import {
  createWebhook,
  updateWebhook,
  type WebhookCreate,
  type WebhookWithSecret,
} from '../../api/webhooks.ts'
import { findUrlProblem } from '../../model/webhooks.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field, TextInput } from '../../ui/field.tsx'
import { ErrorLine } from '../../ui/states.tsx'
import { EventPicker } from './event-picker.tsx'
import { useRefreshWebhooks } from './use-webhook-actions.ts'

const FIELDS = ['url', 'events', 'description']

interface EndpointDialogProps {
  /** Without a webhook, a new one is created. */
  webhook?: Webhook
  onClose: () => void
  onSaved: (saved: Webhook | WebhookWithSecret) => void
}

export const EndpointDialog = ({ webhook, onClose, onSaved }: EndpointDialogProps) => {
  const refresh = useRefreshWebhooks()
  const [description, setDescription] = useState(webhook?.description ?? '')
  const [url, setUrl] = useState(webhook?.url ?? '')
  const [events, setEvents] = useState<string[]>(webhook?.events ?? ['run.completed', 'run.failed'])
  const [isChecked, setIsChecked] = useState(false)
  const urlProblem = isChecked ? findUrlProblem(url) : undefined
  const eventsProblem = isChecked && events.length === 0 ? 'Choose at least one event' : undefined
  const save = useMutation({
    mutationFn: () => {
      const body = {
        url,
        events: events as WebhookCreate['events'],
        description: description.trim() === '' ? null : description.trim(),
      }
      return webhook === undefined ? createWebhook(body) : updateWebhook(webhook.webhook_id, body)
    },
    onSuccess: async (saved) => {
      await refresh()
      onSaved(saved)
    },
  })
  const submit = (): void => {
    setIsChecked(true)
    if (findUrlProblem(url) === undefined && events.length > 0) save.mutate()
  }
  const otherError = errorBesides(save.error, FIELDS)
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={webhook === undefined ? 'New endpoint' : 'Edit the endpoint'}
      description="Heddle sends a signed POST request for each event, and repeats it until the receiver responds with 2xx."
      footer={
        <>
          <Button onClick={onClose}>Go back</Button>
          <Button variant="primary" busy={save.isPending} onClick={submit}>
            {webhook === undefined ? 'Create' : 'Save'}
          </Button>
        </>
      }
    >
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <Field
          label="URL"
          error={urlProblem ?? fieldError(save.error, 'url')}
          hint="https, reachable from the service"
        >
          {(ids) => (
            <TextInput
              {...ids}
              type="url"
              placeholder="https://example.com/hooks/heddle"
              value={url}
              onChange={(event) => setUrl(event.target.value)}
            />
          )}
        </Field>
        <Field label="Name" note="optional" error={fieldError(save.error, 'description')}>
          {(ids) => (
            <TextInput
              {...ids}
              maxLength={1_000}
              placeholder="Shop"
              value={description}
              onChange={(event) => setDescription(event.target.value)}
            />
          )}
        </Field>
        <EventPicker
          events={events}
          onChange={setEvents}
          error={eventsProblem ?? fieldError(save.error, 'events')}
        />
        {otherError !== null && <ErrorLine error={otherError} />}
        <button type="submit" hidden />
      </form>
    </Dialog>
  )
}

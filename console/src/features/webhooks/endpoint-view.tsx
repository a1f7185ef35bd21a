import { useState } from 'react'
import { useScope } from '../../api/session.ts'
import type { Webhook, WebhookFigures } from '../../api/types.ts'
import type { WebhookWithSecret } from '../../api/webhooks.ts'
import { plural } from '../../model/format.ts'
import { blockedReason, endpointName, endpointState } from '../../model/webhooks.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { Menu, MenuItem } from '../../ui/menu.tsx'
import { Time, useNow } from '../../ui/time.tsx'
import { EndpointDialog } from './endpoint-dialog.tsx'
import { RecoverDialog } from './recover-dialog.tsx'
import { RotateDialog, SecretDialog } from './secret-dialogs.tsx'
import { useWebhookActions } from './use-webhook-actions.ts'
import { EndpointStateText } from './webhook-state.tsx'

type OpenDialog = 'edit' | 'rotate' | 'recover' | 'remove' | undefined

const Circuit = ({ webhook, lastError }: { webhook: Webhook; lastError: string | null }) => {
  const now = useNow()
  const state = endpointState(webhook, lastError, now)
  const blocked = blockedReason(lastError)
  return (
    <div className="min-w-0">
      <h3 className="text-label text-ink-3">Circuit</h3>
      <div className="mt-1">
        <EndpointStateText state={state} />
      </div>
      <div className="mt-1 text-small text-ink-2">
        {state === 'delivering' && 'The last attempt succeeded.'}
        {state === 'disabled' &&
          (webhook.disabled_reason ?? 'Switched off by a person; events are not kept.')}
        {webhook.enabled && webhook.failures > 0 && (
          <>
            {plural(webhook.failures, 'failure')} in a row
            {webhook.failing_since !== null && (
              <>
                {' '}
                since <Time value={webhook.failing_since} />
              </>
            )}
            .{' '}
            {state === 'paused' && webhook.paused_until !== null && (
              <>
                The next attempt is <Time value={webhook.paused_until} />.{' '}
              </>
            )}
            {blocked === undefined
              ? lastError !== null && `Last error: ${lastError}.`
              : `Not sent: ${blocked}`}
          </>
        )}
      </div>
    </div>
  )
}

interface FactsProps {
  webhook: Webhook
  lastError: string | null
  canEdit: boolean
  onOpen: (dialog: OpenDialog) => void
}

const Facts = ({ webhook, lastError, canEdit, onOpen }: FactsProps) => (
  <div className="grid grid-cols-3 gap-x-5 gap-y-3 border-b border-line px-5 pb-3 max-md:grid-cols-1">
    <div className="min-w-0">
      <div className="flex items-baseline">
        <h3 className="text-label text-ink-3">Events</h3>
        {canEdit && (
          <Button variant="link" className="ml-auto" onClick={() => onOpen('edit')}>
            Edit
          </Button>
        )}
      </div>
      <ul className="mt-1 flex flex-wrap gap-1">
        {webhook.events.map((event) => (
          <li key={event} className="rounded border border-line-2 bg-surface px-1.5 font-mono text-small">
            {event === '*' ? 'all events' : event}
          </li>
        ))}
      </ul>
      <div className="mt-1 text-small text-ink-3">
        since <Time value={webhook.created_at} />
      </div>
    </div>
    <div className="min-w-0">
      <div className="flex items-baseline">
        <h3 className="text-label text-ink-3">Secret</h3>
        {canEdit && (
          <Button variant="link" className="ml-auto" onClick={() => onOpen('rotate')}>
            Rotate…
          </Button>
        )}
      </div>
      {webhook.kind === 'run' ? (
        <p className="mt-1 text-small text-ink-2">Webhooks of single runs are not signed.</p>
      ) : (
        <>
          <p className="mt-1 font-mono text-small" aria-label="hidden">
            whsec_••••••••••••
          </p>
          <p className="mt-1 text-small text-ink-2">
            Shown once, when it was made.
            {webhook.old_secret_expires_at !== null &&
              Date.parse(webhook.old_secret_expires_at) > Date.now() && (
                <>
                  {' '}
                  Rotated: the old one also signs, it ends <Time value={webhook.old_secret_expires_at} />.
                </>
              )}
          </p>
        </>
      )}
    </div>
    <Circuit webhook={webhook} lastError={lastError} />
  </div>
)

/** The head of an endpoint: what it receives, how it is signed, whether it works, and what can be done with it. */
export const EndpointView = ({
  webhook,
  figures,
}: {
  webhook: Webhook
  figures: WebhookFigures | undefined
}) => {
  const canWrite = useScope('write')
  const canEdit = useScope('admin') && webhook.kind === 'registered'
  const [dialog, setDialog] = useState<OpenDialog>()
  const [secret, setSecret] = useState<WebhookWithSecret>()
  const { test, setEnabled, remove } = useWebhookActions(webhook)
  const close = (): void => setDialog(undefined)
  return (
    <section aria-label={endpointName(webhook)} className="flex-none">
      <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1.5 px-5 pt-3 pb-2">
        <h2 className="text-title font-semibold">{endpointName(webhook)}</h2>
        <span className="min-w-0 flex-1 truncate font-mono text-small text-ink-2">{webhook.url}</span>
        {canWrite && (
          <div className="flex flex-wrap gap-1.5">
            {webhook.kind === 'registered' && (
              <Button
                busy={test.isPending}
                reason={webhook.enabled ? undefined : 'Enable the endpoint first'}
                onClick={() => test.mutate()}
              >
                Send test
              </Button>
            )}
            <Button onClick={() => setDialog('recover')}>Recover since…</Button>
            {canEdit && (
              <>
                <Button busy={setEnabled.isPending} onClick={() => setEnabled.mutate(!webhook.enabled)}>
                  {webhook.enabled ? 'Disable' : 'Enable'}
                </Button>
                <Menu trigger={<IconButton icon="more" label="More actions" />}>
                  <MenuItem icon="pencil" onSelect={() => setDialog('edit')}>
                    Edit
                  </MenuItem>
                  <MenuItem icon="key" onSelect={() => setDialog('rotate')}>
                    Rotate the secret
                  </MenuItem>
                  <MenuItem icon="trash" danger onSelect={() => setDialog('remove')}>
                    Delete
                  </MenuItem>
                </Menu>
              </>
            )}
          </div>
        )}
      </div>
      <Facts webhook={webhook} lastError={figures?.last_error ?? null} canEdit={canEdit} onOpen={setDialog} />
      {dialog === 'edit' && <EndpointDialog webhook={webhook} onClose={close} onSaved={close} />}
      {dialog === 'recover' && <RecoverDialog webhook={webhook} onClose={close} />}
      {dialog === 'rotate' && (
        <RotateDialog
          webhook={webhook}
          onClose={close}
          onRotated={(rotated) => {
            close()
            setSecret(rotated)
          }}
        />
      )}
      {secret !== undefined && <SecretDialog webhook={secret} onClose={() => setSecret(undefined)} />}
      <ConfirmDialog
        open={dialog === 'remove'}
        onOpenChange={close}
        title={`Delete ${endpointName(webhook)}?`}
        description="Its secret, its delivery log and events that were not delivered yet are deleted. This cannot be undone."
        action="Delete"
        danger
        busy={remove.isPending}
        onConfirm={() => remove.mutate()}
      />
    </section>
  )
}

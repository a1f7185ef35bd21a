import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { assistantsQuery } from '../../api/assistants.ts'
import {
  deleteGuardrail,
  guardrailsKey,
  policyListQuery,
  updateGuardrail,
  type Guardrail,
} from '../../api/guardrails.ts'
import { useScope } from '../../api/session.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { JsonView } from '../../ui/json-view.tsx'
import { ErrorLine } from '../../ui/states.tsx'
import { Time } from '../../ui/time.tsx'
import { AttachDialog, guardrailsOf, useAttachment } from './attach-dialog.tsx'
import { LazyGuardrailDialog } from './lazy-guardrail-dialog.tsx'

const UsedBy = ({ guardrail, canWrite }: { guardrail: Guardrail; canWrite: boolean }) => {
  const { data: assistants } = useQuery(assistantsQuery)
  const { data: policies } = useQuery(policyListQuery)
  const attachment = useAttachment(guardrail.name)
  const users = assistants?.filter((assistant) => guardrailsOf(assistant).includes(guardrail.name)) ?? []
  const named =
    policies?.filter((policy) => policy.guardrails.some((entry) => entry === guardrail.name)) ?? []
  return (
    <ul className="flex flex-col gap-1" aria-label="Used by">
      {guardrail.applies_to === 'all' && <li className="text-ink-2">every run</li>}
      {users.map((assistant) => (
        <li key={assistant.assistant_id} className="flex items-center gap-2">
          <Link
            to="/assistants/$assistantId"
            params={{ assistantId: assistant.assistant_id }}
            className="min-w-0 truncate text-accent hover:underline"
          >
            {assistant.name}
          </Link>
          {canWrite && (
            <Button
              variant="quiet"
              size="small"
              busy={attachment.isPending}
              onClick={() => attachment.mutate({ assistant, attach: false })}
            >
              Detach
            </Button>
          )}
        </li>
      ))}
      {named.map(({ id, name }) => (
        <li key={id} className="text-ink-2">
          policy {name}
        </li>
      ))}
      {guardrail.applies_to === 'named' && users.length + named.length === 0 && (
        <li className="text-ink-2">nothing yet; attach it to an assistant or name it in a policy</li>
      )}
      {attachment.error !== null && <ErrorLine error={attachment.error} />}
    </ul>
  )
}

type OpenDialog = 'edit' | 'delete' | 'attach'

interface GuardrailDetailsProps {
  guardrail: Guardrail
  onRenamed: (name: string | undefined) => void
}

/** The settings of the selected guardrail, who uses it, and what can be done with it. */
export const GuardrailDetails = ({ guardrail, onRenamed }: GuardrailDetailsProps) => {
  const client = useQueryClient()
  const isAdmin = useScope('admin')
  const canWrite = useScope('write')
  const [dialog, setDialog] = useState<OpenDialog>()
  const isOwn = guardrail.source === 'api'
  const close = (): void => setDialog(undefined)
  const refresh = () => client.invalidateQueries({ queryKey: guardrailsKey })
  const toggle = useMutation({
    mutationFn: () => updateGuardrail(guardrail.id, { enabled: !guardrail.enabled }),
    onSuccess: refresh,
  })
  const remove = useMutation({
    mutationFn: () => deleteGuardrail(guardrail.id),
    onSuccess: async () => {
      close()
      onRenamed(undefined)
      await refresh()
    },
  })
  return (
    <section aria-label={guardrail.name} className="flex-none border-t border-line">
      <div className="flex min-h-9 items-center gap-2 border-b border-line px-4 py-1">
        <h2 className="min-w-0 truncate font-medium">{guardrail.name}</h2>
        <span className="ml-auto text-small text-ink-2">
          {isOwn ? (guardrail.enabled ? 'enabled' : 'disabled') : 'from the file; edit there and reload'}
        </span>
      </div>
      <div className="flex flex-col gap-3 px-4 py-3">
        <div className="flex flex-wrap gap-1.5 empty:hidden">
          {isOwn && isAdmin && (
            <>
              <Button icon="pencil" onClick={() => setDialog('edit')}>
                Edit
              </Button>
              <Button busy={toggle.isPending} onClick={() => toggle.mutate()}>
                {guardrail.enabled ? 'Disable' : 'Enable'}
              </Button>
              <Button variant="danger" icon="trash" onClick={() => setDialog('delete')}>
                Delete
              </Button>
            </>
          )}
          {canWrite && <Button onClick={() => setDialog('attach')}>Attach to an assistant</Button>}
        </div>
        {toggle.error !== null && <ErrorLine error={toggle.error} />}
        <dl className="grid grid-cols-[84px_1fr] gap-x-3 gap-y-1.5">
          <dt className="text-ink-3">Used by</dt>
          <dd className="min-w-0">
            <UsedBy guardrail={guardrail} canWrite={canWrite} />
          </dd>
          <dt className="text-ink-3">Changed</dt>
          <dd>
            <Time value={guardrail.updated_at} className="text-ink-2" />
          </dd>
        </dl>
        <JsonView
          value={guardrail.config}
          label="Settings"
          className="max-h-60 min-h-10 rounded-[6px] border border-line bg-surface px-2 py-1.5"
        />
      </div>
      {dialog === 'edit' && (
        <LazyGuardrailDialog
          guardrail={guardrail}
          onClose={close}
          onSaved={({ name }) => {
            close()
            onRenamed(name)
          }}
        />
      )}
      {dialog === 'attach' && <AttachDialog name={guardrail.name} onClose={close} />}
      <ConfirmDialog
        open={dialog === 'delete'}
        onOpenChange={close}
        title={`Delete ${guardrail.name}?`}
        description="Runs of assistants that name it fail afterwards. Its decisions stay in the log. This cannot be undone."
        action="Delete the guardrail"
        danger
        busy={remove.isPending}
        onConfirm={() => remove.mutate()}
      >
        {remove.error !== null && <ErrorLine error={remove.error} />}
      </ConfirmDialog>
    </section>
  )
}

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import {
  deletePolicy,
  guardrailsKey,
  policyListQuery,
  profileListQuery,
  type Policy,
  type Profile,
} from '../../api/guardrails.ts'
import { useScope } from '../../api/session.ts'
import { isRecord } from '../../model/is-record.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { JsonView } from '../../ui/json-view.tsx'
import { ScreenHeading, useScreen } from '../../ui/screen.tsx'
import { EmptyState, ErrorLine, ErrorState, Loading } from '../../ui/states.tsx'
import { PolicyDialog } from './policy-dialog.tsx'

const nameOf = (entry: unknown): string =>
  typeof entry === 'string' ? entry : isRecord(entry) ? String(entry['name']) : '?'

const Bundle = ({
  bundle,
  note,
  actions,
}: {
  bundle: Policy | Profile
  note: string
  actions?: ReactNode
}) => {
  const inline = bundle.guardrails.filter((entry) => typeof entry !== 'string')
  return (
    <li className="border-b border-line px-5 py-3 last:border-0">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <h3 className="font-medium">{bundle.name}</h3>
        <span className="text-small text-ink-2">
          {note} · audit {bundle.audit_level}, {bundle.retention_days} days
        </span>
        <div className="ml-auto flex gap-1.5">{actions}</div>
      </div>
      <ul aria-label={`Guardrails of ${bundle.name}`} className="mt-1.5 flex flex-wrap gap-1.5">
        {bundle.guardrails.map((entry, index) => (
          <li key={index} className="rounded bg-sunken px-1.5 text-small">
            {nameOf(entry)}
          </li>
        ))}
        {bundle.guardrails.length === 0 && <li className="text-small text-ink-2">no guardrail</li>}
      </ul>
      {inline.length > 0 && (
        <details className="mt-1.5">
          <summary className="cursor-pointer text-small text-ink-2">Definitions</summary>
          <JsonView
            value={inline}
            label={`Definitions of ${bundle.name}`}
            className="mt-1.5 max-h-60 min-h-10 rounded-[6px] border border-line bg-surface px-2 py-1.5"
          />
        </details>
      )}
    </li>
  )
}

const DeleteDialog = ({ policy, onClose }: { policy: Policy; onClose: () => void }) => {
  const client = useQueryClient()
  const remove = useMutation({
    mutationFn: () => deletePolicy(policy.id),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: guardrailsKey })
      onClose()
    },
  })
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={`Delete ${policy.name}?`}
      description="Runs of assistants that name it fail afterwards. This cannot be undone."
      action="Delete the policy"
      danger
      busy={remove.isPending}
      onConfirm={() => remove.mutate()}
    >
      {remove.error !== null && <ErrorLine error={remove.error} />}
    </ConfirmDialog>
  )
}

export const PoliciesScreen = () => {
  useScreen('Policies and profiles', [
    { label: 'Guardrails', to: '/guardrails' },
    { label: 'Policies and profiles' },
  ])
  const isAdmin = useScope('admin')
  const policies = useQuery(policyListQuery)
  const profiles = useQuery(profileListQuery)
  const [editing, setEditing] = useState<Policy | 'new'>()
  const [deleting, setDeleting] = useState<Policy>()
  const error = policies.error ?? profiles.error
  if (policies.data === undefined || profiles.data === undefined)
    return error === null ? <Loading /> : <ErrorState error={error} onRetry={() => void policies.refetch()} />
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 px-5 pt-4 pb-3">
        <ScreenHeading>Policies and profiles</ScreenHeading>
        <span className="text-ink-2">an assistant names one in its configuration</span>
        {isAdmin && (
          <Button variant="primary" className="ml-auto" onClick={() => setEditing('new')}>
            New policy
          </Button>
        )}
      </div>
      <section aria-labelledby="policies" className="border-y border-line bg-surface">
        <h2 id="policies" className="sr-only">
          Policies
        </h2>
        {policies.data.length === 0 ? (
          <EmptyState icon="shield" title="No policy yet">
            <p>
              A policy is a list of guardrails with an audit level and a retention time. Assistants use it
              with <code className="font-mono">config.policy</code>.
            </p>
          </EmptyState>
        ) : (
          <ul>
            {policies.data.map((policy) => (
              <Bundle
                key={policy.id}
                bundle={policy}
                note={policy.source === 'file' ? 'from the file' : 'policy'}
                actions={
                  isAdmin &&
                  policy.source === 'api' && (
                    <>
                      <Button size="small" onClick={() => setEditing(policy)}>
                        Edit
                      </Button>
                      <Button size="small" variant="danger" onClick={() => setDeleting(policy)}>
                        Delete
                      </Button>
                    </>
                  )
                }
              />
            ))}
          </ul>
        )}
      </section>
      <h2 className="px-5 pt-5 pb-2 font-medium">Risk profiles</h2>
      <ul className="border-y border-line bg-surface">
        {profiles.data.map((profile) => (
          <Bundle
            key={profile.name}
            bundle={profile}
            note={profile.source === 'file' ? 'from the file' : 'built in'}
          />
        ))}
      </ul>
      {editing !== undefined && (
        <PolicyDialog
          policy={editing === 'new' ? undefined : editing}
          onClose={() => setEditing(undefined)}
        />
      )}
      {deleting !== undefined && <DeleteDialog policy={deleting} onClose={() => setDeleting(undefined)} />}
    </div>
  )
}

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { errorBesides, fieldError } from '../../api/field-errors.ts'
import { createKey, keysQuery, renameKey, revokeKey, type ApiKeyCreated } from '../../api/keys.ts'
import type { ApiKey, Scope } from '../../api/types.ts'
import { EXPIRIES, SCOPE_CHOICES, toExpiry } from '../../model/api-keys.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog, Dialog } from '../../ui/dialog.tsx'
import { Checkbox, Field, Select, TextInput } from '../../ui/field.tsx'
import { SecretOnce } from '../../ui/secret-once.tsx'
import { ErrorLine } from '../../ui/states.tsx'
import { showToast } from '../../ui/toast.tsx'

const useRefreshKeys = (): (() => Promise<void>) => {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: keysQuery.queryKey })
}

interface ScopeFieldProps {
  scopes: Scope[]
  onChange: (scopes: Scope[]) => void
  error: string | undefined
}

const ScopeField = ({ scopes, onChange, error }: ScopeFieldProps) => (
  <fieldset>
    <legend className="mb-1 text-label text-ink-2">Scopes</legend>
    <div className="grid gap-1.5 rounded-[6px] border border-line-2 px-3 py-2.5">
      {SCOPE_CHOICES.map(({ value, label, hint }) => (
        <Checkbox
          key={value}
          label={
            <>
              {label} <span className="text-small text-ink-3">{hint}</span>
            </>
          }
          checked={scopes.includes(value)}
          onChange={(checked) =>
            onChange(checked ? [...scopes, value] : scopes.filter((scope) => scope !== value))
          }
        />
      ))}
    </div>
    {error !== undefined && <div className="mt-1 text-small text-fail">{error}</div>}
  </fieldset>
)

interface NewKeyDialogProps {
  onClose: () => void
  onCreated: (key: ApiKeyCreated) => void
}

export const NewKeyDialog = ({ onClose, onCreated }: NewKeyDialogProps) => {
  const refresh = useRefreshKeys()
  const [name, setName] = useState('')
  const [scopes, setScopes] = useState<Scope[]>(['read', 'write'])
  const [days, setDays] = useState('90')
  const [isChecked, setIsChecked] = useState(false)
  const create = useMutation({
    mutationFn: () => {
      const expires_at = toExpiry(days, Date.now())
      return createKey({ name: name.trim(), scopes, ...(expires_at !== undefined && { expires_at }) })
    },
    // The response contains the key, which must not stay in memory longer than its dialog.
    gcTime: 0,
    onSuccess: async (created) => {
      onCreated(created)
      await refresh()
    },
  })
  const nameProblem = isChecked && name.trim() === '' ? 'Say what the key is for' : undefined
  const scopesProblem = isChecked && scopes.length === 0 ? 'Choose at least one scope' : undefined
  const submit = (): void => {
    setIsChecked(true)
    if (name.trim() !== '' && scopes.length > 0) create.mutate()
  }
  const otherError = errorBesides(create.error, ['name', 'scopes', 'expires_at'])
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="New API key"
      description="Give each program a key of its own, so that it can be revoked alone."
      footer={
        <>
          <Button onClick={onClose}>Go back</Button>
          <Button variant="primary" busy={create.isPending} onClick={submit}>
            Create
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
        <Field label="Name" error={nameProblem ?? fieldError(create.error, 'name')}>
          {(ids) => (
            <TextInput
              {...ids}
              maxLength={256}
              placeholder="Shop backend"
              value={name}
              onChange={(event) => setName(event.target.value)}
            />
          )}
        </Field>
        <ScopeField
          scopes={scopes}
          onChange={setScopes}
          error={scopesProblem ?? fieldError(create.error, 'scopes')}
        />
        <Field label="Expires" error={fieldError(create.error, 'expires_at')}>
          {(ids) => (
            <Select {...ids} value={days} onChange={(event) => setDays(event.target.value)}>
              {EXPIRIES.map(({ value, label }) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </Select>
          )}
        </Field>
        {otherError !== null && <ErrorLine error={otherError} />}
        <button type="submit" hidden />
      </form>
    </Dialog>
  )
}

export const CreatedKeyDialog = ({ created, onClose }: { created: ApiKeyCreated; onClose: () => void }) => (
  <Dialog
    open
    onOpenChange={onClose}
    title={`Key ${created.name}`}
    description="Copy it now. Only its hash is stored, so it cannot be shown again."
    footer={
      <Button variant="primary" onClick={onClose}>
        I have stored it
      </Button>
    }
  >
    <div className="flex flex-col gap-3">
      <SecretOnce label="API key" value={created.key} />
      <p className="text-ink-2">
        Clients send it as <code className="font-mono text-small">x-api-key</code> or as{' '}
        <code className="font-mono text-small">Authorization: Bearer</code>.
      </p>
    </div>
  </Dialog>
)

export const RenameKeyDialog = ({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) => {
  const refresh = useRefreshKeys()
  const [name, setName] = useState(apiKey.name)
  const rename = useMutation({
    mutationFn: () => renameKey(apiKey.key_id, name.trim()),
    onSuccess: async () => {
      await refresh()
      onClose()
    },
  })
  const otherError = errorBesides(rename.error, ['name'])
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="small"
      title="Rename the key"
      description="Its scopes and its expiry cannot be changed."
      footer={
        <>
          <Button onClick={onClose}>Go back</Button>
          <Button
            variant="primary"
            busy={rename.isPending}
            reason={name.trim() === '' ? 'Enter a name' : undefined}
            onClick={() => rename.mutate()}
          >
            Rename
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        <Field label="Name" error={fieldError(rename.error, 'name')}>
          {(ids) => (
            <TextInput
              {...ids}
              maxLength={256}
              value={name}
              onChange={(event) => setName(event.target.value)}
            />
          )}
        </Field>
        {otherError !== null && <ErrorLine error={otherError} />}
      </div>
    </Dialog>
  )
}

interface RevokeKeyDialogProps {
  apiKey: ApiKey
  /** True if the caller is signed in with this key. */
  isOwn: boolean
  onClose: () => void
}

export const RevokeKeyDialog = ({ apiKey, isOwn, onClose }: RevokeKeyDialogProps) => {
  const refresh = useRefreshKeys()
  const revoke = useMutation({
    mutationFn: () => revokeKey(apiKey.key_id),
    onSuccess: async () => {
      await refresh()
      showToast({ tone: 'ok', text: `Revoked ${apiKey.name}` })
      onClose()
    },
  })
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={`Revoke ${apiKey.name}?`}
      description={
        <>
          Programs that use it are rejected within five seconds, and its sessions of the console end. This
          cannot be undone.
          {isOwn && ' You are signed in with this key, so you will be signed out.'}
        </>
      }
      action="Revoke"
      danger
      busy={revoke.isPending}
      onConfirm={() => revoke.mutate()}
    >
      {revoke.error !== null && <ErrorLine error={revoke.error} />}
    </ConfirmDialog>
  )
}

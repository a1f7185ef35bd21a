import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState, type SubmitEvent } from 'react'
import { ApiError } from '../api/errors.ts'
import { signIn } from '../api/session.ts'
import { Button } from '../ui/button.tsx'
import { Field, TextInput } from '../ui/field.tsx'
import { Logo } from '../ui/icons.tsx'
import { useScreen } from '../ui/screen.tsx'
import { ErrorLine } from '../ui/states.tsx'

const toProblem = (error: unknown): string | undefined =>
  error instanceof ApiError && error.status === 401
    ? 'This key is not valid. It may have expired, been revoked, or been copied incompletely.'
    : undefined

/** Shown in place of every screen until the caller is known; the address stays, so the person continues there. */
export const SignIn = () => {
  const client = useQueryClient()
  const [credential, setCredential] = useState('')
  const { mutate, error, isPending } = useMutation({
    mutationFn: signIn,
    onSuccess: async () => {
      setCredential('')
      await client.resetQueries()
    },
  })
  useScreen('Sign in', [])
  const submit = (event: SubmitEvent): void => {
    event.preventDefault()
    if (credential.trim() !== '') mutate(credential.trim())
  }
  const problem = toProblem(error)
  return (
    <main className="mx-auto flex min-h-full max-w-95 flex-col justify-center gap-5 px-5 py-12">
      <div className="flex items-center gap-3">
        <Logo size={30} />
        <h1 className="text-heading font-semibold tracking-[-0.015em]">Sign in to Heddle</h1>
      </div>
      <form onSubmit={submit} className="flex flex-col gap-4">
        <Field
          label="API key or token"
          error={problem}
          hint="It is sent to this service once and not stored in the browser."
        >
          {(ids) => (
            <TextInput
              {...ids}
              type="password"
              name="credential"
              autoFocus
              value={credential}
              onChange={(event) => setCredential(event.target.value)}
              className="h-9 font-mono"
            />
          )}
        </Field>
        {error !== null && problem === undefined && <ErrorLine error={error} />}
        <Button
          type="submit"
          variant="primary"
          busy={isPending}
          disabled={credential.trim() === ''}
          className="h-9"
        >
          Sign in
        </Button>
      </form>
      <div className="border-t border-line pt-4 text-small text-ink-2">
        <p>No key yet? On the machine of the service, run</p>
        <pre className="mt-2 rounded border border-line bg-surface px-2.5 py-1.5 font-mono wrap-anywhere whitespace-pre-wrap">
          heddle keys create my-name --scopes read,write
        </pre>
        <p className="mt-2">The scopes decide what you see: without write, nothing can be changed.</p>
      </div>
    </main>
  )
}

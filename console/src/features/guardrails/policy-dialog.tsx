import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '../../api/errors.ts'
import {
  createPolicy,
  guardrailListQuery,
  guardrailsKey,
  updatePolicy,
  type Policy,
} from '../../api/guardrails.ts'
import { toFieldProblems } from '../../model/guardrail-form.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Checkbox, Field, Select, TextInput } from '../../ui/field.tsx'
import { ErrorLine } from '../../ui/states.tsx'

const AUDIT_LEVELS = [
  { value: 'minimal', label: 'minimal: counters only' },
  { value: 'standard', label: 'standard: what was found' },
  { value: 'full', label: 'full: also checks that passed' },
  { value: 'comprehensive', label: 'comprehensive: also the text, without what was found' },
] as const

const DAYS = /^[1-9]\d{0,4}$/

/** Creates or changes a policy: the guardrails of the assistants that name it, and what is stored of their decisions. */
export const PolicyDialog = ({ policy, onClose }: { policy?: Policy | undefined; onClose: () => void }) => {
  const client = useQueryClient()
  const { data: guardrails } = useQuery(guardrailListQuery)
  const [name, setName] = useState(policy?.name ?? '')
  const [level, setLevel] = useState<Policy['audit_level']>(policy?.audit_level ?? 'standard')
  const [days, setDays] = useState(String(policy?.retention_days ?? 90))
  // Definitions inside of the policy stay as they are; only names are chosen here.
  const inline = policy?.guardrails.filter((entry) => typeof entry !== 'string') ?? []
  const [chosen, setChosen] = useState<string[]>(
    policy?.guardrails.filter((entry) => typeof entry === 'string') ?? [],
  )
  const [tried, setTried] = useState(false)
  const save = useMutation({
    mutationFn: () => {
      const body = {
        name: name.trim(),
        guardrails: [...chosen, ...inline],
        audit_level: level,
        retention_days: Number(days),
      }
      return policy === undefined ? createPolicy(body) : updatePolicy(policy.id, body)
    },
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: guardrailsKey })
      onClose()
    },
  })
  const rejected = save.error instanceof ApiError ? toFieldProblems(save.error.details) : {}
  const nameProblem = tried && name.trim() === '' ? 'Enter a name' : rejected['name']
  const daysProblem = tried && !DAYS.test(days) ? 'Enter a number of days' : rejected['retention_days']
  const submit = (): void => {
    setTried(true)
    if (name.trim() !== '' && DAYS.test(days)) save.mutate()
  }
  const names = [...new Set([...(guardrails?.map((guardrail) => guardrail.name) ?? []), ...chosen])]
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={policy === undefined ? 'New policy' : `Edit ${policy.name}`}
      description="Assistants name a policy in their configuration; its guardrails apply to their runs."
      footer={
        <>
          <Button onClick={onClose}>Go back</Button>
          <Button variant="primary" busy={save.isPending} onClick={submit}>
            {policy === undefined ? 'Create' : 'Save'}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <Field label="Name" error={nameProblem}>
          {(ids) => (
            <TextInput
              {...ids}
              maxLength={256}
              value={name}
              onChange={(event) => setName(event.target.value)}
            />
          )}
        </Field>
        <fieldset>
          <legend className="mb-1 text-label text-ink-2">Guardrails</legend>
          <div className="grid grid-cols-2 gap-1.5 max-md:grid-cols-1">
            {names.map((option) => (
              <Checkbox
                key={option}
                label={option}
                checked={chosen.includes(option)}
                onChange={(checked) =>
                  setChosen(checked ? [...chosen, option] : chosen.filter((other) => other !== option))
                }
              />
            ))}
          </div>
          {inline.length > 0 && (
            <p className="mt-1 text-small text-ink-2">
              {inline.length} defined inside of the policy; they are changed with the API.
            </p>
          )}
          {names.length === 0 && (
            <p className="text-small text-ink-2">There is no guardrail with a name yet.</p>
          )}
          {rejected['guardrails'] !== undefined && (
            <p className="mt-1 text-small text-fail">{rejected['guardrails']}</p>
          )}
        </fieldset>
        <div className="grid grid-cols-2 gap-3 max-md:grid-cols-1">
          <Field label="Audit level">
            {(ids) => (
              <Select
                {...ids}
                value={level}
                onChange={(event) => setLevel(event.target.value as typeof level)}
              >
                {AUDIT_LEVELS.map(({ value, label }) => (
                  <option key={value} value={value}>
                    {label}
                  </option>
                ))}
              </Select>
            )}
          </Field>
          <Field label="Decisions are kept for" note="days" error={daysProblem}>
            {(ids) => (
              <TextInput
                {...ids}
                inputMode="numeric"
                value={days}
                onChange={(event) => setDays(event.target.value)}
              />
            )}
          </Field>
        </div>
        {save.error !== null && <ErrorLine error={save.error} />}
      </div>
    </Dialog>
  )
}

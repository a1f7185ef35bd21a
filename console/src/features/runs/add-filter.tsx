import { useState, type SubmitEvent } from 'react'
import { parseAttempts, parseDuration } from '../../model/run-filters.ts'
import { Button } from '../../ui/button.tsx'
import { Field, Select, TextInput } from '../../ui/field.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Popover } from '../../ui/popover.tsx'

export const FILTER_LABELS = {
  meta: 'Metadata',
  error: 'Error code',
  guardrail: 'Guardrails',
  slow: 'Duration at least',
  attempts: 'Attempts at least',
  thread: 'Thread',
  cron: 'Schedule',
}

type Kind = keyof typeof FILTER_LABELS

const HINTS: Record<Kind, string> = {
  meta: 'true, 3 and "3" are JSON, everything else is text.',
  error: 'For example graph_error or timeout.',
  guardrail: 'The strongest outcome of the run.',
  slow: 'With a unit, for example 500ms, 1.5s or 2m.',
  attempts: '2 finds runs that were started again.',
  thread: 'The whole id of the thread.',
  cron: 'The whole id of the schedule.',
}

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

const findProblem = (kind: Kind, key: string, value: string): string | undefined => {
  if (value === '') return undefined
  if (kind === 'meta' && key.trim() === '') return 'Enter the key too.'
  if (kind === 'slow' && parseDuration(value) === undefined) return HINTS.slow
  if (kind === 'attempts' && parseAttempts(value) === undefined) return 'Enter a whole number from 1.'
  if ((kind === 'thread' || kind === 'cron') && !UUID.test(value)) return HINTS[kind]
  return undefined
}

const FilterForm = ({ onAdd }: { onAdd: (name: string, value: string) => void }) => {
  const [kind, setKind] = useState<Kind>('meta')
  const [key, setKey] = useState('')
  const [value, setValue] = useState(kind === 'guardrail' ? 'blocked' : '')
  const problem = findProblem(kind, key, value.trim())
  const submit = (event: SubmitEvent): void => {
    event.preventDefault()
    if (value.trim() === '' || problem !== undefined) return
    onAdd(kind === 'meta' ? `meta.${key.trim()}` : kind, value.trim())
  }
  return (
    <form onSubmit={submit} className="flex flex-col gap-3 p-2">
      <Field label="Filter by">
        {(ids) => (
          <Select
            {...ids}
            value={kind}
            onChange={(event) => {
              const next = event.target.value as Kind
              setKind(next)
              setValue(next === 'guardrail' ? 'blocked' : '')
            }}
          >
            {Object.entries(FILTER_LABELS).map(([name, label]) => (
              <option key={name} value={name}>
                {label}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {kind === 'meta' && (
        <Field label="Key">
          {(ids) => <TextInput {...ids} value={key} onChange={(event) => setKey(event.target.value)} />}
        </Field>
      )}
      <Field label={kind === 'meta' ? 'Value' : FILTER_LABELS[kind]} hint={HINTS[kind]} error={problem}>
        {(ids) =>
          kind === 'guardrail' ? (
            <Select {...ids} value={value} onChange={(event) => setValue(event.target.value)}>
              <option value="blocked">blocked</option>
              <option value="flagged">flagged</option>
              <option value="passed">passed</option>
            </Select>
          ) : (
            <TextInput {...ids} value={value} onChange={(event) => setValue(event.target.value)} />
          )
        }
      </Field>
      <Button type="submit" variant="primary" disabled={value.trim() === '' || problem !== undefined}>
        Add filter
      </Button>
    </form>
  )
}

export const AddFilter = ({ setSearch }: { setSearch: (change: Record<string, string>) => void }) => {
  const [open, setOpen] = useState(false)
  return (
    <Popover
      label="Add a filter"
      open={open}
      onOpenChange={setOpen}
      trigger={
        <button
          type="button"
          aria-label="Add a filter"
          title="Add a filter: metadata, error code, duration, attempts"
          className="inline-flex h-7 flex-none items-center rounded-[6px] border border-dashed border-line-2 px-2 text-ink-2 hover:bg-sunken"
        >
          <Icon name="plus" size={12} />
        </button>
      }
    >
      <FilterForm
        onAdd={(name, value) => {
          setSearch({ [name]: value })
          setOpen(false)
        }}
      />
    </Popover>
  )
}

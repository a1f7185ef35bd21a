import { clsx } from 'clsx'
import { stringifyExact } from '../model/exact-json.ts'
import { problemOf, type Draft, type Drafts } from '../model/form-drafts.ts'
import type { Form, FormField } from '../model/schema-form.ts'
import { CodeEditor } from './code-editor.tsx'
import { Checkbox, Field, Select, TextArea, TextInput } from './field.tsx'

interface ControlProps {
  field: FormField
  draft: Draft
  disabled: boolean
  ids: { id: string; 'aria-describedby': string | undefined; 'aria-invalid': boolean }
  onChange: (draft: Draft) => void
}

/** Several choices as checkboxes; the draft has the chosen ones, one per line in the order of the schema. */
const Choices = ({
  field,
  text,
  disabled,
  ids,
  onChange,
}: Omit<ControlProps, 'draft'> & { text: string }) => {
  const chosen = new Set(text.split('\n').filter((line) => line !== ''))
  const names = field.choices.map(String)
  return (
    <div
      role="group"
      id={ids.id}
      aria-label={field.label}
      aria-describedby={ids['aria-describedby']}
      className="flex flex-wrap gap-x-4 gap-y-1.5"
    >
      {names.map((name) => (
        <Checkbox
          key={name}
          label={name.replaceAll('_', ' ')}
          disabled={disabled}
          checked={chosen.has(name)}
          onChange={(checked) => {
            const next = names.filter((other) => (other === name ? checked : chosen.has(other)))
            onChange(next.join('\n'))
          }}
        />
      ))}
    </div>
  )
}

/** The control that fits the kind of a field, except for a checkbox. */
export const SchemaControl = ({ field, draft, disabled, ids, onChange }: ControlProps) => {
  const text = String(draft)
  const common = {
    ...ids,
    disabled,
    onChange: (event: { target: { value: string } }) => onChange(event.target.value),
  }
  if (field.kind === 'choice')
    return (
      <Select {...common} value={text}>
        {(text === '' || !field.required) && <option value="">{field.required ? 'Choose …' : 'None'}</option>}
        {field.choices.map((choice) => (
          <option key={String(choice)} value={String(choice)}>
            {typeof choice === 'string' ? choice : stringifyExact(choice)}
          </option>
        ))}
      </Select>
    )
  if (field.kind === 'choices')
    return <Choices field={field} text={text} disabled={disabled} ids={ids} onChange={onChange} />
  if (field.kind === 'long_text' || field.kind === 'lines')
    return <TextArea {...common} value={text} rows={Math.min(8, Math.max(2, Math.ceil(text.length / 80)))} />
  if (field.kind === 'json')
    return (
      <CodeEditor
        label={field.label === '' ? 'Value' : field.label}
        value={text}
        readOnly={disabled}
        invalid={ids['aria-invalid']}
        onChange={onChange}
      />
    )
  return <TextInput {...common} value={text} {...(field.kind === 'number' && { inputMode: 'decimal' })} />
}

const WIDE_KINDS: FormField['kind'][] = ['long_text', 'json', 'lines', 'choices']
const isWide = ({ kind }: FormField): boolean => WIDE_KINDS.includes(kind)

interface SchemaFieldsProps {
  form: Form
  drafts: Drafts
  /** The drafts before any change; a changed field offers to undo it. */
  initial: Drafts
  problems: Record<string, string>
  disabled?: boolean
  onChange: (drafts: Drafts) => void
}

const count = (field: FormField, draft: Draft): string => {
  const limit = Number(field.schema['maxLength'] ?? 0)
  return limit > 0 && typeof draft === 'string' ? `${String(draft.length)} of ${String(limit)}` : ''
}

/** The fields of a form from a schema, with what is wrong below each of them. */
export const SchemaFields = ({
  form,
  drafts,
  initial,
  problems,
  disabled = false,
  onChange,
}: SchemaFieldsProps) => (
  <div className="grid grid-cols-[repeat(auto-fill,minmax(170px,1fr))] gap-x-3.5 gap-y-3">
    {form.fields.map((field) => {
      const draft = drafts[field.name] ?? ''
      const problem = problemOf(problems, field.name)
      const isChanged = draft !== initial[field.name]
      const change = (next: Draft): void => onChange({ ...drafts, [field.name]: next })
      const hasLine = (problem ?? field.description) !== undefined && field.kind !== 'boolean'
      const undo =
        isChanged && !disabled ? (
          <button
            type="button"
            className={clsx(
              'text-small text-accent hover:underline',
              // In the line of the hint or the problem, if there is one.
              hasLine ? 'absolute right-0 bottom-0 pl-2' : 'float-right ml-2',
            )}
            onClick={() => change(initial[field.name] ?? '')}
          >
            Undo
          </button>
        ) : null
      const hint = problem === undefined ? field.description : undefined
      if (field.kind === 'boolean')
        return (
          <div key={field.name} className="col-span-full">
            {undo}
            <Checkbox
              disabled={disabled || field.readOnly}
              checked={draft === true}
              onChange={change}
              label={
                <>
                  <span className="font-mono text-small">{field.label}</span>
                  {hint !== undefined && <span className="ml-2 text-small text-ink-3">{hint}</span>}
                </>
              }
            />
          </div>
        )
      return (
        <div
          key={field.name}
          className={clsx('relative', (isWide(field) || form.isSingle) && 'col-span-full')}
        >
          <Field
            label={
              <span className="font-mono text-small text-ink">
                {field.label === '' ? 'Value' : field.label}
              </span>
            }
            note={[field.note, count(field, draft)].filter((part) => part !== '').join(', ')}
            hint={hint}
            error={problem === undefined ? undefined : problem.charAt(0).toUpperCase() + problem.slice(1)}
          >
            {(ids) => (
              <SchemaControl
                field={field}
                draft={draft}
                disabled={disabled || field.readOnly}
                ids={ids}
                onChange={change}
              />
            )}
          </Field>
          {undo}
        </div>
      )
    })}
  </div>
)

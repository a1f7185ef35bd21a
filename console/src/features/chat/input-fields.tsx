import { toDrafts, type Draft, type Drafts } from '../../model/form-drafts.ts'
import type { InputForm } from '../../model/input-form.ts'
import type { FormField } from '../../model/schema-form.ts'
import { Select, TextInput } from '../../ui/field.tsx'
import { SchemaFields } from '../../ui/schema-fields.tsx'

interface InputFieldsProps {
  input: InputForm
  drafts: Drafts
  problems: Record<string, string>
  onChange: (drafts: Drafts) => void
}

/** A field that was not touched is no mistake yet. */
const touchedProblems = (problems: Record<string, string>, drafts: Drafts): Record<string, string> =>
  Object.fromEntries(Object.entries(problems).filter(([name]) => drafts[name] !== undefined))

/** The whole input of a graph that takes no messages. */
export const InputFields = ({ input, drafts, problems, onChange }: InputFieldsProps) => {
  const initial = toDrafts(input.form, undefined)
  return (
    <div className="max-h-[40vh] overflow-y-auto">
      <SchemaFields
        form={input.form}
        drafts={{ ...initial, ...drafts }}
        initial={initial}
        problems={touchedProblems(problems, drafts)}
        onChange={onChange}
      />
    </div>
  )
}

/** In one line beside a message there is no room for text of several lines. */
export const fitsLine = ({ kind, required }: FormField): boolean =>
  required || (kind !== 'json' && kind !== 'lines' && kind !== 'long_text')

interface InlineFieldProps {
  field: FormField
  draft: Draft
  problem: string | undefined
  onChange: (draft: Draft) => void
}

const InlineField = ({ field, draft, problem, onChange }: InlineFieldProps) => {
  const choices = field.kind === 'boolean' ? [true, false] : field.choices
  const isChoice = field.kind === 'choice' || field.kind === 'boolean'
  const change = (text: string): void => onChange(field.kind === 'boolean' ? text === 'true' : text)
  return (
    <label
      className="inline-flex items-center gap-1.75 text-small text-ink-2"
      title={problem ?? field.description}
    >
      {field.label}
      {field.required && <span className="text-fail">*</span>}
      {isChoice ? (
        <Select
          className="w-auto! text-compact"
          aria-invalid={problem !== undefined}
          value={String(draft)}
          onChange={(event) => change(event.target.value)}
        >
          {field.kind === 'choice' && <option value="">–</option>}
          {choices.map((choice) => (
            <option key={String(choice)}>{String(choice)}</option>
          ))}
        </Select>
      ) : (
        <TextInput
          className="w-28! font-mono text-small"
          aria-invalid={problem !== undefined}
          inputMode={field.kind === 'number' ? 'decimal' : undefined}
          value={String(draft)}
          onChange={(event) => change(event.target.value)}
        />
      )}
    </label>
  )
}

/** The fields beside a message. */
export const InlineFields = ({ input, drafts, problems, onChange }: InputFieldsProps) => {
  const initial = toDrafts(input.form, undefined)
  const shown = touchedProblems(problems, drafts)
  return input.form.fields
    .filter(fitsLine)
    .map((field) => (
      <InlineField
        key={field.name}
        field={field}
        problem={shown[field.name]}
        draft={drafts[field.name] ?? initial[field.name] ?? ''}
        onChange={(draft) => onChange({ ...drafts, [field.name]: draft })}
      />
    ))
}

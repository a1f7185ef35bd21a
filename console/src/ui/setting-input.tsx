import type { Draft } from '../model/form-drafts.ts'
import type { Setting } from '../model/overrides.ts'
import { Button } from './button.tsx'
import { Field, Select } from './field.tsx'
import { SchemaControl } from './schema-fields.tsx'

interface SettingInputProps {
  setting: Setting
  draft: Draft
  problem: string | undefined
  changed: boolean
  disabled?: boolean
  onChange: (draft: Draft | undefined) => void
}

const describeSaved = (saved: Draft): string => {
  const text = String(saved)
  return text === '' ? 'was not set' : `was ${text.length > 24 ? `${text.slice(0, 23)}…` : text}`
}

/** A setting of an assistant. A changed value shows the old one. */
export const SettingInput = ({
  setting,
  draft,
  problem,
  changed,
  disabled = false,
  onChange,
}: SettingInputProps) => {
  const { field, saved } = setting
  const note = changed && (
    <span className="inline-flex items-center gap-2">
      {describeSaved(saved)}
      <Button variant="link" onClick={() => onChange(undefined)}>
        Reset
      </Button>
    </span>
  )
  return (
    <Field label={field.name} note={note} hint={field.description} error={problem}>
      {(ids) =>
        field.kind === 'boolean' ? (
          <Select
            {...ids}
            disabled={disabled}
            value={String(draft)}
            onChange={(event) => onChange(event.target.value === 'true')}
          >
            <option>true</option>
            <option>false</option>
          </Select>
        ) : (
          <SchemaControl
            field={field}
            draft={draft}
            disabled={disabled || field.readOnly}
            ids={ids}
            onChange={onChange}
          />
        )
      }
    </Field>
  )
}

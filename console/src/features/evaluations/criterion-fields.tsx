import {
  defaultCriterionName,
  SCORER_NAMES,
  scorerForm,
  type CriterionDraft,
  type ScorerName,
} from '../../model/criteria-form.ts'
import { IconButton } from '../../ui/button.tsx'
import { Checkbox, Field, Select, TextArea, TextInput } from '../../ui/field.tsx'

interface CriterionFieldsProps {
  draft: CriterionDraft
  /** By the name of the field. */
  problems: Record<string, string>
  isComparison: boolean
  onChange: (draft: CriterionDraft) => void
  onRemove: () => void
}

const CRITERION_CLASS = 'rounded-lg border border-line bg-surface p-4'

export const CriterionFields = ({
  draft,
  problems,
  isComparison,
  onChange,
  onRemove,
}: CriterionFieldsProps) => {
  const { fields, meaning } = scorerForm(draft.scorer)
  const setValue = (key: string, value: string): void =>
    onChange({ ...draft, values: { ...draft.values, [key]: value } })
  return (
    <fieldset className={CRITERION_CLASS}>
      <legend className="sr-only">Criterion {draft.name || defaultCriterionName(draft)}</legend>
      <div className="flex items-start gap-3">
        <div className="grid min-w-0 flex-1 gap-3 sm:grid-cols-2">
          <Field label="Scorer" hint={`Passes if ${meaning}`} error={problems['scorer']}>
            {(ids) => (
              <Select
                {...ids}
                value={draft.scorer}
                onChange={(event) =>
                  onChange({ ...draft, scorer: event.target.value as ScorerName, values: {} })
                }
              >
                {SCORER_NAMES.filter(
                  (name) => isComparison || scorerForm(name).comparesAssistants !== true,
                ).map((name) => (
                  <option key={name} value={name}>
                    {scorerForm(name).label}
                  </option>
                ))}
              </Select>
            )}
          </Field>
          <Field label="Name" note="optional" error={problems['name']}>
            {(ids) => (
              <TextInput
                {...ids}
                placeholder={defaultCriterionName(draft)}
                value={draft.name}
                onChange={(event) => onChange({ ...draft, name: event.target.value })}
              />
            )}
          </Field>
          {fields.map(({ key, label, kind, options, hint, required }) => (
            <Field
              key={key}
              label={label}
              note={required === true ? undefined : 'optional'}
              hint={hint}
              error={problems[key]}
            >
              {(ids) => {
                const control = {
                  ...ids,
                  value: draft.values[key] ?? '',
                  onChange: (event: { target: { value: string } }) => setValue(key, event.target.value),
                }
                if (options !== undefined)
                  return (
                    <Select {...control} value={draft.values[key] ?? options[0]}>
                      {options.map((option) => (
                        <option key={option}>{option}</option>
                      ))}
                    </Select>
                  )
                return kind === 'lines' ? <TextArea rows={2} {...control} /> : <TextInput {...control} />
              }}
            </Field>
          ))}
          <Field
            label="Threshold"
            note="optional"
            hint="The minimum score to pass"
            error={problems['threshold']}
          >
            {(ids) => (
              <TextInput
                {...ids}
                inputMode="decimal"
                value={draft.threshold}
                onChange={(event) => onChange({ ...draft, threshold: event.target.value })}
              />
            )}
          </Field>
          <Field label="More settings" note="optional, JSON" error={problems['more']}>
            {(ids) => (
              <TextInput
                {...ids}
                placeholder='{"case_sensitive": true}'
                className="font-mono"
                value={draft.more}
                onChange={(event) => onChange({ ...draft, more: event.target.value })}
              />
            )}
          </Field>
          <Checkbox
            label="Invert: pass if it does not hold"
            checked={draft.negate}
            onChange={(negate) => onChange({ ...draft, negate })}
          />
        </div>
        <IconButton icon="trash" label="Remove the criterion" size="small" onClick={onRemove} />
      </div>
    </fieldset>
  )
}

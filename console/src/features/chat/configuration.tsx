import type { Assistant } from '../../api/types.ts'
import { isChanged, type Setting, type SettingTexts } from '../../model/overrides.ts'
import { Button } from '../../ui/button.tsx'
import { Field, Select, TextArea, TextInput } from '../../ui/field.tsx'

interface SettingInputProps {
  setting: Setting
  text: string
  problem: string | undefined
  changed: boolean
  onChange: (text: string | undefined) => void
}

const SettingInput = ({ setting, text, problem, changed, onChange }: SettingInputProps) => {
  const { field, saved } = setting
  const was = saved === '' ? 'was not set' : `was ${saved.length > 24 ? `${saved.slice(0, 23)}…` : saved}`
  return (
    <Field
      label={field.name}
      note={
        changed && (
          <span className="inline-flex items-center gap-2">
            {was}
            <Button variant="link" onClick={() => onChange(undefined)}>
              Reset
            </Button>
          </span>
        )
      }
      hint={field.description}
      error={problem}
    >
      {(ids) =>
        field.type === 'choice' || field.type === 'boolean' ? (
          <Select {...ids} value={text} onChange={(event) => onChange(event.target.value)}>
            <option value="">not set</option>
            {(field.type === 'boolean' ? ['true', 'false'] : field.options).map((option) => (
              <option key={option}>{option}</option>
            ))}
          </Select>
        ) : field.name === 'instructions' || field.type === 'json' ? (
          <TextArea {...ids} rows={3} value={text} onChange={(event) => onChange(event.target.value)} />
        ) : (
          <TextInput {...ids} value={text} onChange={(event) => onChange(event.target.value)} />
        )
      }
    </Field>
  )
}

interface ConfigurationProps {
  assistant: Assistant
  settings: Setting[]
  texts: SettingTexts
  problems: Record<string, string>
  onChange: (texts: SettingTexts) => void
}

/** Overrides of the configuration for the next runs. A changed value shows the old one. */
export const Configuration = ({ assistant, settings, texts, problems, onChange }: ConfigurationProps) => {
  const change = (name: string, text: string | undefined): void => {
    const { [name]: _old, ...others } = texts
    onChange(text === undefined ? others : { ...others, [name]: text })
  }
  const group = (title: string, members: Setting[]) =>
    members.length > 0 && (
      <fieldset className="grid gap-x-5 gap-y-2.5 sm:grid-cols-2 xl:grid-cols-4">
        <legend className="mb-1.5 text-label text-ink-3">{title}</legend>
        {members.map((setting) => (
          <SettingInput
            key={setting.field.name}
            setting={setting}
            text={texts[setting.field.name] ?? setting.saved}
            problem={problems[setting.field.name]}
            changed={isChanged(setting, texts)}
            onChange={(text) => change(setting.field.name, text)}
          />
        ))}
      </fieldset>
    )
  return (
    <section
      id="configuration"
      aria-label="Configuration"
      className="flex max-h-[45vh] flex-none flex-col gap-4 overflow-y-auto border-b border-line bg-sunken px-5 py-3"
    >
      {group(
        'For the next runs',
        settings.filter(({ target }) => target !== 'config'),
      )}
      {group(
        `Of the assistant; applies once it is saved as version ${String(assistant.version + 1)}`,
        settings.filter(({ target }) => target === 'config'),
      )}
    </section>
  )
}

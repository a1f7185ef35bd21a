import type { Assistant } from '../../api/types.ts'
import { isChanged, type Setting, type SettingTexts } from '../../model/overrides.ts'
import { Button } from '../../ui/button.tsx'
import { Field, Select, TextArea, TextInput } from '../../ui/field.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Popover } from '../../ui/popover.tsx'

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
  changed: number
  onChange: (texts: SettingTexts) => void
}

/** Overrides of the configuration for the next runs. A changed value shows the old one. */
export const Configuration = ({
  assistant,
  settings,
  texts,
  problems,
  changed,
  onChange,
}: ConfigurationProps) => {
  const change = (name: string, text: string | undefined): void => {
    const { [name]: _old, ...others } = texts
    onChange(text === undefined ? others : { ...others, [name]: text })
  }
  const group = (title: string, members: Setting[]) =>
    members.length > 0 && (
      <fieldset className="flex flex-col gap-2.5">
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
    <Popover
      label="Configuration"
      align="end"
      className="w-84!"
      trigger={
        <Button>
          Configuration
          {changed > 0 && (
            <span className="rounded-full bg-run-soft px-1.5 text-small text-run">{changed} changed</span>
          )}
          <Icon name="down" size={12} />
        </Button>
      }
    >
      <div className="flex flex-col gap-4 p-2.5">
        {group(
          'For the next runs',
          settings.filter(({ target }) => target !== 'config'),
        )}
        {group(
          `Of the assistant; applies once it is saved as version ${String(assistant.version + 1)}`,
          settings.filter(({ target }) => target === 'config'),
        )}
      </div>
    </Popover>
  )
}

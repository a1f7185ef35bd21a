import type { Assistant } from '../../api/types.ts'
import type { Draft } from '../../model/form-drafts.ts'
import { isChanged, type Setting, type SettingDrafts } from '../../model/overrides.ts'
import { SettingInput } from '../../ui/setting-input.tsx'

interface ConfigurationProps {
  assistant: Assistant
  settings: Setting[]
  drafts: SettingDrafts
  problems: Record<string, string>
  onChange: (drafts: SettingDrafts) => void
}

/** Overrides of the configuration for the next runs. A changed value shows the old one. */
export const Configuration = ({ assistant, settings, drafts, problems, onChange }: ConfigurationProps) => {
  const change = (name: string, draft: Draft | undefined): void => {
    const { [name]: _old, ...others } = drafts
    onChange(draft === undefined ? others : { ...others, [name]: draft })
  }
  const group = (title: string, members: Setting[]) =>
    members.length > 0 && (
      <fieldset className="grid gap-x-5 gap-y-2.5 sm:grid-cols-2 xl:grid-cols-4">
        <legend className="mb-1.5 text-label text-ink-3">{title}</legend>
        {members.map((setting) => (
          <SettingInput
            key={setting.field.name}
            setting={setting}
            draft={drafts[setting.field.name] ?? setting.saved}
            problem={problems[setting.field.name]}
            changed={isChanged(setting, drafts)}
            onChange={(draft) => change(setting.field.name, draft)}
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

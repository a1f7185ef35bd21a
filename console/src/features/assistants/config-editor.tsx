import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { assistantsKey, updateAssistant } from '../../api/assistants.ts'
import { ApiError } from '../../api/errors.ts'
import { schemasQuery } from '../../api/threads.ts'
import type { Assistant } from '../../api/types.ts'
import { stringifyExact } from '../../model/exact-json.ts'
import { isRecord } from '../../model/is-record.ts'
import { parseObject } from '../../model/json-object.ts'
import { isChanged, listSettings, readOverrides, type SettingDrafts } from '../../model/overrides.ts'
import { Button, Segmented } from '../../ui/button.tsx'
import { JsonObjectField } from '../../ui/json-object-field.tsx'
import { SettingInput } from '../../ui/setting-input.tsx'
import { ErrorLine } from '../../ui/states.tsx'
import { showToast } from '../../ui/toast.tsx'

interface Definition {
  config: Record<string, unknown>
  context: Record<string, unknown>
}

const readDefinition = (text: string): { value?: Definition; problem?: string } => {
  const { value, problem } = parseObject(text, 'The configuration')
  if (value === undefined) return { problem }
  const { config, context, ...others } = value
  const [unknown] = Object.keys(others)
  if (unknown !== undefined) return { problem: `“${unknown}” is neither config nor context` }
  if (!isRecord(config) || !isRecord(context)) return { problem: 'config and context have to be objects' }
  return { value: { config, context } }
}

/** Problems of the service by the last name of their path: `config/temperature` belongs to `temperature`. */
const problemsOf = (error: unknown): Record<string, string> =>
  error instanceof ApiError
    ? Object.fromEntries(
        Object.entries(error.details).flatMap(([path, problem]) =>
          typeof problem === 'string' ? [[path.split('/').at(-1) ?? path, problem]] : [],
        ),
      )
    : {}

interface ConfigEditorProps {
  assistant: Assistant
  canWrite: boolean
  onSaved: (version: number) => void
}

/** The configuration of the current version as a form from the schema of the graph, or as JSON. Saving makes a new version. */
export const ConfigEditor = ({ assistant, canWrite, onSaved }: ConfigEditorProps) => {
  const client = useQueryClient()
  const { data: schemas } = useQuery(schemasQuery(assistant.assistant_id))
  const [drafts, setDrafts] = useState<SettingDrafts>({})
  const [json, setJson] = useState<string>()
  const settings = useMemo(
    () => listSettings(assistant, schemas, assistant.graph_id === 'agent'),
    [assistant, schemas],
  )
  const overrides = readOverrides(assistant, settings, drafts)
  const parsed = json === undefined ? undefined : readDefinition(json)
  const save = useMutation({
    mutationFn: (definition: Definition) => updateAssistant(assistant.assistant_id, definition),
    onSuccess: async ({ version }) => {
      setDrafts({})
      setJson(undefined)
      await client.invalidateQueries({ queryKey: assistantsKey })
      showToast({ tone: 'ok', text: `Saved version ${String(version)}. New runs use it.` })
      onSaved(version)
    },
  })
  const rejected = problemsOf(save.error)
  const problems = { ...rejected, ...overrides.problems }
  const isValid =
    parsed === undefined ? Object.keys(overrides.problems).length === 0 : parsed.value !== undefined
  const definition = parsed?.value ?? overrides.version
  const isDirty = json !== undefined || overrides.changed > 0
  return (
    <section aria-label="Configuration" className="flex flex-none flex-col border-t border-line">
      <div className="flex min-h-9 items-center gap-2 border-b border-line px-4 py-1">
        <h2 className="mr-auto font-medium">Configuration</h2>
        <span className="text-small text-ink-2">of version {assistant.version}</span>
        <Segmented
          label="Form of the configuration"
          value={json === undefined ? 'form' : 'json'}
          onChange={(value) =>
            setJson(
              value === 'form'
                ? undefined
                : stringifyExact({ config: overrides.version.config, context: overrides.version.context }, 2),
            )
          }
          options={[
            { value: 'form', label: 'Form' },
            { value: 'json', label: 'JSON' },
          ]}
        />
      </div>
      <div className="flex flex-col gap-3 px-4 py-3">
        {json === undefined ? (
          <div className="grid gap-x-4 gap-y-3 sm:grid-cols-2">
            {settings.map((setting) => (
              <div
                key={setting.field.name}
                className={
                  setting.field.kind === 'long_text' || setting.field.kind === 'json' ? 'col-span-full' : ''
                }
              >
                <SettingInput
                  setting={setting}
                  draft={drafts[setting.field.name] ?? setting.saved}
                  problem={problems[setting.field.name]}
                  changed={isChanged(setting, drafts)}
                  disabled={!canWrite}
                  onChange={(draft) => {
                    const { [setting.field.name]: _old, ...others } = drafts
                    setDrafts(draft === undefined ? others : { ...others, [setting.field.name]: draft })
                  }}
                />
              </div>
            ))}
          </div>
        ) : (
          <JsonObjectField
            label="Configuration and context"
            value={json}
            onChange={setJson}
            problem={parsed?.problem}
            hint="Tools, guardrails, policy and every other key of the assistant."
          />
        )}
        {save.error !== null && <ErrorLine error={save.error} />}
        {canWrite && (
          <div className="flex flex-wrap items-center gap-1.5">
            <span className="mr-auto text-small text-ink-2">Version {assistant.version} stays as it is.</span>
            {isDirty && (
              <Button
                variant="quiet"
                onClick={() => {
                  setDrafts({})
                  setJson(undefined)
                }}
              >
                Discard
              </Button>
            )}
            <Button
              variant="primary"
              busy={save.isPending}
              disabled={!isDirty || !isValid}
              onClick={() => save.mutate(definition)}
            >
              Save as a new version
            </Button>
          </div>
        )}
      </div>
    </section>
  )
}

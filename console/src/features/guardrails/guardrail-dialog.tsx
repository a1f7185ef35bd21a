import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { ApiError } from '../../api/errors.ts'
import {
  createGuardrail,
  guardrailsKey,
  guardrailTypesQuery,
  updateGuardrail,
  type Guardrail,
} from '../../api/guardrails.ts'
import { stringifyExact } from '../../model/exact-json.ts'
import { toDrafts, type Drafts } from '../../model/form-drafts.ts'
import { readConfig, toConfigForm, toFieldProblems, toPatternDraft } from '../../model/guardrail-form.ts'
import { parseObject } from '../../model/json-object.ts'
import { Button, Segmented } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Checkbox, Field, Select, TextInput } from '../../ui/field.tsx'
import { JsonObjectField } from '../../ui/json-object-field.tsx'
import { SchemaFields } from '../../ui/schema-fields.tsx'
import { ErrorLine, Loading } from '../../ui/states.tsx'
import { showToast } from '../../ui/toast.tsx'
import { PatternField } from './pattern-field.tsx'

type GuardrailType = Guardrail['type']
type Config = Guardrail['config']

interface GuardrailDialogProps {
  /** Undefined for a new guardrail. */
  guardrail?: Guardrail | undefined
  onClose: () => void
  onSaved: (guardrail: Guardrail) => void
}

/** The settings as a form or as JSON. Changing the type starts with empty settings. */
const useConfigDraft = (start: Guardrail | undefined) => {
  const { data, error } = useQuery(guardrailTypesQuery)
  const [type, setType] = useState<GuardrailType>(start?.type ?? 'output_filter')
  const [config, setConfig] = useState<Config>(start?.config ?? {})
  const [changed, setChanged] = useState<Drafts>({})
  const [patterns, setPatterns] = useState(() => toPatternDraft(start?.config['detect_patterns']))
  const [json, setJson] = useState<string>()
  const info = data?.types.find((candidate) => candidate.type === type)
  const form = useMemo(() => (info === undefined ? undefined : toConfigForm(info, config)), [info, config])
  const initial = useMemo(() => (form === undefined ? {} : toDrafts(form, config)), [form, config])
  const drafts = { ...initial, ...changed }
  const reading =
    form === undefined
      ? { config: {}, problems: {} }
      : readConfig(form, drafts, type === 'output_filter' ? patterns : undefined, config)
  const parsed = json === undefined ? undefined : parseObject(json, 'The configuration')
  const restart = (value: Config): void => {
    setConfig(value)
    setChanged({})
    setPatterns(toPatternDraft(value['detect_patterns']))
    setJson(undefined)
  }
  return {
    types: data?.types ?? [],
    patternNames: data?.patterns ?? [],
    loadError: error,
    type,
    changeType: (next: GuardrailType) => {
      setType(next)
      restart(next === start?.type ? start.config : {})
    },
    info,
    form,
    initial,
    drafts,
    setDrafts: setChanged,
    patterns,
    setPatterns,
    json,
    setJson,
    showJson: () => setJson(stringifyExact(reading.config, 2)),
    showForm: () => restart(parsed?.value ?? reading.config),
    jsonProblem: parsed?.problem,
    problems: json === undefined ? reading.problems : {},
    /** Undefined while the settings are invalid. */
    value:
      parsed === undefined
        ? Object.keys(reading.problems).length === 0
          ? reading.config
          : undefined
        : parsed.value,
  }
}

const ConfigFields = ({
  draft,
  problems,
}: {
  draft: ReturnType<typeof useConfigDraft>
  problems: Record<string, string>
}) => {
  if (draft.form === undefined) return <Loading label="Loading the settings" lines={3} />
  if (draft.json !== undefined)
    return (
      <JsonObjectField
        label="Configuration"
        value={draft.json}
        onChange={draft.setJson}
        problem={draft.jsonProblem}
      />
    )
  return (
    <>
      {draft.type === 'output_filter' && (
        <PatternField
          draft={draft.patterns}
          names={draft.patternNames}
          problem={problems['detect_patterns']}
          onChange={draft.setPatterns}
        />
      )}
      <SchemaFields
        form={draft.form}
        drafts={draft.drafts}
        initial={draft.initial}
        problems={problems}
        onChange={draft.setDrafts}
      />
    </>
  )
}

/** Creates or changes a guardrail. What the service rejects is shown beside its field. */
export const GuardrailDialog = ({ guardrail, onClose, onSaved }: GuardrailDialogProps) => {
  const client = useQueryClient()
  const draft = useConfigDraft(guardrail)
  const [name, setName] = useState(guardrail?.name ?? '')
  const [appliesTo, setAppliesTo] = useState(guardrail?.applies_to ?? 'all')
  const [enabled, setEnabled] = useState(guardrail?.enabled ?? true)
  const [tried, setTried] = useState(false)
  const save = useMutation({
    mutationFn: (config: Config) => {
      const body = { name: name.trim(), type: draft.type, applies_to: appliesTo, enabled, config }
      return guardrail === undefined ? createGuardrail(body) : updateGuardrail(guardrail.id, body)
    },
    onSuccess: async (saved) => {
      await client.invalidateQueries({ queryKey: guardrailsKey })
      showToast({ tone: 'ok', text: `Saved ${saved.name}. It applies to runs that start from now on.` })
      onSaved(saved)
    },
  })
  const rejected = save.error instanceof ApiError ? toFieldProblems(save.error.details) : {}
  const problems = { ...rejected, ...(tried && draft.problems) }
  const nameProblem = tried && name.trim() === '' ? 'Enter a name' : rejected['name']
  const submit = (): void => {
    setTried(true)
    if (name.trim() !== '' && draft.value !== undefined) save.mutate(draft.value)
  }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="large"
      title={guardrail === undefined ? 'New guardrail' : `Edit ${guardrail.name}`}
      description={draft.info?.description ?? 'A rule for inputs, tool calls, tool results and outputs.'}
      footer={
        <>
          <Button onClick={onClose}>Go back</Button>
          <Button variant="primary" busy={save.isPending} onClick={submit}>
            {guardrail === undefined ? 'Create' : 'Save'}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <div className="grid grid-cols-3 gap-3 max-md:grid-cols-1">
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
          <Field label="Type">
            {(ids) => (
              <Select
                {...ids}
                value={draft.type}
                onChange={(event) => draft.changeType(event.target.value as GuardrailType)}
              >
                {(draft.types.length === 0 ? [{ type: draft.type }] : draft.types).map(({ type }) => (
                  <option key={type}>{type}</option>
                ))}
              </Select>
            )}
          </Field>
          <Field label="Applies to">
            {(ids) => (
              <Select
                {...ids}
                value={appliesTo}
                onChange={(event) => setAppliesTo(event.target.value as typeof appliesTo)}
              >
                <option value="all">Every run</option>
                <option value="named">Only where an assistant or policy names it</option>
              </Select>
            )}
          </Field>
        </div>
        <div className="flex items-center gap-3">
          <h3 className="font-medium">Settings</h3>
          <Segmented
            label="Form of the settings"
            value={draft.json === undefined ? 'form' : 'json'}
            onChange={(value) => (value === 'json' ? draft.showJson() : draft.showForm())}
            options={[
              { value: 'form', label: 'Form' },
              { value: 'json', label: 'JSON' },
            ]}
          />
          <span className="ml-auto">
            <Checkbox label="Enabled" checked={enabled} onChange={setEnabled} />
          </span>
        </div>
        <ConfigFields draft={draft} problems={problems} />
        {draft.loadError !== null && <ErrorLine error={draft.loadError} />}
        {save.error !== null && <ErrorLine error={save.error} />}
      </div>
    </Dialog>
  )
}

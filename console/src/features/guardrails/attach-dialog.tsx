import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { assistantsKey, assistantsQuery, updateAssistant } from '../../api/assistants.ts'
import type { Assistant } from '../../api/types.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field, Select } from '../../ui/field.tsx'
import { ErrorLine } from '../../ui/states.tsx'
import { showToast } from '../../ui/toast.tsx'

export const guardrailsOf = ({ config }: Assistant): unknown[] => {
  const list = config['guardrails']
  return Array.isArray(list) ? (list as unknown[]) : []
}

/** Adds a guardrail to an assistant, or removes it. Both make a new version of the assistant. */
export const useAttachment = (name: string, onDone?: () => void) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ assistant, attach }: { assistant: Assistant; attach: boolean }) => {
      const others = guardrailsOf(assistant).filter((entry) => entry !== name)
      const guardrails = attach ? [...others, name] : others
      return updateAssistant(assistant.assistant_id, { config: { ...assistant.config, guardrails } })
    },
    onSuccess: async (assistant, { attach }) => {
      await client.invalidateQueries({ queryKey: assistantsKey })
      showToast({
        tone: 'ok',
        text: `${attach ? 'Attached' : 'Detached'} ${name}: ${assistant.name} is now version ${String(assistant.version)}.`,
      })
      onDone?.()
    },
  })
}

/** The choice of the assistant that gets the guardrail. */
export const AttachDialog = ({ name, onClose }: { name: string; onClose: () => void }) => {
  const { data } = useQuery(assistantsQuery)
  const open = data?.filter((assistant) => !guardrailsOf(assistant).includes(name)) ?? []
  const [id, setId] = useState<string>()
  const assistant = open.find(({ assistant_id }) => assistant_id === id) ?? open[0]
  const attachment = useAttachment(name, onClose)
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="small"
      title={`Attach ${name}`}
      description="The assistant gets a new version that names the guardrail. It applies to runs that start afterwards."
      footer={
        <>
          <Button onClick={onClose}>Go back</Button>
          <Button
            variant="primary"
            busy={attachment.isPending}
            disabled={assistant === undefined}
            onClick={() => assistant !== undefined && attachment.mutate({ assistant, attach: true })}
          >
            Attach
          </Button>
        </>
      }
    >
      <Field
        label="Assistant"
        hint={open.length === 0 ? 'Every assistant names this guardrail already.' : undefined}
      >
        {(ids) => (
          <Select
            {...ids}
            value={assistant?.assistant_id ?? ''}
            onChange={(event) => setId(event.target.value)}
          >
            {open.map(({ assistant_id, name: label }) => (
              <option key={assistant_id} value={assistant_id}>
                {label}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {attachment.error !== null && <ErrorLine error={attachment.error} />}
    </Dialog>
  )
}

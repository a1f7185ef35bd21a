import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { assistantsKey } from '../../api/assistants.ts'
import { describeError } from '../../api/errors.ts'
import { saveAssistantConfig } from '../../api/threads.ts'
import type { Assistant } from '../../api/types.ts'
import type { Breakpoints } from '../../model/breakpoints.ts'
import type { readOverrides, Setting, SettingDrafts } from '../../model/overrides.ts'
import { Button } from '../../ui/button.tsx'
import { Select } from '../../ui/field.tsx'
import { Icon } from '../../ui/icons.tsx'
import { ScreenHeading } from '../../ui/screen.tsx'
import { showToast } from '../../ui/toast.tsx'
import { BreakpointMenu } from './breakpoint-menu.tsx'
import { Configuration } from './configuration.tsx'

interface ChatBarProps {
  assistants: Assistant[]
  assistant: Assistant | undefined
  isDemo: boolean
  onAssistantChange: (id: string) => void
  settings: Setting[]
  drafts: SettingDrafts
  overrides: ReturnType<typeof readOverrides> | undefined
  onDraftsChange: (drafts: SettingDrafts) => void
  nodes: string[]
  breakpoints: Breakpoints
  onBreakpointsChange: (breakpoints: Breakpoints) => void
  canWrite: boolean
  hasThread: boolean
}

export const ChatBar = (props: ChatBarProps) => {
  const { assistants, assistant, overrides, onDraftsChange } = props
  const navigate = useNavigate()
  const client = useQueryClient()
  const save = useMutation({
    mutationFn: (target: Assistant) =>
      saveAssistantConfig(target.assistant_id, overrides?.version ?? { config: {}, context: {} }),
    onSuccess: async (saved) => {
      await client.invalidateQueries({ queryKey: assistantsKey })
      onDraftsChange({})
      showToast({ tone: 'ok', text: `Saved as version ${String(saved.version)}, which is current now` })
    },
    onError: (error) => {
      const { title, advice } = describeError(error)
      showToast({ tone: 'fail', text: `${title}. ${advice}` })
    },
  })
  const [open, setOpen] = useState(false)
  const changed = overrides?.changed ?? 0
  const [problem] = Object.entries(overrides?.problems ?? {})
  return (
    <>
      <div className="flex min-h-13.25 flex-none flex-wrap items-center gap-x-3.5 gap-y-2 border-b border-line px-5 py-2">
        <ScreenHeading>Playground</ScreenHeading>
        {assistant !== undefined && (
          <>
            <label className="inline-flex items-center gap-1.75 text-small text-ink-3">
              Assistant
              <Select
                className="w-auto! max-w-56 font-medium"
                value={assistant.assistant_id}
                onChange={(event) => props.onAssistantChange(event.target.value)}
              >
                {assistants.map(({ assistant_id, name }) => (
                  <option key={assistant_id} value={assistant_id}>
                    {name}
                  </option>
                ))}
              </Select>
            </label>
            <span className="text-small whitespace-nowrap text-ink-2">
              version {assistant.version}, current
            </span>
            {props.isDemo && (
              <span
                className="rounded-full bg-idle-soft px-2.25 text-small whitespace-nowrap text-idle"
                title="No model provider is configured, so a scripted model replies. It follows fixed rules and is no AI model."
              >
                Demo model, scripted
              </span>
            )}
          </>
        )}
        <div className="ml-auto flex flex-wrap items-center gap-2">
          {props.nodes.length > 0 && (
            <BreakpointMenu
              nodes={props.nodes}
              breakpoints={props.breakpoints}
              onChange={props.onBreakpointsChange}
            />
          )}
          {assistant !== undefined && (
            <Button aria-expanded={open} aria-controls="configuration" onClick={() => setOpen(!open)}>
              Configuration
              {changed > 0 && (
                <span className="rounded-full bg-run-soft px-1.5 text-small text-run">{changed} changed</span>
              )}
              <Icon name={open ? 'up' : 'down'} size={12} />
            </Button>
          )}
          {assistant !== undefined && changed > 0 && (
            <>
              <Button variant="link" onClick={() => onDraftsChange({})}>
                Reset
              </Button>
              {props.canWrite && (
                <Button
                  busy={save.isPending}
                  reason={problem === undefined ? undefined : `${problem[0]} ${problem[1]}`}
                  onClick={() => save.mutate(assistant)}
                >
                  Save as version {assistant.version + 1}
                </Button>
              )}
            </>
          )}
          {props.hasThread && (
            <Button
              icon="plus"
              onClick={() =>
                void navigate({
                  to: '/chat',
                  search: assistant === undefined ? {} : { assistant: assistant.assistant_id },
                })
              }
            >
              New thread
            </Button>
          )}
        </div>
      </div>
      {open && assistant !== undefined && (
        <Configuration
          assistant={assistant}
          settings={props.settings}
          drafts={props.drafts}
          problems={overrides?.problems ?? {}}
          onChange={onDraftsChange}
        />
      )}
    </>
  )
}

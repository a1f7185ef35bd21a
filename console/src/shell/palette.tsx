/** The command palette. It is loaded when it is opened for the first time. */
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Command } from 'cmdk'
import { useDeferredValue, useState, type ReactNode } from 'react'
import { assistantsQuery } from '../api/assistants.ts'
import { searchQuery } from '../api/system.ts'
import type { SearchResult } from '../api/types.ts'
import { shortId } from '../model/format.ts'
import { Icon, type IconName } from '../ui/icons.tsx'
import { setPreferences } from '../ui/preferences.ts'
import { NAVIGATION } from './navigation.ts'
import { openHelp, setOverlay } from './overlays.ts'

const ITEM_CLASS =
  'flex h-8 cursor-pointer items-center gap-2.5 rounded px-2.5 text-ink data-[selected=true]:bg-sunken'

interface ItemProps {
  value: string
  icon: IconName
  note?: ReactNode
  onSelect: () => void
  children: ReactNode
}

const Item = ({ value, icon, note, onSelect, children }: ItemProps) => (
  <Command.Item
    value={value}
    onSelect={() => {
      setOverlay(undefined)
      onSelect()
    }}
    className={ITEM_CLASS}
  >
    <Icon name={icon} size={14} className="text-ink-2" />
    <span className="min-w-0 truncate">{children}</span>
    {note !== undefined && (
      <span className="ml-auto flex-none truncate pl-4 text-small text-ink-3">{note}</span>
    )}
  </Command.Item>
)

const RESULT_ICONS: Partial<Record<SearchResult['type'], IconName>> = {
  run: 'runs',
  thread: 'threads',
  assistant: 'assistants',
  webhook: 'webhook',
}

const SearchResults = ({ text }: { text: string }) => {
  const navigate = useNavigate()
  const { data = [] } = useQuery({ ...searchQuery(text), enabled: text.length >= 2, retry: false })
  const open = ({ type, id }: SearchResult): void => {
    if (type === 'run') void navigate({ to: '/runs/$runId', params: { runId: id } })
    else if (type === 'thread') void navigate({ to: '/threads/$threadId', params: { threadId: id } })
    else if (type === 'webhook') void navigate({ to: '/webhooks/$webhookId', params: { webhookId: id } })
    else void navigate({ to: '/assistants/$assistantId', params: { assistantId: id } })
  }
  const shown = data.filter(({ type }) => RESULT_ICONS[type] !== undefined)
  if (shown.length === 0) return null
  return (
    <Command.Group heading="Found" className={GROUP_CLASS}>
      {shown.map((result) => (
        <Item
          key={`${result.type}-${result.id}`}
          value={`${text} ${result.type} ${result.id}`}
          icon={RESULT_ICONS[result.type] ?? 'search'}
          note={result.subtitle ?? result.type}
          onSelect={() => open(result)}
        >
          {result.type} {result.title === result.id ? shortId(result.id) : result.title}
        </Item>
      ))}
    </Command.Group>
  )
}

const GROUP_CLASS =
  '[&_[cmdk-group-heading]]:px-2.5 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-label [&_[cmdk-group-heading]]:text-ink-3'

const Actions = () => (
  <Command.Group heading="Settings" className={GROUP_CLASS}>
    <Item value="theme light" icon="sun" onSelect={() => setPreferences({ theme: 'light' })}>
      Light theme
    </Item>
    <Item value="theme dark" icon="moon" onSelect={() => setPreferences({ theme: 'dark' })}>
      Dark theme
    </Item>
    <Item value="theme as the system" icon="screen" onSelect={() => setPreferences({ theme: 'system' })}>
      Theme as the system
    </Item>
    <Item value="times relative" icon="clock" onSelect={() => setPreferences({ times: 'relative' })}>
      Times relative to now
    </Item>
    <Item value="times utc" icon="clock" onSelect={() => setPreferences({ times: 'utc' })}>
      Times in UTC
    </Item>
    <Item value="keyboard shortcuts help" icon="keyboard" note="?" onSelect={openHelp}>
      Keyboard
    </Item>
  </Command.Group>
)

const Screens = () => {
  const navigate = useNavigate()
  const { data: assistants = [] } = useQuery(assistantsQuery)
  const names = [...new Set(assistants.map(({ name }) => name))]
  return (
    <>
      <Command.Group heading="Go to" className={GROUP_CLASS}>
        {NAVIGATION.flatMap(({ entries }) => entries).map(({ to, label, icon, key }) => (
          <Item
            key={to}
            value={`go to ${label}`}
            icon={icon}
            note={`g ${key}`}
            onSelect={() => void navigate({ to })}
          >
            {label}
          </Item>
        ))}
        <Item
          value="go to failed runs"
          icon="runs"
          onSelect={() => void navigate({ to: '/runs', search: { status: 'failed' } })}
        >
          Failed runs
        </Item>
      </Command.Group>
      {names.length > 0 && (
        <Command.Group heading="Runs of" className={GROUP_CLASS}>
          {names.slice(0, 50).map((name) => (
            <Item
              key={name}
              value={`runs of ${name}`}
              icon="runs"
              onSelect={() => void navigate({ to: '/runs', search: { assistant: name } })}
            >
              {name}
            </Item>
          ))}
        </Command.Group>
      )}
    </>
  )
}

export const Palette = ({ open }: { open: boolean }) => {
  const [text, setText] = useState('')
  const searched = useDeferredValue(text.trim())
  return (
    <Command.Dialog
      open={open}
      onOpenChange={() => setOverlay(undefined)}
      label="Search or go to"
      loop
      overlayClassName="fixed inset-0 z-40 bg-scrim"
      contentClassName="fixed top-[12vh] left-1/2 z-50 w-[calc(100vw-24px)] max-w-150 -translate-x-1/2 overflow-hidden rounded-lg border border-line-2 bg-surface shadow-float focus:outline-none"
    >
      <div className="flex items-center gap-2.5 border-b border-line px-4">
        <Icon name="search" size={15} className="text-ink-3" />
        <Command.Input
          value={text}
          onValueChange={setText}
          placeholder="A screen, an assistant, or the start of an id"
          className="h-11 w-full bg-transparent text-figure outline-none"
        />
      </div>
      <Command.List className="max-h-[min(420px,60vh)] overflow-y-auto p-1.5">
        <Command.Empty className="px-2.5 py-6 text-ink-2">
          Nothing found. Ids of runs and threads are found by their first characters.
        </Command.Empty>
        <Screens />
        <SearchResults text={searched} />
        <Actions />
      </Command.List>
    </Command.Dialog>
  )
}

import { clsx } from 'clsx'
import type { AssistantVersion } from '../../api/assistants.ts'
import { plural } from '../../model/format.ts'
import { listChanges } from '../../model/state-diff.ts'
import { Button } from '../../ui/button.tsx'
import { Time } from '../../ui/time.tsx'
import { comparable } from './version-diff.tsx'

const describeChange = (version: AssistantVersion, before: AssistantVersion | undefined): string => {
  if (before === undefined) return version.version === 1 ? 'First version' : ''
  const count = listChanges(comparable(before), comparable(version)).length
  return count === 0 ? 'Nothing changed' : plural(count, 'change')
}

interface VersionListProps {
  /** Newest first. */
  versions: AssistantVersion[]
  current: number
  selected: number
  onSelect: (version: number) => void
  /** Undefined if the person may not change the assistant. */
  onSetCurrent: ((version: number) => void) | undefined
}

/** The versions of an assistant. They never change; an older one can be made current again. */
export const VersionList = ({ versions, current, selected, onSelect, onSetCurrent }: VersionListProps) => (
  <ul aria-label="Versions">
    {versions.map((version, index) => (
      <li
        key={version.version}
        className={clsx(
          'flex items-start gap-2 border-b border-line/60 pr-3',
          version.version === selected && 'bg-accent/9 shadow-[inset_2px_0_0_var(--accent)]',
        )}
      >
        <button
          type="button"
          aria-pressed={version.version === selected}
          onClick={() => onSelect(version.version)}
          className="flex min-w-0 flex-1 flex-col px-4 py-2 text-left outline-offset-[-2px] hover:bg-sunken/60"
        >
          <span className="flex flex-wrap items-baseline gap-x-2">
            <span className="font-medium">Version {version.version}</span>
            {version.version === current && <span className="text-small text-ink-2">✓ Current</span>}
            <Time value={version.created_at} className="text-small text-ink-2" />
          </span>
          <span className="truncate text-small text-ink-2">
            {describeChange(version, versions[index + 1])}
          </span>
        </button>
        {onSetCurrent !== undefined && version.version !== current && (
          <Button
            variant="link"
            className="mt-2 text-small"
            aria-label={`Set as current: version ${String(version.version)}`}
            onClick={() => onSetCurrent(version.version)}
          >
            Set as current
          </Button>
        )}
      </li>
    ))}
  </ul>
)

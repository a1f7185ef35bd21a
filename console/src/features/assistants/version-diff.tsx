import { clsx } from 'clsx'
import { useMemo } from 'react'
import type { AssistantVersion } from '../../api/assistants.ts'
import { diffLines } from '../../model/line-diff.ts'
import { countSigns, diffFields } from '../../model/state-diff.ts'
import { Select } from '../../ui/field.tsx'
import { SIGN_COLORS, StateDiffView } from '../../ui/state-diff-view.tsx'

/** The fields of a version that a person sets. */
export const comparable = ({
  name,
  description,
  graph_id,
  config,
  context,
  graph_schema,
  metadata,
}: AssistantVersion): Record<string, unknown> => ({
  name,
  description,
  graph_id,
  ...config,
  ...(Object.keys(context).length > 0 && { context }),
  ...(Object.keys(graph_schema).length > 0 && { graph_schema }),
  ...(Object.keys(metadata).length > 0 && { metadata }),
})

const instructionsOf = ({ config }: AssistantVersion): string =>
  typeof config['instructions'] === 'string' ? config['instructions'] : ''

const LINE_WORDS = { '+': 'added', '−': 'removed', '=': 'unchanged' } as const

const Instructions = ({ before, after }: { before: string; after: string }) => {
  const lines = useMemo(() => diffLines(before, after), [before, after])
  const count = (sign: string): number => lines.filter((line) => line.sign === sign).length
  return (
    <section aria-label="Change of the instructions" className="px-4 pt-2">
      <div className="flex text-label text-ink-2">
        Instructions
        <span className="ml-auto">
          {count('+')} added, {count('−')} removed
        </span>
      </div>
      <ol className="mt-1 max-h-70 overflow-y-auto" tabIndex={0} aria-label="Lines of the instructions">
        {lines.map(({ sign, text }, index) => (
          <li
            key={index}
            className={clsx(
              'flex gap-2 px-1.5 wrap-anywhere whitespace-pre-wrap',
              sign === '+' && 'bg-ok-soft',
              sign === '−' && 'bg-fail-soft line-through',
            )}
          >
            <span aria-hidden="true" className={clsx('w-3 flex-none', SIGN_COLORS[sign])}>
              {sign === '=' ? '' : sign}
            </span>
            <span className="sr-only">{LINE_WORDS[sign]}</span>
            <span className="min-w-0">{text === '' ? ' ' : text}</span>
          </li>
        ))}
      </ol>
    </section>
  )
}

interface VersionDiffProps {
  versions: AssistantVersion[]
  before: AssistantVersion | undefined
  after: AssistantVersion
  onChange: (change: { before?: string; version?: string }) => void
}

/** What differs between two versions: instructions line by line, everything else key by key. */
export const VersionDiff = ({ versions, before, after, onChange }: VersionDiffProps) => {
  const nodes = useMemo(
    () => (before === undefined ? [] : diffFields(comparable(before), comparable(after))),
    [before, after],
  )
  const changed = nodes.filter(({ sign }) => sign !== '=')
  const signs = countSigns(nodes)
  const isTextChanged = before !== undefined && instructionsOf(before) !== instructionsOf(after)
  const others = changed.filter(({ name }) => name !== 'instructions')
  const choices = versions.map(({ version }) => (
    <option key={version} value={String(version)}>
      Version {version}
    </option>
  ))
  return (
    <section aria-label="What changed" className="flex flex-none flex-col pb-3">
      <div className="flex min-h-9 flex-wrap items-center gap-2 border-b border-line px-4 py-1">
        <h2 className="mr-auto font-medium">What changed</h2>
        <Select
          aria-label="Version before"
          className="w-auto!"
          value={before === undefined ? '' : String(before.version)}
          onChange={(event) => onChange({ before: event.target.value })}
        >
          {before === undefined && <option value="">None</option>}
          {choices}
        </Select>
        <span aria-hidden="true">→</span>
        <Select
          aria-label="Version after"
          className="w-auto!"
          value={String(after.version)}
          onChange={(event) => onChange({ version: event.target.value })}
        >
          {choices}
        </Select>
      </div>
      {before === undefined ? (
        <p className="px-4 py-3 text-ink-2">
          This is the first version, so there is nothing to compare it with.
        </p>
      ) : changed.length === 0 ? (
        <p className="px-4 py-3 text-ink-2">Both versions are the same.</p>
      ) : (
        <>
          {isTextChanged && <Instructions before={instructionsOf(before)} after={instructionsOf(after)} />}
          {others.length > 0 && (
            <>
              <div className="flex px-4 pt-2 text-label text-ink-2">
                Configuration
                <span className="ml-auto">
                  {signs['~']} changed, {signs['+']} added, {signs['−']} removed, {signs['=']} the same
                </span>
              </div>
              <StateDiffView
                nodes={others}
                label="Difference of the configuration"
                changedOnly
                className="max-h-80 min-h-10"
              />
            </>
          )}
        </>
      )}
    </section>
  )
}

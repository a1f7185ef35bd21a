import { useMemo, useState } from 'react'
import { parseExact, stringifyExact } from '../../model/exact-json.ts'
import { formatBytes } from '../../model/format.ts'
import { previewJson } from '../../model/json-rows.ts'
import type { ToolUse } from '../../model/transcript.ts'
import { CopyButton } from '../../ui/copy.tsx'
import { Icon } from '../../ui/icons.tsx'
import { JsonView } from '../../ui/json-view.tsx'
import { StatusGlyph } from '../../ui/status.tsx'
import { LongText } from '../../ui/text.tsx'

/** Tools often return JSON as text. */
const parseResult = (text: string): unknown => {
  if (!/^\s*[[{]/.test(text)) return text
  try {
    return parseExact(text)
  } catch {
    return text
  }
}

const Data = ({ value, label }: { value: unknown; label: string }) =>
  typeof value === 'string' ? (
    <LongText text={value} className="max-h-80 overflow-auto font-mono text-small" />
  ) : (
    <JsonView value={value} label={label} depth={2} className="h-auto max-h-80 min-h-10" />
  )

const oneLine = (value: unknown): string =>
  typeof value === 'string' ? value.replaceAll(/\s+/g, ' ').slice(0, 80) : previewJson(value, 80)

const Outcome = ({ use, streaming }: { use: ToolUse; streaming: boolean }) => {
  if (use.result === undefined)
    return streaming ? (
      <>
        <StatusGlyph status="in_progress" />
        calling
      </>
    ) : (
      <>no result</>
    )
  return (
    <>
      <StatusGlyph status={use.result.isError ? 'failed' : 'completed'} />
      {use.result.isError ? 'failed' : 'done'}
    </>
  )
}

/** A call of a tool and its result, folded until it is opened. */
export const ToolUseView = ({ use, active }: { use: ToolUse; active: boolean }) => {
  const [open, setOpen] = useState(false)
  const { call, result } = use
  const value = useMemo(() => (result === undefined ? undefined : parseResult(result.text)), [result])
  return (
    <div className="rounded-[6px] border border-line not-first:mt-1.5">
      <button
        type="button"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        className="flex h-7.5 w-full min-w-0 items-center gap-2 px-2.75 text-left"
      >
        <Icon name={open ? 'down' : 'right'} size={11} className="text-ink-2" />
        <span className="flex-none font-medium">{call.name}</span>
        {!open && (
          <span className="min-w-0 truncate font-mono text-small text-ink-2">
            {oneLine(call.args)}
            {value !== undefined && ` → ${oneLine(value)}`}
          </span>
        )}
        <span className="ml-auto flex flex-none items-center gap-1.5 text-small text-ink-3">
          <Outcome use={use} streaming={active} />
        </span>
      </button>
      {open && (
        <div className="grid border-t border-line md:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
          <div className="min-w-0 px-2.75 py-1.5">
            <div className="flex items-center text-label text-ink-3">
              Arguments
              <span className="ml-auto">
                <CopyButton text={typeof call.args === 'string' ? call.args : stringifyExact(call.args, 2)} />
              </span>
            </div>
            <Data value={call.args} label={`Arguments of ${call.name}`} />
          </div>
          <div className="min-w-0 border-line px-2.75 py-1.5 max-md:border-t md:border-l">
            <div className="flex items-center text-label text-ink-3">
              Result
              {result !== undefined && result.text.length > 1_000 && `, ${formatBytes(result.text.length)}`}
              <span className="ml-auto">{result !== undefined && <CopyButton text={result.text} />}</span>
            </div>
            {value === undefined ? (
              <p className="text-ink-3">No result has been stored.</p>
            ) : (
              <Data value={value} label={`Result of ${call.name}`} />
            )}
          </div>
        </div>
      )}
    </div>
  )
}

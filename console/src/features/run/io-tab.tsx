import type { Run } from '../../api/types.ts'
import { stringifyExact } from '../../model/exact-json.ts'
import { CopyButton } from '../../ui/copy.tsx'
import { JsonView } from '../../ui/json-view.tsx'

const Payload = ({ label, value, empty }: { label: string; value: unknown; empty: string }) => (
  <section className="flex min-h-0 min-w-0 flex-1 flex-col border-line max-lg:flex-none not-first:border-l max-lg:not-first:border-t max-lg:not-first:border-l-0">
    <div className="flex h-9 flex-none items-center border-b border-line px-5 font-medium">
      <h2>{label}</h2>
      {value !== null && (
        <span className="ml-auto">
          <CopyButton text={stringifyExact(value, 2)} />
        </span>
      )}
    </div>
    {value === null ? (
      <p className="px-5 py-3 text-ink-3">{empty}</p>
    ) : (
      <JsonView
        value={value}
        label={label}
        depth={3}
        className="flex-1 px-4 py-2 max-lg:max-h-90 lg:min-h-40"
      />
    )}
  </section>
)

const outputText = ({ status }: Run): string =>
  status === 'completed' ? 'The run has no output.' : 'The output appears when the run has completed.'

export const IoTab = ({ run }: { run: Run }) => (
  <div className="flex min-h-0 flex-1 flex-col bg-surface">
    {run.error !== null && (
      <div
        role="alert"
        tabIndex={0}
        className="max-h-40 flex-none overflow-y-auto border-b border-line bg-fail-soft px-5 py-3 wrap-anywhere whitespace-pre-wrap text-fail"
      >
        <span className="font-medium">{run.error.code}</span> {run.error.message}
      </div>
    )}
    <div className="flex min-h-0 flex-1 max-lg:flex-col">
      <Payload label="Input" value={run.input} empty="The run used the messages of its thread." />
      <Payload label="Output" value={run.output} empty={outputText(run)} />
    </div>
    {Object.keys(run.metadata).length > 0 && (
      <div className="flex max-h-50 min-h-24 flex-none flex-col border-t border-line">
        <h2 className="flex h-9 flex-none items-center px-5 font-medium">Metadata</h2>
        <JsonView value={run.metadata} label="Metadata" className="px-4 pb-3" />
      </div>
    )}
  </div>
)

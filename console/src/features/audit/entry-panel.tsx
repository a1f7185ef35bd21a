import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { AuditEntry } from '../../api/types.ts'
import { auditVerb, CREDENTIAL_WORDS } from '../../model/audit.ts'
import { formatFullUtc } from '../../model/format.ts'
import { IconButton } from '../../ui/button.tsx'
import { CopyIconButton } from '../../ui/copy.tsx'
import { JsonView } from '../../ui/json-view.tsx'

const Id = ({ value, label }: { value: string; label: string }) => (
  <span className="inline-flex max-w-full items-center gap-1">
    <span className="min-w-0 truncate font-mono text-small">{value}</span>
    <CopyIconButton text={value} label={label} />
  </span>
)

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="min-w-0">
    <dt className="text-label text-ink-3">{name}</dt>
    <dd className="min-w-0">{children}</dd>
  </div>
)

/** The details of one change. */
export const EntryPanel = ({ entry, onClose }: { entry: AuditEntry; onClose: () => void }) => (
  <section
    aria-label="Change"
    className="max-h-[60%] flex-none overflow-y-auto border-t border-line-2 px-5 py-3 shadow-[inset_2px_0_0_var(--accent)]"
  >
    <div className="flex items-start gap-2">
      <h2 className="min-w-0 font-semibold">
        {entry.actor_name} {auditVerb(entry)} {entry.resource_name ?? entry.resource_id}
      </h2>
      <IconButton icon="close" label="Close the change" size="small" className="ml-auto" onClick={onClose} />
    </div>
    <dl className="mt-2 grid grid-cols-4 gap-x-5 gap-y-2 max-lg:grid-cols-2 max-sm:grid-cols-1">
      <Fact name="When">{formatFullUtc(Date.parse(entry.created_at))}</Fact>
      <Fact name="How">{CREDENTIAL_WORDS[entry.credential]}</Fact>
      <Fact name="Actor">
        <Id value={entry.actor_id} label="Copy the actor" />
      </Fact>
      <Fact name="Key">
        {entry.key_id === null ? '–' : <Id value={entry.key_id} label="Copy the key id" />}
      </Fact>
      <Fact name="Resource">
        {entry.resource_id === null ? '–' : <Id value={entry.resource_id} label="Copy the resource id" />}
      </Fact>
      <Fact name="Request">
        <Id value={entry.request_id} label="Copy the request id" />
      </Fact>
      <Fact name="More">
        {entry.resource_id !== null && (
          <Link to="/audit" search={{ resource: entry.resource_id }} className="text-accent hover:underline">
            All changes of this resource
          </Link>
        )}
      </Fact>
    </dl>
    <h3 className="mt-3 text-label text-ink-3">What was sent, without secrets and long values</h3>
    {Object.keys(entry.changes).length === 0 ? (
      <p className="text-ink-2">The request had no fields.</p>
    ) : (
      <JsonView
        value={entry.changes}
        label="Fields of the request"
        className="mt-1 h-36 rounded border border-line bg-surface p-2"
      />
    )}
  </section>
)

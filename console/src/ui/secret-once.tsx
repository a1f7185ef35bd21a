import { CopyButton } from './copy.tsx'

/** A secret that is shown only now. It can be selected as a whole and copied. */
export const SecretOnce = ({ label, value }: { label: string; value: string }) => (
  <div className="flex items-center gap-3 rounded-[6px] border border-line-2 bg-sunken px-3 py-2">
    <code aria-label={label} className="min-w-0 flex-1 font-mono text-small break-all select-all">
      {value}
    </code>
    <CopyButton text={value} label="Copy" />
  </div>
)

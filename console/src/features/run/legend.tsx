import { clsx } from 'clsx'

const LEGEND: [string, string][] = [
  ['bg-k-node', 'Node'],
  ['bg-k-llm', 'Model'],
  ['bg-k-tool', 'Tool'],
  ['bg-k-guard', 'Guardrail'],
  ['hatched', 'Waiting'],
]

export const Legend = ({ hasTools }: { hasTools: boolean }) => (
  <span
    className={clsx(
      'flex flex-none items-center gap-3.25 text-label text-ink-2 ',
      hasTools ? 'max-2xl:hidden' : 'max-lg:hidden',
    )}
    aria-hidden="true"
  >
    {LEGEND.map(([color, label]) => (
      <span key={label} className="inline-flex items-center gap-1.25">
        <span className={clsx('h-2 w-2.5 rounded-[2px]', color)} />
        {label}
      </span>
    ))}
  </span>
)

import type { HomeFigure } from '../../model/home-figures.ts'
import { BarSpark, LineSpark } from '../../ui/spark.tsx'

const TONES: Record<HomeFigure['tone'], string> = {
  ink: 'text-ink-2',
  fail: 'text-fail',
  node: 'text-k-node',
  guard: 'text-k-guard',
}

const FigureCell = ({ figure }: { figure: HomeFigure }) => {
  const Spark = figure.style === 'line' ? LineSpark : BarSpark
  return (
    <div className="min-w-0 border-l border-line px-5 pt-2.25 pb-3 first:border-0 max-xl:border-b max-md:odd:border-l-0">
      <dt className="text-label text-ink-3">{figure.label}</dt>
      <dd>
        <div className="flex h-6.5 items-baseline gap-1.25 overflow-hidden whitespace-nowrap">
          <span className="text-heading leading-6.5 font-semibold tracking-[-0.015em]">{figure.value}</span>
          <span className="truncate text-small text-ink-3">{figure.detail}</span>
        </div>
        <div className="truncate text-small leading-4 text-ink-2" title={figure.note}>
          {figure.note}
        </div>
        <div className="mt-1.5 h-6">
          <Spark values={figure.series} className={TONES[figure.tone]} />
        </div>
      </dd>
    </div>
  )
}

export const FigureRow = ({ figures }: { figures: HomeFigure[] }) => (
  <dl className="grid flex-none grid-cols-6 border-t border-b border-line max-xl:grid-cols-3 max-md:grid-cols-2">
    {figures.map((figure) => (
      <FigureCell key={figure.id} figure={figure} />
    ))}
  </dl>
)

/** The row before the first response: the labels are known, the figures are not. */
export const FigureRowLoading = () => (
  <div
    role="status"
    aria-label="Loading the figures"
    className="grid h-27.5 flex-none grid-cols-6 border-t border-b border-line max-xl:grid-cols-3"
  >
    {Array.from({ length: 6 }, (_, index) => (
      <div key={index} className="border-l border-line px-5 pt-3 first:border-0">
        <div className="pulsing h-3 w-20 rounded-sm bg-line" />
        <div className="pulsing mt-2.5 h-5 w-14 rounded-sm bg-line" />
      </div>
    ))}
  </div>
)

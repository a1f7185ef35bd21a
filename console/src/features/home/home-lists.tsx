/** The lists below the chart. They are loaded after the figures, because reading what runs ask of people needs more code. */
import type { TimeRange } from '../../model/time-range.ts'
import { FailingNow } from './failing-now.tsx'
import { NeedsPerson } from './needs-person.tsx'
import { SlowestNodes } from './slowest-nodes.tsx'

export const HomeLists = ({ range }: { range: TimeRange }) => (
  <div className="grid flex-1 grid-cols-3 max-lg:grid-cols-1">
    <FailingNow range={range} />
    <NeedsPerson />
    <SlowestNodes range={range} />
  </div>
)

/** The bars of the chart, drawn by uPlot. It is a module of its own, because uPlot is loaded after the figures are shown. */
import uPlot from 'uplot'
import { useEffect, useEffectEvent, useRef } from 'react'
import {
  niceMaximum,
  toStackedColumns,
  toTicks,
  type Outcome,
  type OutcomeBar,
} from '../../model/outcome-chart.ts'
import { LEFT, RIGHT } from './chart-size.ts'

const readColor = (name: string): string =>
  getComputedStyle(document.documentElement).getPropertyValue(name).trim()

const toChannels = (hex: string): number[] => {
  const digits = hex.length === 4 ? hex.slice(1).replaceAll(/./g, (digit) => digit + digit) : hex.slice(1)
  return [0, 2, 4].map((start) => Number.parseInt(digits.slice(start, start + 2), 16))
}

/** Mixes a colour with the surface: a canvas knows no CSS variables. */
const soften = (name: string, share: number): string => {
  const surface = toChannels(readColor('--surface'))
  const mixed = toChannels(readColor(name)).map((channel, index) =>
    Math.round(channel * share + (surface[index] ?? 0) * (1 - share)),
  )
  return `rgb(${mixed.join(' ')})`
}

const COLORS: Record<Outcome, () => string> = {
  completed: () => soften('--ok', 0.62),
  cancelled: () => readColor('--idle'),
  failed: () => readColor('--fail'),
}

const toData = (bars: OutcomeBar[]): uPlot.AlignedData => [
  bars.map((_, index) => index + 0.5),
  ...toStackedColumns(bars).map(({ tops }) => tops),
]

const barPaths = uPlot.paths.bars?.({ size: [0.84, 60], align: 0 })
const drawBars = barPaths === undefined ? {} : { paths: barPaths }

const makeOptions = (width: number, height: number, bars: OutcomeBar[]): uPlot.Options => ({
  width,
  height,
  padding: [10, RIGHT, 8, 0],
  legend: { show: false },
  cursor: { show: false },
  select: { show: false, left: 0, top: 0, width: 0, height: 0 },
  scales: {
    x: { time: false, range: (plot) => [0, Math.max(1, plot.data[0].length)] },
    y: { range: (_plot, _minimum, maximum) => [0, niceMaximum(maximum)] },
  },
  axes: [
    { show: false },
    {
      size: LEFT,
      gap: 8,
      font: '11px Geist, sans-serif',
      stroke: () => readColor('--ink-3'),
      grid: { stroke: () => readColor('--line'), width: 1 },
      ticks: { show: false },
      splits: (_plot, _axis, _minimum, maximum) => toTicks(maximum),
      values: (_plot, splits) => splits.map((split) => split.toLocaleString('en-US')),
    },
  ],
  series: [
    {},
    ...toStackedColumns(bars).map(({ outcome }) => ({
      fill: COLORS[outcome],
      stroke: 'transparent',
      width: 0,
      points: { show: false },
      ...drawBars,
    })),
  ],
})

interface OutcomePlotProps {
  bars: OutcomeBar[]
  height: number
}

export const OutcomePlot = ({ bars, height }: OutcomePlotProps) => {
  const host = useRef<HTMLDivElement>(null)
  const plot = useRef<uPlot>(undefined)
  const create = useEffectEvent((element: HTMLElement) => {
    const created = new uPlot(makeOptions(element.clientWidth, height, bars), toData(bars), element)
    created.root.style.pointerEvents = 'none'
    return created
  })
  useEffect(() => {
    const element = host.current
    if (element === null) return undefined
    const created = create(element)
    plot.current = created
    const resize = new ResizeObserver(() => created.setSize({ width: element.clientWidth, height }))
    resize.observe(element)
    const theme = new MutationObserver(() => created.redraw(false))
    theme.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] })
    // The labels of the axis are drawn on the canvas, and the font may arrive later.
    void document.fonts.ready.then(() => created.redraw(false))
    return () => {
      resize.disconnect()
      theme.disconnect()
      created.destroy()
    }
  }, [height])
  useEffect(() => plot.current?.setData(toData(bars)), [bars])
  return (
    <div
      ref={host}
      aria-hidden="true"
      className="w-full overflow-hidden [&_.u-over]:absolute [&_.u-under]:absolute [&_.u-wrap]:relative [&_canvas]:block [&_canvas]:size-full"
      style={{ height }}
    />
  )
}

/** Small charts without axes. They repeat a figure that stands beside them, so they are hidden from screen readers. */
import type { ReactNode } from 'react'

const WIDTH = 174
const HEIGHT = 24

interface SparkProps {
  /** One value per step; null where nothing was measured. */
  values: (number | null)[]
  className?: string
}

const Frame = ({ className, children }: { className?: string | undefined; children: ReactNode }) => (
  <svg
    viewBox={`0 0 ${String(WIDTH)} ${String(HEIGHT)}`}
    preserveAspectRatio="none"
    aria-hidden="true"
    className={`block h-6 w-full overflow-visible ${className ?? ''}`}
  >
    <path d={`M0 23.5H${String(WIDTH)}`} stroke="var(--line)" vectorEffect="non-scaling-stroke" />
    {children}
  </svg>
)

const maximumOf = (values: (number | null)[]): number => Math.max(0, ...values.map((value) => value ?? 0))

/** Gaps divide the line; a single value between gaps is a dot. */
const toPath = (values: (number | null)[], maximum: number): string => {
  const x = (index: number): number => (values.length === 1 ? WIDTH : (index / (values.length - 1)) * WIDTH)
  let isOpen = false
  return values
    .map((value, index) => {
      if (value === null) {
        isOpen = false
        return ''
      }
      const command = isOpen ? 'L' : 'M'
      isOpen = true
      const y = 22 - (maximum === 0 ? 0 : (value / maximum) * 20)
      return `${command}${x(index).toFixed(1)} ${y.toFixed(1)}${command === 'M' ? 'h.01' : ''}`
    })
    .join('')
}

/** Dots for the last value and for values between gaps. A line of no length with round ends keeps its shape when the chart is stretched. */
const toDots = (values: (number | null)[], maximum: number): string =>
  values
    .map((value, index) => {
      const isLast = index === values.length - 1
      const isAlone = (values[index - 1] ?? null) === null && (values[index + 1] ?? null) === null
      if (value === null || (!isLast && !isAlone)) return ''
      const x = values.length === 1 ? WIDTH : (index / (values.length - 1)) * WIDTH
      return `M${x.toFixed(1)} ${(22 - (maximum === 0 ? 0 : (value / maximum) * 20)).toFixed(1)}h.01`
    })
    .join('')

export const LineSpark = ({ values, className }: SparkProps) => (
  <Frame className={className}>
    <path
      d={toPath(values, maximumOf(values))}
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      vectorEffect="non-scaling-stroke"
    />
    <path
      d={toDots(values, maximumOf(values))}
      stroke="currentColor"
      strokeWidth="5"
      strokeLinecap="round"
      vectorEffect="non-scaling-stroke"
    />
  </Frame>
)

export const BarSpark = ({ values, className }: SparkProps) => {
  const maximum = maximumOf(values)
  const width = WIDTH / Math.max(1, values.length)
  return (
    <Frame className={className}>
      {values.map((value, index) => {
        const height = maximum === 0 || value === null ? 0 : Math.max(0.8, (value / maximum) * 21)
        if (value === null || value === 0) return null
        return (
          <rect
            key={index}
            x={index * width}
            y={23 - height}
            width={Math.max(0.5, width - 1)}
            height={height}
            fill="currentColor"
          />
        )
      })}
    </Frame>
  )
}

/** Bars of counts in a small space; zero is a dash, so that the range stays visible. */
export const MiniBars = ({ values, className }: { values: number[]; className?: string }) => {
  const maximum = Math.max(1, ...values)
  return (
    <svg
      width="60"
      height="18"
      viewBox="0 0 60 18"
      aria-hidden="true"
      className={`flex-none ${className ?? ''}`}
    >
      {values.map((value, index) => {
        const height = Math.max(1, (value / maximum) * 15)
        return (
          <rect
            key={index}
            x={index * 5}
            y={17 - height}
            width="4"
            height={height}
            fill={value === 0 ? 'var(--line-2)' : 'currentColor'}
          />
        )
      })}
    </svg>
  )
}

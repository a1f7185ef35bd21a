export interface Finding {
  label: string
  measured: string
  /** Absent if the finding has no target and is printed for comparison only. */
  target?: string
  isMet?: boolean
}

export const printNote = (text: string): void => {
  process.stdout.write(`  ${text}\n`)
}

/** Formats the minimum and the maximum, which show the noise. */
export const formatRange = (values: readonly number[], digits = 0): string =>
  `${Math.min(...values).toFixed(digits)} to ${Math.max(...values).toFixed(digits)}`

export const atLeast = (label: string, value: number, target: number): Finding => ({
  label,
  measured: value.toFixed(2),
  target: `>= ${target.toFixed(2)}`,
  isMet: value >= target,
})

export const atMost = (label: string, value: number, target: number, unit = '', digits = 2): Finding => ({
  label,
  measured: `${value.toFixed(digits)}${unit}`,
  target: `<= ${target.toFixed(digits)}${unit}`,
  isMet: value <= target,
})

/** A finding without a target. */
export const toInfoFinding = (label: string, measured: string): Finding => ({ label, measured })

export const formatShare = (value: number): string => value.toFixed(3)
export const formatPercent = (value: number, digits = 1): string => `${(100 * value).toFixed(digits)} %`

export const printMarkdownTable = (findings: readonly Finding[]): void => {
  const line = (...cells: string[]): string => `| ${cells.join(' | ')} |\n`
  process.stdout.write(line('what', 'measured', 'target') + line('---', '---', '---'))
  for (const { label, measured, target = '', isMet = true } of findings)
    process.stdout.write(line(label, isMet ? measured : `${measured} (missed)`, target))
}

export const printTable = (findings: readonly Finding[]): void => {
  const rows = findings.map(({ label, measured, target = '', isMet }) => [
    label,
    measured,
    target,
    isMet === undefined ? '' : isMet ? 'PASS' : 'FAIL',
  ])
  const tableRows = [['', 'measured', 'target', ''], ...rows]
  const widths = [0, 1, 2, 3].map((column) => Math.max(...tableRows.map((row) => row[column]!.length)))
  const lines = tableRows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column]!))
      .join('  ')
      .trimEnd(),
  )
  process.stdout.write(`\n${lines.join('\n')}\n`)
}

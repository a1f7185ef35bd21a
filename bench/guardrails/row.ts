export interface Row {
  label: string
  measured: string
  /** Absent if the row has no target. */
  target?: string
  isMet?: boolean
}

export const formatShare = (value: number): string => value.toFixed(3)
export const formatPercent = (value: number, digits = 1): string => `${(100 * value).toFixed(digits)} %`

export const toInfoRow = (label: string, measured: string): Row => ({ label, measured })

export const printMarkdown = (rows: readonly Row[]): void => {
  const line = (...cells: string[]): string => `| ${cells.join(' | ')} |\n`
  process.stdout.write(line('what', 'measured', 'target') + line('---', '---', '---'))
  for (const { label, measured, target = '', isMet = true } of rows)
    process.stdout.write(line(label, isMet ? measured : `${measured} (missed)`, target))
}

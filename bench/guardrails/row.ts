export interface Row {
  what: string
  measured: string
  /** Absent: told, with nothing promised. */
  target?: string
  isMet?: boolean
}

export const share = (value: number): string => value.toFixed(3)
export const percent = (value: number, digits = 1): string => `${(100 * value).toFixed(digits)} %`

export const told = (what: string, measured: string): Row => ({ what, measured })

export const printMarkdown = (rows: readonly Row[]): void => {
  const line = (...cells: string[]): string => `| ${cells.join(' | ')} |\n`
  process.stdout.write(line('what', 'measured', 'target') + line('---', '---', '---'))
  for (const { what, measured, target = '', isMet = true } of rows)
    process.stdout.write(line(what, isMet ? measured : `${measured} (missed)`, target))
}

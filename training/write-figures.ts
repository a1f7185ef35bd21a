/** Writes the figures to the documentation, so that they are always those of the shipped weights. */
import { readFileSync, writeFileSync } from 'node:fs'

const PAGE = new URL('../docs/guardrail-models.md', import.meta.url)
const START = '<!-- figures: written by `npm run train` -->\n'
const END = '\n<!-- end of the figures -->'

export const writeFigures = (figures: string): void => {
  const page = readFileSync(PAGE, 'utf8')
  const [start, end] = [page.indexOf(START), page.indexOf(END)]
  if (start === -1 || end < start)
    throw new Error(`${PAGE.pathname} has no lines "${START.trim()}" and "${END.trim()}" around its figures`)
  writeFileSync(PAGE, `${page.slice(0, start + START.length)}\n${figures}${page.slice(end)}`)
}

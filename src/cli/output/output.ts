/**
 * What a command prints: results to stdout, as text, JSON or JSON Lines; status and progress to stderr, so that a pipe gets results only.
 */
import { styleText } from 'node:util'
import { formatTable, type Column } from './table.js'

export const OUTPUT_FORMATS = ['text', 'json', 'jsonl'] as const
export type OutputFormat = (typeof OUTPUT_FORMATS)[number]

export const COLOR_MODES = ['auto', 'always', 'never'] as const
export type ColorMode = (typeof COLOR_MODES)[number]

export interface Screen {
  write: (text: string) => unknown
  isTTY?: boolean
  columns?: number
}

export type Style = Parameters<typeof styleText>[0]

interface OutputOptions {
  format: OutputFormat
  stdout: Screen
  stderr: Screen
  color: ColorMode
  /** The value of NO_COLOR; any text disables colours unless `--color always` is given (https://no-color.org). */
  noColor?: string | undefined
}

const STATUS_STYLES: Record<string, Style> = {
  completed: 'green',
  delivered: 'green',
  ok: 'green',
  pass: 'green',
  failed: 'red',
  error: 'red',
  block: 'red',
  requires_action: 'yellow',
  interrupted: 'yellow',
  warning: 'yellow',
  in_progress: 'cyan',
  running: 'cyan',
  busy: 'cyan',
}

export const makeOutput = ({ format, stdout, stderr, color, noColor }: OutputOptions) => {
  const hasColor = ({ isTTY }: Screen): boolean =>
    color === 'always' || (color === 'auto' && isTTY === true && (noColor ?? '') === '')

  const paint = (style: Style, text: string, screen: Screen = stdout): string =>
    hasColor(screen) ? styleText(style, text, { validateStream: false }) : text

  const printJson = (value: unknown): void => {
    stdout.write(`${JSON.stringify(value, null, format === 'json' ? 2 : 0)}\n`)
  }

  return {
    format,
    isText: format === 'text',
    paint,
    /** The style of a status in a table. */
    paintStatus: (status: string): string => {
      const style = STATUS_STYLES[status.trim()]
      return style === undefined ? status : paint(style, status)
    },

    /** Writes text to stdout as it is. */
    write: (text: string): void => {
      stdout.write(text)
    },

    /** One line of status on stderr. */
    note: (text: string): void => {
      stderr.write(`${paint('dim', text, stderr)}\n`)
    },

    /** Like `note`, but only for people: nothing is written unless stderr is a terminal. */
    progress: (text: string): void => {
      if (stderr.isTTY === true) stderr.write(`${paint('dim', text, stderr)}\n`)
    },

    printJson,

    /** Prints a value: as JSON, or as the text that `toText` makes of it. */
    print: <T>(value: T, toText: (value: T) => string): void => {
      if (format !== 'text') {
        printJson(value)
        return
      }
      const text = toText(value)
      stdout.write(text.endsWith('\n') ? text : `${text}\n`)
    },

    /** Prints a list: a table, a JSON array, or a line of JSON for each item as soon as it is read. */
    printList: async <T>(
      items: Iterable<T> | AsyncIterable<T>,
      columns: readonly Column<T>[],
      empty: string,
    ): Promise<void> => {
      const collected: T[] = []
      for await (const item of items) {
        if (format === 'jsonl') printJson(item)
        else collected.push(item)
      }
      if (format === 'json') printJson(collected)
      if (format !== 'text') return
      if (collected.length === 0) stderr.write(`${empty}\n`)
      else stdout.write(formatTable(collected, columns, stdout.isTTY ? stdout.columns || 80 : undefined))
    },
  }
}

export type Output = ReturnType<typeof makeOutput>

/** Tables and rows of numbers: measurements, prices, timetables, matrices, identifiers of goods. */
import type { TextMaker } from './slots.js'

const SEPARATORS = [' ', ', ', ',', '\t', ';', ' | ']

const integers: TextMaker = (s) => {
  const [max, separator] = [10 ** s.int(1, 9), s.pick(SEPARATORS)]
  return s.list(s.int(4, 30), () => s.int(0, max)).join(separator)
}

const floats: TextMaker = (s) => {
  const [digits, separator] = [s.int(1, 8), s.pick(SEPARATORS)]
  return s.list(s.int(3, 20), () => s.float(-500, 5000, digits)).join(separator)
}

const sequence: TextMaker = (s) => {
  const [first, step] = [s.int(1, 2000), s.int(1, 500)]
  const values = s.list(s.int(6, 20), () => 0).map((_, index) => first + index * step)
  const [a, b] = [s.int(1, 9), s.int(1, 9)]
  const sums = [a, b]
  for (let index = 2; index < 18; index++) sums.push(sums[index - 1]! + sums[index - 2]!)
  return s.chance(0.5) ? `${values.join(' ')} …` : `The series is ${sums.join(' ')}.`
}

const sensorCsv: TextMaker = (s) =>
  [
    'time,station,temperature,humidity,pressure',
    ...s.list(
      s.int(3, 12),
      () =>
        `${s.isoTime()},${s.word('A|B|C')}${s.int(1, 40)},${s.float(-20, 40, 1)},${s.int(5, 99)},${s.float(960, 1050, 2)}`,
    ),
  ].join('\n')

const salesCsv: TextMaker = (s) =>
  [
    'order_id;date;sku;quantity;price;country',
    ...s.list(
      s.int(3, 10),
      () =>
        `${s.int(100000, 999999)};${s.isoDate()};${s.word('LMP|SHO|KET|BAG')}-${s.digits(5)};${s.int(1, 9)};${s.float(1, 300, 2)};${s.word('DE|FR|BR|IN|US|JP')}`,
    ),
  ].join('\n')

const markdownTable: TextMaker = (s) =>
  [
    `| ${s.word('year|run|model|region')} | mean | sd | n |`,
    '| --- | ---: | ---: | ---: |',
    ...s.list(
      s.int(3, 9),
      () =>
        `| ${s.pick([String(s.int(1950, 2035)), s.city(), `m${String(s.int(1, 40))}`])} | ${s.float(0, 900, 3)} | ${s.float(0, 50, 3)} | ${s.int(10, 9000)} |`,
    ),
  ].join('\n')

const matrix: TextMaker = (s) => {
  const columns = s.int(2, 8)
  const cell = s.chance(0.5) ? () => String(s.int(-99, 99)) : () => s.float(-1, 1, 4)
  return `[${s.list(s.int(2, 8), () => `[${s.list(columns, cell).join(', ')}]`).join(',\n ')}]`
}

const timetable: TextMaker = (s) =>
  [
    `Line ${s.int(1, 99)} ${s.city()} – ${s.city()}`,
    ...s.list(s.int(3, 8), () => `${s.city().padEnd(14)} ${s.list(s.int(3, 6), () => s.clock()).join('  ')}`),
  ].join('\n')

const parts: TextMaker = (s) =>
  s
    .list(s.int(2, 8), () =>
      s.pick([
        () => `part ${s.digits(3)}-${s.digits(2)}-${s.digits(4)}: ${s.word('gasket|valve|bearing|filter')}`,
        () => `SKU: ${s.word('AB|KL|TX')}${s.digits(6)}${s.word('A|B|C')}`,
        () => `serial ${s.digits(9)}, lot ${s.digits(6)}, ${s.int(1, 400)} pcs`,
        () => `ISBN 978-${s.digits(1)}-${s.digits(3)}-${s.digits(5)}-${s.digits(1)}`,
        () => `EAN ${s.digits(13)}`,
        () => `tracking number ${s.digits(s.int(12, 18))}`,
        () => `order #${s.digits(16)}`,
      ])(),
    )
    .join('\n')

const prices: TextMaker = (s) =>
  `Closing prices in ${s.city()}: ${s.list(s.int(5, 15), () => s.float(3, 800, 2)).join(', ')}. Volume ${s.int(1000, 9_000_000).toLocaleString('en')} shares, change ${s.float(-5, 5, 2)} %.`

const coordinates: TextMaker = (s) =>
  s.list(s.int(2, 8), () => `${s.float(-90, 90, 6)}, ${s.float(-180, 180, 6)}`).join('\n')

const statistics: TextMaker = (s) =>
  `n = ${s.int(10, 90000)}, mean = ${s.float(0, 500, 3)}, 95 % CI [${s.float(0, 100, 3)}, ${s.float(100, 500, 3)}], t(${s.int(5, 900)}) = ${s.float(-9, 9, 2)}, p = ${s.float(0, 1, 4)}, d = ${s.float(-2, 2, 2)}`

const hexDump: TextMaker = (s) =>
  s.list(s.int(2, 6), () => `${s.hex(8)}  ${s.list(16, () => s.hex(2)).join(' ')}`).join('\n')

const elections: TextMaker = (s) =>
  `${s.word('Votes|Visitors|Passengers|Units')} by year: ${s.list(s.int(4, 10), () => `${String(s.int(1960, 2030))}: ${s.int(1000, 99_999_999).toLocaleString('en').replaceAll(',', s.word(',| |.'))}`).join('; ')}`

export const TABLE_MAKERS: Record<string, TextMaker> = {
  integers, floats, sequence, sensorCsv, salesCsv, markdownTable, matrix, timetable, parts, prices, coordinates,
  statistics, hexDump, elections,
} // prettier-ignore

import { expect, test } from 'vitest'
import {
  formatBytes,
  formatCost,
  formatDuration,
  formatPercent,
  formatRelative,
  formatShortCount,
  formatUtc,
  plural,
  shortId,
} from './format.ts'

test.each([
  [0, '0 ms'],
  [0.4, '0.4 ms'],
  [6, '6 ms'],
  [99.6, '100 ms'],
  [210, '0.21 s'],
  [3_310, '3.31 s'],
  [12_400, '12.4 s'],
  [59_960, '1 m 00 s'],
  [149_000, '2 m 29 s'],
  [3_599_600, '1 h 00 m'],
  [6_720_000, '1 h 52 m'],
  [86_399_999, '1 d 0 h'],
  [273_600_000, '3 d 4 h'],
  [Number.NaN, '–'],
])('the duration %d ms is written as "%s"', (ms, text) => {
  expect(formatDuration(ms)).toBe(text)
})

test.each([
  [0, 'now'],
  [5_400, '5 s ago'],
  [-5_400, 'in 5 s'],
  [720_000, '12 min ago'],
  [3 * 3_600_000, '3 h ago'],
  [4 * 86_400_000, '4 d ago'],
])('a time %d ms before now is written as "%s"', (distance, text) => {
  expect(formatRelative(1_000_000_000_000 - distance, 1_000_000_000_000)).toBe(text)
})

test('a UTC time contains only what distinguishes it from now', () => {
  const now = Date.parse('2026-11-17T10:30:00Z')
  expect(formatUtc(Date.parse('2026-11-17T10:04:12Z'), now)).toBe('10:04:12')
  expect(formatUtc(Date.parse('2026-11-16T10:04:12Z'), now)).toBe('16 Nov 10:04:12')
  expect(formatUtc(Date.parse('2025-01-02T03:04:05Z'), now)).toBe('2 Jan 2025 03:04:05')
})

test('small costs are never shown as zero', () => {
  expect(formatCost(0)).toBe('$0')
  expect(formatCost(0.00001)).toBe('< $0.0001')
  expect(formatCost(0.0061)).toBe('$0.0061')
  expect(formatCost(12.345)).toBe('$12.35')
})

test('large figures are shortened', () => {
  expect(formatShortCount(9_999)).toBe('9,999')
  expect(formatShortCount(12_400)).toBe('12.4 k')
  expect(formatShortCount(1_200_000)).toBe('1.2 M')
  expect(formatBytes(20_480)).toBe('20 kB')
  expect(formatPercent(0.012)).toBe('1.2 %')
  expect(plural(1, 'run')).toBe('1 run')
  expect(plural(2_764, 'run')).toBe('2,764 runs')
})

test('a short ID is the end of the ID, because UUIDv7 begins with a time', () => {
  expect(shortId('0198c9a2-a5c4-7d90-9e21-7b8c1d2e3f40')).toBe('2e3f40')
  expect(shortId('agent')).toBe('agent')
})

import { expect, it } from 'vitest'
import { isShared, readText, shareText } from '../../platform/shared-text.js'
import { castSharedParams, countSharedBytes, shareRowTexts } from './shared-rows.js'

const LARGE = 'é'.repeat(70_000)

it('only large texts of a row are shared, and they are read unchanged', () => {
  const row = shareRowTexts({ id: 1, name: 'small', value: LARGE, none: null })
  expect(row).toMatchObject({ id: 1, name: 'small', none: null })
  expect(isShared(row['value'])).toBe(true)
  expect(readText(row['value'] as string)).toBe(LARGE)
  expect(countSharedBytes(Object.values(row))).toBe(140_000)
})

it('a cast is added to shared parameters only, and not inside of literals', () => {
  const shared = shareText(LARGE)
  const sql = `insert into "a?" values (?, '?''?', ?, ?)`
  expect(castSharedParams(sql, ['x', shared, 1])).toBe(
    `insert into "a?" values (?, '?''?', cast(? as text), ?)`,
  )
})

import { expect, it } from 'vitest'
import { findMisspelledSettings } from './misspelled-settings.js'

const find = (name: string) => findMisspelledSettings('.env', [name])

it.each([
  ['OPENAI_BASEURL', 'OPENAI_BASE_URL'],
  ['DATABSE_URL', 'DATABASE_URL'],
  ['openai_api_key', 'OPENAI_API_KEY'],
  ['JWT_SECRT_FILE', 'JWT_SECRET_FILE'],
])('%s is reported as a misspelled %s', (name, setting) => {
  expect(find(name)).toEqual([`.env: ${name} is not a setting; did you mean ${setting}?`])
})

it.each([
  'OPENAI_API_KEY',
  'OPENAI_API_KEY_FILE',
  'DATABASE_URI',
  'TAVILY_API_KEY',
  'NAME',
  'HOSTS',
  'MY_PORT',
])('%s is not reported: it is a setting or a variable of the project', (name) => {
  expect(find(name)).toEqual([])
})

import { describe, expect, it } from 'vitest'
import { quoteArgument, removePassword } from './postgres-commands.js'

describe('the calls of PostgreSQL programs', () => {
  it.each([
    ['postgres://heddle:secret@db/heddle', 'postgres://heddle@db/heddle'],
    ['postgres://heddle@db/heddle', 'postgres://heddle@db/heddle'],
    [
      'postgres://heddle:s%40%3A@a,b:5433/heddle?sslmode=require',
      'postgres://heddle@a,b:5433/heddle?sslmode=require',
    ],
    ['postgresql://db/heddle?user=heddle&password=secret', 'postgresql://db/heddle?user=heddle'],
    ['postgres://db/heddle?password=secret&sslmode=require', 'postgres://db/heddle?sslmode=require'],
  ])('the password of %s is removed', (url, expected) => {
    expect(removePassword(url)).toBe(expected)
  })

  it('an argument is quoted for a shell only if that is necessary', () => {
    expect(quoteArgument('--file=a/b-1.dump')).toBe('--file=a/b-1.dump')
    expect(quoteArgument("it's $HOME")).toBe(String.raw`'it'\''s $HOME'`)
  })
})

import { describe, expect, it } from 'vitest'
import { splitHosts } from '../../schema/postgres-url.js'

describe('the hosts of a PostgreSQL URL', () => {
  it.each([
    ['postgres://h/d', ['postgres://h/d']],
    ['postgres://u:p%40@h:5433/d?sslmode=require', ['postgres://u:p%40@h:5433/d?sslmode=require']],
    [
      'postgres://u@a,b:5433,[::1]:5434/d',
      ['postgres://u@a/d', 'postgres://u@b:5433/d', 'postgres://u@[::1]:5434/d'],
    ],
    [
      'postgresql://a,b/d?target_session_attrs=read-write&sslmode=disable',
      ['postgresql://a/d?sslmode=disable', 'postgresql://b/d?sslmode=disable'],
    ],
    ['postgres:///d?host=/run/postgresql', ['postgres:///d?host=%2Frun%2Fpostgresql']],
  ])('%s has one URL for each host', (url, urls) => {
    expect(splitHosts(url)).toEqual(urls)
  })

  it('a URL that asks for a server without writes is rejected', () => {
    expect(() => splitHosts('postgres://a,b/d?target_session_attrs=standby')).toThrow(/accepts writes/)
  })

  it.each(['postgres://a:x,b/d', 'postgres://a,b:99999/d'])('%s is rejected', (url) => {
    expect(() => splitHosts(url)).toThrow(/is not a valid URL/)
  })
})

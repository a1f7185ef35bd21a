import { execFileSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { toCurl, toJavaScript, toPython } from './chat-snippets.ts'

const input = {
  messages: [{ type: 'human', content: 'It\'s true, null and "quoted"' }],
  urgent: true,
  note: null,
}
const snippet = { origin: 'http://localhost:8123', threadId: 't1', assistant: 'agent', input }

describe('snippets of a run', () => {
  it('a shell reads the same body from the curl command', () => {
    const body = toCurl(snippet).replace(/^curl[^]*-d /, 'printf %s ')
    expect(JSON.parse(execFileSync('sh', ['-c', body], { encoding: 'utf8' }))).toMatchObject({
      assistant_id: 'agent',
      input,
    })
  })

  it('the JavaScript program contains the input as a literal', () => {
    const literal = /input: (.*),$/m.exec(toJavaScript(snippet))?.[1] ?? ''
    expect(JSON.parse(literal)).toEqual(input)
  })

  it('the Python program uses its own words for constants, but not inside of texts', () => {
    expect(toPython(snippet)).toContain(
      String.raw`"It's true, null and \"quoted\""}],"urgent":True,"note":None}`,
    )
  })
})

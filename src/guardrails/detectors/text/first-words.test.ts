import { expect, test } from 'vitest'
import { listFirstWords } from './first-words.js'

test.each([
  ['ignore', ['ignore']],
  ['ignore all|forget', ['ignore', 'forget']],
  ['(?:stay|remain) (?:fully )?in role', ['stay', 'remain']],
  ['(?:your )?new (?:rules|task)', ['your', 'new']],
  ['chat ?gpt', ['chat', 'chatgpt']],
  ['gpt[34]?', ['gpt3', 'gpt4', 'gpt']],
  ['refus(?:e|ing)', ['refuse', 'refusing']],
  ['tell (?:[^ .]+ ){0,3}?me', ['tell']],
  ['(?!my )your', ['your']],
])('the first words of %s are %j', (source, words) => {
  expect(listFirstWords(`\\b(?:${source})\\b`)).toEqual(words)
})

test.each(['[^ .]+ is', 'kill\\w*', '(?:[a-z]+ ){0,2}rules', '(?:it )?(?: also)? stands', 'no+', '.*'])(
  'the first words of %s cannot be listed',
  (source) => {
    expect(listFirstWords(`\\b(?:${source})\\b`)).toBeUndefined()
  },
)

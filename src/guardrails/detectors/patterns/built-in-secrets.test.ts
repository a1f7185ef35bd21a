import { describe, expect, it } from 'vitest'
import { compilePatterns } from './compile-patterns.js'
import { computeEntropy, hasRandomRun } from './entropy.js'
import { findMatches } from './find-matches.js'

const find = (name: string, text: string): string[] =>
  findMatches(compilePatterns({ detect_patterns: [name] }).set, text).map(
    ({ start, end, label }) => `${label}: ${text.slice(start, end)}`,
  )

const AWS_SECRET = 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY'
const AZURE_KEY = 'Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw=='
const SENDGRID_KEY = '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'

describe('tokens', () => {
  it.each([
    ['aws_secret_key', `AWS_SECRET_ACCESS_KEY=${AWS_SECRET}`, AWS_SECRET],
    ['aws_secret_key', `"SecretAccessKey": "${AWS_SECRET}",`, AWS_SECRET],
    ['azure_key', `DefaultEndpointsProtocol=https;AccountKey=${AZURE_KEY};EndpointSuffix=x`, AZURE_KEY],
    [
      'azure_key',
      'secret abc8Q~dGhpc2lzYXRlc3RzZWNyZXR2YWx1ZTEyMzQ',
      'abc8Q~dGhpc2lzYXRlc3RzZWNyZXR2YWx1ZTEyMzQ',
    ],
    ['sendgrid_key', `key ${SENDGRID_KEY}.`, SENDGRID_KEY],
    ['bearer_token', 'Authorization: Bearer abcdef0123456789abcdef', 'abcdef0123456789abcdef'],
    ['bearer_token', 'bearer 550e8400-e29b-41d4-a716-446655440000', '550e8400-e29b-41d4-a716-446655440000'],
  ])('the pattern %s and the pattern api_key find the value in %j', (name, text, value) => {
    expect(find(name, text)).toEqual([`${name}: ${value}`])
    expect(find('api_key', text)).toEqual([`${name}: ${value}`])
  })

  it.each([
    'secret: a94a8fe5ccb19ba61c4c0873d391e987982fbbd3',
    'aws s3 cp s3://bucket/path/to/some/folder/with/a/long/name/file1',
    'AccountKey=xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx==',
    'SG.aaaaaaaaaaaaaaaaaaaaaa.aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',
    'Authorization: Bearer YOUR_ACCESS_TOKEN_GOES_HERE',
    'basic income-guarantee-study-2024',
    'sk-learn-contrib-extensions-v2-0-1',
  ])('nothing is found in %j', (text) => {
    expect(find('api_key', text)).toEqual([])
  })

  it('entropy is measured in bits per character', () => {
    expect(computeEntropy('aaaa')).toBe(0)
    expect(computeEntropy('abab')).toBe(1)
    expect(computeEntropy('abcd')).toBe(2)
  })

  it('a random value has a long part without dashes', () => {
    expect(hasRandomRun('sk-proj-AbCdEf0123456789GhIjKl')).toBe(true)
    expect(hasRandomRun('sk-learn-contrib-extensions-2-0-1')).toBe(false)
  })
})

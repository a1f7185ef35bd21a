/** Executes the tutorials of the documentation, block by block. */
import { expect, it } from 'vitest'
import { createPostgresDatabase } from '../support/databases.js'
import { containsLines, Tutorial } from '../support/tutorial.js'

const runTutorial = async (name: string, replacements: Record<string, string> = {}): Promise<void> => {
  const tutorial = new Tutorial(`docs/tutorials/${name}.md`, replacements)
  try {
    expect(await tutorial.run()).toEqual([])
  } finally {
    await tutorial.stop()
  }
}

it.each(['first-run', 'own-graph', 'human-approval', 'guardrails', 'evaluation-gate', 'webhooks'])(
  'the tutorial %s works as written',
  async (name) => {
    await runTutorial(name)
  },
)

it('the tutorial production works as written', async () => {
  const database = await createPostgresDatabase()
  await runTutorial('production', { 'postgres://heddle@localhost:5432/heddle': database.url })
  await database.drop()
})

it('expected output may leave out parts, and must be complete otherwise', () => {
  expect(containsLines('a\nb c d\ne\n', 'b … d\ne')).toBe(true)
  expect(containsLines('a\nb c d\ne\n', 'b … d\nf')).toBe(false)
  expect(containsLines('price: 10 $ (net)\n', '10 $ (net)')).toBe(true)
})

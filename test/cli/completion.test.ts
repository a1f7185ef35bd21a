/** The completion scripts, in the shells that they are for. */
import { execFileSync } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { makeCli } from '../support/cli.js'

const isInstalled = (shell: string): boolean => {
  const found = (process.env['PATH'] ?? '').split(':').some((path) => existsSync(join(path, shell)))
  if (!found) process.stderr.write(`${shell} is not installed, so its completion is not tested\n`)
  return found
}

describe('completion', () => {
  const cli = makeCli()
  const writeScript = async (shell: string, name: string): Promise<string> => {
    const file = join(cli.home, name)
    writeFileSync(file, await cli.text(['completion', shell]))
    return file
  }

  it('the bash script completes commands, subcommands and flags', async () => {
    const file = await writeScript('bash', 'completion.bash')
    const complete = (...words: string[]): string[] => {
      const script = `. ${file}; COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${String(words.length - 1)}; _heddle; echo "\${COMPREPLY[*]}"`
      return execFileSync('bash', ['-c', script], { encoding: 'utf8' }).trim().split(' ')
    }
    expect(complete('heddle', 'thr')).toEqual(['threads'])
    expect(complete('heddle', 'runs', '')).toEqual(
      expect.arrayContaining(['list', 'get', 'watch', 'cancel', 'rerun']),
    )
    expect(complete('heddle', '-o', 'json', 'runs', 'list', '--st')).toEqual(['--status'])
    expect(complete('heddle', 'backup', '--')).toEqual(expect.not.arrayContaining(['--api-key']))
  })

  it.skipIf(!isInstalled('zsh'))(
    'zsh loads the script, which completes commands, subcommands and flags',
    async () => {
      await writeScript('zsh', '_heddle')
      // Only the menu of zsh is replaced: it needs a terminal. One shell completes all lines, because it needs seconds to start.
      const script = `
        fpath=(${cli.home} $fpath); autoload -Uz compinit; compinit -u -D
        _describe() { print -l -- "\${(@P)2}" }
        complete_words() { local -a words=("$@"); local CURRENT=$#words; $_comps[heddle]; print -- ---- }
        complete_words heddle ''
        complete_words heddle runs ''
        complete_words heddle -o json runs list --st
        complete_words heddle backup --`
      const output = execFileSync('zsh', ['-f', '-c', script], { encoding: 'utf8' })
      const [commands, ofRuns, ofList, ofBackup] = output.split('----\n')
      expect(commands).toMatch(/^threads:list, show and continue threads$/m)
      expect(ofRuns).toMatch(/^list:list runs, newest first$/m)
      expect(ofRuns).toMatch(/^watch:stream the reply of a run until it ends$/m)
      expect(ofList).toMatch(/^--status:/m)
      expect(ofBackup).toMatch(/^--force:/m)
      expect(ofBackup).not.toContain('--api-key')
    },
  )

  it.skipIf(!isInstalled('fish'))('fish completes commands, subcommands and flags', async () => {
    const file = await writeScript('fish', 'heddle.fish')
    const complete = (line: string): string[] =>
      execFileSync('fish', ['--no-config', '-c', `source ${file}; complete -C '${line}'`], {
        encoding: 'utf8',
        cwd: cli.home,
        env: { ...process.env, HOME: cli.home },
      })
        .trim()
        .split('\n')
    expect(complete('heddle thr')).toEqual(['threads\tlist, show and continue threads'])
    // A command is expected here, so no files are offered.
    expect(complete('heddle runs ').map((entry) => entry.split('\t')[0])).toEqual([
      'cancel',
      'get',
      'list',
      'rerun',
      'watch',
    ])
    expect(complete('heddle -o json runs list --st')[0]).toMatch(/^--status\t/)
    expect(complete('heddle backup --').join('\n')).not.toContain('--api-key')
  })
})

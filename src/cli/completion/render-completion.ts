/** Completion scripts, generated from the command tree. */
import type { Command } from 'commander'
import { usesService } from '../service-command.js'

/** The words that can follow a path of commands, such as `runs list`. */
interface CompletionNode {
  /** Words separated by a space; empty for the program itself. */
  path: string
  words: { text: string; description: string }[]
}

const listFlags = (command: Command): CompletionNode['words'] =>
  command
    .createHelp()
    .visibleOptions(command)
    .flatMap(({ long, description }) => (long === undefined ? [] : [{ text: long, description }]))

/** All commands with their subcommands and flags, from the program down. */
export const listCompletions = (program: Command): CompletionNode[] => {
  const visit = (command: Command, path: string[], isRoot: boolean): CompletionNode[] => {
    const children = command.commands.filter((child) => child.name() !== 'help')
    const globalFlags = isRoot || !usesService(command) ? [] : listFlags(program)
    const words = [
      ...children.map((child) => ({ text: child.name(), description: child.description() })),
      ...listFlags(command),
      ...globalFlags,
    ]
    const unique = words.filter(({ text }, index) => words.findIndex((word) => word.text === text) === index)
    return [
      { path: path.join(' '), words: unique },
      ...children.flatMap((child) => visit(child, [...path, child.name()], false)),
    ]
  }
  return visit(program, [], true)
}

const quote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

/** The first sentence part, so that a line of the menu stays short. */
const toHint = (description: string): string => description.split(/[;(]/, 1)[0]?.trim() ?? ''

const renderBash = (nodes: readonly CompletionNode[]): string => `# Completion of heddle for bash.
_heddle() {
  local current="\${COMP_WORDS[COMP_CWORD]}" path='' words='' word
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$word" in -*) ;; *) case " $(_heddle_words "$path") " in *" $word "*) path="\${path:+$path }$word" ;; esac ;; esac
  done
  words="$(_heddle_words "$path")"
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
_heddle_words() {
  case "$1" in
${nodes.map(({ path, words }) => `    ${quote(path)}) echo ${quote(words.map(({ text }) => text).join(' '))} ;;`).join('\n')}
  esac
}
complete -o default -F _heddle heddle
`

const renderZsh = (nodes: readonly CompletionNode[]): string => `#compdef heddle
# Completion of heddle for zsh.
_heddle() {
  local word entry
  local command_path=''
  local -a entries names
  for word in "\${(@)words[2,CURRENT-1]}"; do
    _heddle_entries "$command_path"
    names=("\${(@)entries%%:*}")
    if [[ "$word" != -* ]] && (( \${names[(Ie)$word]} )); then command_path="\${command_path:+$command_path }$word"; fi
  done
  _heddle_entries "$command_path"
  _describe 'heddle' entries || _files
}
_heddle_entries() {
  case "$1" in
${nodes
  .map(({ path, words }) => {
    const entries = words.map(({ text, description }) =>
      quote(`${text}:${toHint(description).replaceAll(':', ' ')}`),
    )
    return `    ${quote(path)}) entries=(${entries.join(' ')}) ;;`
  })
  .join('\n')}
  esac
}
if [ "$funcstack[1]" = "_heddle" ]; then _heddle "$@"; else compdef _heddle heddle; fi
`

const renderFish = (nodes: readonly CompletionNode[]): string => {
  const lines = nodes.flatMap(({ path, words }) =>
    words.map(({ text, description }) => {
      const condition = `__heddle_at ${quote(path)}`
      // `-f`: no files are offered where a command is expected.
      const word = text.startsWith('--') ? `-l ${text.slice(2)}` : `-f -a ${text}`
      return `complete -c heddle -n ${quote(condition)} ${word} -d ${quote(toHint(description))}`
    }),
  )
  const paths = nodes.map(({ path }) => path).filter((path) => path !== '')
  return `# Completion of heddle for fish.
set -g __heddle_paths ${paths.map(quote).join(' ')}
function __heddle_at
    set -l path ''
    for word in (commandline -opc)[2..-1]
        set -l longer (string trim -- "$path $word")
        contains -- $longer $__heddle_paths; and set path $longer
    end
    test "$path" = "$argv[1]"
end
${lines.join('\n')}
`
}

const RENDERERS = { bash: renderBash, zsh: renderZsh, fish: renderFish }

export const renderCompletion = (program: Command, shell: keyof typeof RENDERERS): string =>
  RENDERERS[shell](listCompletions(program))

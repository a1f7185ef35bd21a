/** `heddle completion`: prints a script that completes commands and flags in a shell. */
import { Argument, type Command } from 'commander'

const SHELLS = ['bash', 'zsh', 'fish'] as const
type Shell = (typeof SHELLS)[number]

const HELP = `
Examples:
  bash  heddle completion bash > ~/.local/share/bash-completion/completions/heddle
  zsh   heddle completion zsh > "\${fpath[1]}/_heddle"
  fish  heddle completion fish > ~/.config/fish/completions/heddle.fish`

export const addCompletionCommand = (program: Command): void => {
  program
    .command('completion')
    .description('print a completion script for a shell')
    .addArgument(new Argument('<shell>').choices(SHELLS))
    .addHelpText('after', HELP)
    .action(async (shell: Shell) => {
      const { renderCompletion } = await import('../completion/render-completion.js')
      process.stdout.write(renderCompletion(program, shell))
    })
}

/** `heddle init`: creates a project from a template. */
import { type Command, Option } from 'commander'
import { TEMPLATES, type Template } from '../init/templates.js'

const HELP = `
Templates:
  minimal   one node; start from here
  agent     a model that calls a tool
  approval  a workflow that waits for a person
  rag       answers from documents in the store

Each of them works without an API key and has a test.`

export const addInitCommand = (program: Command): void => {
  program
    .command('init <folder>')
    .description('create a LangGraph.js project from a template')
    .addOption(new Option('-t, --template <name>', 'the template').choices(TEMPLATES).default('minimal'))
    .addHelpText('after', HELP)
    .action(async (folder: string, { template }: { template: Template }) => {
      const { createProject } = await import('../init/create-project.js')
      process.stdout.write(createProject(folder, template))
    })
}

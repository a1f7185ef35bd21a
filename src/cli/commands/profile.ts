/** `heddle profile`: named services with their keys. */
import type { Command } from 'commander'
import { usageError } from '../command-error.js'
import { acceptGlobalOptions } from '../service-command.js'
import type { Output } from '../output/output.js'
import type { ProfilesFile } from '../service/profiles.js'
import type { ServiceOptions } from '../service/session.js'

interface ProfileContext {
  options: ServiceOptions
  file: ProfilesFile
  output: Output
  write: (file: ProfilesFile) => void
}

type ProfileAction = (context: ProfileContext, name: string) => void | Promise<void>

const openProfiles = async (options: ServiceOptions): Promise<ProfileContext> => {
  const [{ readEnvironment }, { makeTerminalOutput }, { readProfiles, writeProfiles }] = await Promise.all([
    import('../../config.js'),
    import('../service/session.js'),
    import('../service/profiles.js'),
  ])
  const env = readEnvironment()
  return {
    options,
    file: readProfiles(env),
    output: makeTerminalOutput(options, env),
    write: (file) => {
      writeProfiles(env, file)
    },
  }
}

export const addProfileCommand = (program: Command): void => {
  const profile = program.command('profile').description('manage named services and their keys')
  const add = (command: Command, action: ProfileAction): void => {
    acceptGlobalOptions(command).action(async (name: unknown) => {
      const context = await openProfiles(command.optsWithGlobals())
      await action(context, typeof name === 'string' ? name : '')
    })
  }
  add(
    profile
      .command('set <name>')
      .description('add or change a profile from --url and --api-key; the first one becomes the current one'),
    setProfile,
  )
  add(profile.command('list').description('list profiles'), listProfiles)
  add(profile.command('use <name>').description('make a profile the current one'), useProfile)
  add(profile.command('remove <name>').description('remove a profile and its key'), removeProfile)
}

const requireExisting = ({ profiles }: ProfilesFile, name: string): void => {
  if (profiles[name] !== undefined) return
  throw usageError(`profile ${name} does not exist; see heddle profile list`)
}

const setProfile: ProfileAction = ({ options: { url, apiKey }, file, output, write }, name) => {
  const existing = file.profiles[name]
  const newUrl = url ?? existing?.url
  if (newUrl === undefined) throw usageError(`pass the URL: heddle profile set ${name} --url <url>`)
  // The key belongs to the old URL and must not be sent to another one.
  const key = apiKey ?? (newUrl === existing?.url ? existing.api_key : undefined)
  const profile = { url: newUrl, ...(key !== undefined && { api_key: key }) }
  const current = file.current ?? name
  write({ ...file, current, profiles: { ...file.profiles, [name]: profile } })
  output.print({ name, url: newUrl, is_current: current === name }, () => `saved ${name}: ${newUrl}`)
}

const listProfiles: ProfileAction = ({ file, output }) => {
  const rows = Object.entries(file.profiles).map(([name, { url, api_key }]) => ({
    name,
    url,
    has_api_key: api_key !== undefined,
    is_current: name === file.current,
  }))
  return output.printList(
    rows,
    [
      { title: 'NAME', value: ({ name }) => name },
      { title: 'CURRENT', value: ({ is_current }) => (is_current ? 'current' : '') },
      { title: 'URL', value: ({ url }) => url },
      { title: 'API KEY', value: ({ has_api_key }) => (has_api_key ? 'set' : '') },
    ],
    'no profiles; add one with: heddle profile set <name> --url <url>',
  )
}

const useProfile: ProfileAction = ({ file, output, write }, name) => {
  requireExisting(file, name)
  write({ ...file, current: name })
  output.print({ name, is_current: true }, () => `the current profile is ${name}`)
}

const removeProfile: ProfileAction = ({ file, output, write }, name) => {
  requireExisting(file, name)
  const { current, profiles } = file
  const remaining = Object.fromEntries(Object.entries(profiles).filter(([other]) => other !== name))
  write({ ...(current !== undefined && current !== name && { current }), profiles: remaining })
  output.print({ name, removed: true }, () => `removed ${name}`)
}

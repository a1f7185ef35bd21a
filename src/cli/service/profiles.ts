/** Named services in `$XDG_CONFIG_HOME/heddle/config.json`. The file contains API keys, so only its owner may read it. */
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { Type, type Static } from 'typebox'
import { Check } from 'typebox/value'
import type { Environment } from '../../config.js'
import { usageError } from '../command-error.js'

const Profile = Type.Object({ url: Type.String(), api_key: Type.Optional(Type.String()) })
export type Profile = Static<typeof Profile>

const ProfilesFile = Type.Object({
  current: Type.Optional(Type.String()),
  profiles: Type.Record(Type.String(), Profile),
})
export type ProfilesFile = Static<typeof ProfilesFile>

export const getProfilesPath = ({ XDG_CONFIG_HOME, HOME }: Environment): string => {
  // The specification of XDG requires that a relative path is ignored.
  const base = XDG_CONFIG_HOME?.startsWith('/') ? XDG_CONFIG_HOME : join(HOME ?? homedir(), '.config')
  return join(base, 'heddle', 'config.json')
}

export const readProfiles = (env: Environment): ProfilesFile => {
  const path = getProfilesPath(env)
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return { profiles: {} }
    throw usageError(`the profiles in ${path} cannot be read: ${message}`)
  }
  const value = parseJson(text)
  if (!Check(ProfilesFile, value)) throw usageError(`${path} is not a file of profiles; correct or remove it`)
  return value
}

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Replaces the file at once, so that a crash leaves the old or the new one. */
export const writeProfiles = (env: Environment, file: ProfilesFile): void => {
  const path = getProfilesPath(env)
  const temporary = `${path}.${String(process.pid)}`
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  writeFileSync(temporary, `${JSON.stringify(file, null, 2)}\n`, { mode: 0o600 })
  renameSync(temporary, path)
}

export const requireProfile = (file: ProfilesFile, name: string): Profile => {
  const { [name]: profile } = file.profiles
  if (profile !== undefined) return profile
  const names = Object.keys(file.profiles)
  const known = names.length === 0 ? 'there are none' : `there are ${names.join(', ')}`
  throw usageError(
    `profile ${name} does not exist; ${known}; add it with: heddle profile set ${name} --url <url>`,
  )
}

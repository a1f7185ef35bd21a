import { loadConfig, readEnvironment, SETTINGS, type Config } from '../config.js'
import { redactText } from '../platform/log.js'

/** `heddle config`: prints the effective settings, with secrets masked. */
export const showConfig = (): void => {
  const config = loadConfig(readEnvironment())
  for (const [name, { secret }] of SETTINGS) {
    const value = config[name as keyof Config]
    const isSet = value !== undefined && !(Array.isArray(value) && value.length === 0)
    const text = !isSet
      ? ''
      : name === 'DATABASE_URL'
        ? redactText(String(value))
        : secret
          ? '(set)'
          : String(value)
    process.stdout.write(`${name}=${text}\n`)
  }
}

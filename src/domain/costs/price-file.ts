/** Reads the file that MODEL_PRICES_FILE names. */
import { readFileSync } from 'node:fs'
import { Ajv } from 'ajv'
import { ConfigError } from '../../config.js'
import { ModelPricesFile, type ModelPrice } from '../../schema/cost.js'
import { toValidationProblems } from '../../schema/validation-problems.js'

/** Throws a ConfigError with all problems if the file is invalid. */
export const readPriceFile = (path: string): Record<string, ModelPrice> => {
  const content = parseFile(path)
  const validate = new Ajv({ allErrors: true, strict: false }).compile<ModelPricesFile>(ModelPricesFile)
  if (validate(content)) return content.models
  const problems = Object.entries(toValidationProblems(validate.errors ?? []))
  throw new ConfigError(
    problems.map(
      ([field, problem]) => `MODEL_PRICES_FILE ${path}: ${field === '' ? 'the file' : field} ${problem}`,
    ),
  )
}

const parseFile = (path: string): unknown => {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code ?? String(error)
    throw new ConfigError([`MODEL_PRICES_FILE ${path} cannot be read: ${reason}`])
  }
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new ConfigError([`MODEL_PRICES_FILE ${path} is not JSON: ${(error as Error).message}`])
  }
}

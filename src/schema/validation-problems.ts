/** Validation problems by path: `threshold` → `must be <= 1`. All problems of a value are reported at once. */
export type ValidationProblems = Record<string, string>

/** The fields of Ajv's `ErrorObject` that the messages need. */
interface SchemaError {
  instancePath: string
  keyword: string
  params: Record<string, unknown>
  message?: string
}

export const toValidationProblems = (errors: readonly SchemaError[]): ValidationProblems =>
  Object.fromEntries(
    errors.map(({ instancePath, keyword, params, message = 'is invalid' }) => {
      const path = instancePath.slice(1)
      const toPath = (name: unknown): string => [path, String(name)].filter((part) => part !== '').join('/')
      if (keyword === 'required') return [toPath(params['missingProperty']), 'is required']
      if (keyword === 'additionalProperties')
        return [toPath(params['additionalProperty']), 'is not a known key']
      if (keyword === 'enum')
        return [path, `must be one of ${(params['allowedValues'] as string[]).join(', ')}`]
      return [path, message]
    }),
  )

/** Prefixes the path of every problem. */
export const prefixPaths = (prefix: string, problems: ValidationProblems): ValidationProblems =>
  Object.fromEntries(
    Object.entries(problems).map(([path, text]) => [path === '' ? prefix : `${prefix}/${path}`, text]),
  )

/**
 * Words of attacks and of self-harm in one language. Alternatives are separated by "|"; they are parts of words, so that
 * endings do not matter. Latin letters are written without accents.
 */
export interface Language {
  /** ISO 639 code. */
  code: string
  /** "Ignore", "forget". */
  ignore: string
  /** "Instructions", "rules". */
  instructions: string
  /** "Show", "tell me". */
  reveal: string
  /** "Password", "system prompt". */
  secrets: string
  /** Complete phrases such as "I want to die". */
  selfHarm: string
}

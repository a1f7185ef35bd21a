/** Text that has to be a JSON object, as people type it into an editor. */
import { parseExact } from './exact-json.ts'
import { isRecord } from './is-record.ts'

export type ParsedObject =
  | { value: Record<string, unknown>; problem: undefined }
  | { value: undefined; problem: string }

/** `subject` begins the sentence that says what is wrong, for example "The input". */
export const parseObject = (text: string, subject: string): ParsedObject => {
  try {
    const value = parseExact(text)
    return isRecord(value)
      ? { value, problem: undefined }
      : { value: undefined, problem: `${subject} has to be a JSON object` }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return { value: undefined, problem: `${subject} is not valid JSON: ${reason}` }
  }
}

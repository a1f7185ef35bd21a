/** Prose that starts with a bracket: "[1] Smith", "[Note] …", "[text](url)", "{name}, welcome". */
const PROSE = /^(?:\[[^[\]"{}\n]{0,200}\]|\{{1,2}[^"{}\n]{0,80}\}{1,2})[ \t]*[^\s\]}]/

export const looksLikeJson = (text: string): boolean => {
  const start = text.trimStart()
  return (start.startsWith('{') || start.startsWith('[')) && !PROSE.test(start)
}

/** Returns the syntax error, or undefined if the text is valid JSON. */
export const getJsonError = (text: string): string | undefined => {
  try {
    JSON.parse(text)
    return undefined
  } catch (error) {
    return error instanceof SyntaxError ? error.message : 'it cannot be parsed'
  }
}

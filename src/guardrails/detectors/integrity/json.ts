/** "[1] Smith", "[Note] …", "[text](url)", "{name}, welcome": a bracket that closes and is followed by prose. */
const PROSE = /^(?:\[[^[\]"{}\n]{0,200}\]|\{{1,2}[^"{}\n]{0,80}\}{1,2})[ \t]*[^\s\]}]/

export const looksLikeJson = (text: string): boolean => {
  const start = text.trimStart()
  return (start.startsWith('{') || start.startsWith('[')) && !PROSE.test(start)
}

/** Why the text is no JSON; undefined if it is. */
export const getJsonError = (text: string): string | undefined => {
  try {
    JSON.parse(text)
    return undefined
  } catch (error) {
    return error instanceof SyntaxError ? error.message : 'it cannot be read'
  }
}

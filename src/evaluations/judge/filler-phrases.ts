/** English filler phrases. */
const FILLERS =
  /\b(?:(?:great|good|excellent) question|(?:sure|certainly|of course|absolutely)[,!]|i(?:['’]d| would) be (?:happy|glad) to|i hope (?:this|that) helps|(?:please )?(?:feel free|do not hesitate|don['’]t hesitate) to|let me know if|if you have any (?:other |more |further )?questions|it is (?:important|worth) (?:to note|noting)|it['’]s (?:important|worth) (?:to note|noting)|in conclusion|to sum up|in summary|as (?:i|we) (?:said|mentioned)|needless to say|at the end of the day|as an ai\b|is there anything else|you asked)/gi

export const countFillers = (text: string): number => text.match(FILLERS)?.length ?? 0

/** The folders of templates/. */
export const TEMPLATES = ['minimal', 'agent', 'approval', 'rag'] as const
export type Template = (typeof TEMPLATES)[number]

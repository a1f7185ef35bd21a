/**
 * The pages of the site in the order of the navigation. Names are those of files in docs/ without `.md`. The build fails if a page of
 * docs/ is missing here.
 */
export const NAVIGATION = [
  {
    title: 'Start',
    pages: ['index'],
  },
  {
    title: 'Tutorials',
    pages: [
      'tutorials/first-run',
      'tutorials/own-graph',
      'tutorials/human-approval',
      'tutorials/guardrails',
      'tutorials/evaluation-gate',
      'tutorials/webhooks',
      'tutorials/production',
    ],
  },
  {
    title: 'Build agents',
    pages: ['runs', 'run-lifecycle', 'graph-schema', 'langgraph-projects', 'models', 'tools', 'secrets'],
  },
  {
    title: 'Check and improve',
    pages: ['guardrails', 'guardrail-models', 'evaluations', 'ci', 'statistics'],
  },
  {
    title: 'Connect',
    pages: ['cli', 'client', 'langgraph-compatibility', 'protocols', 'webhooks', 'errors'],
  },
  {
    title: 'Operate',
    pages: [
      'configuration',
      'console',
      'operations',
      'observability',
      'scaling',
      'retention',
      'reliability',
      'access',
    ],
  },
  {
    title: 'Understand',
    pages: ['architecture', 'glossary', 'adr/README'],
  },
]

/** Files outside of docs/ that are pages of the site, and the names of their pages. */
export const OTHER_PAGES = { 'CHANGELOG.md': 'changelog', 'SECURITY.md': 'security' }

/** Pages that no section lists, because another page does. */
export const isUnlisted = (name) => /^adr\/\d{4}-/.test(name) || name === 'changelog' || name === 'security'

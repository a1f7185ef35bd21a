/** `heddle guardrails`: checks a text without a run. */
import type { Command } from 'commander'
import type { GuardrailVerdict } from '../../schema/guardrail-resource.js'
import { EXIT, type ExitCode } from '../command-error.js'
import { formatTable } from '../output/table.js'
import { runWithSession } from '../service-command.js'
import type { Session } from '../service/session.js'
import { collect, readDataText } from './flags.js'
import { resolveAssistant } from './resolve-assistant.js'

interface CheckFlags {
  stage?: string
  guardrail?: string[]
  policy?: string
  riskProfile?: string
  assistant?: string
}

export const addGuardrailsCommand = (program: Command): void => {
  const check = program
    .command('guardrails')
    .description('check texts with guardrails')
    .command('check <text>')
    .description(
      'check a text without a run; - reads it from stdin, @file from a file. Exit code 1 if it is blocked',
    )
    .option('--stage <stage>', 'stage of the run to simulate: input, tool_call, tool_result or output')
    .option('-g, --guardrail <name>', 'check with this guardrail; may be repeated', collect)
    .option('--policy <name>', 'check with the guardrails of this policy')
    .option('--risk-profile <name>', 'check with the guardrails of this risk profile')
    .option('-a, --assistant <id>', 'check with the guardrails of this assistant (id, name or graph)')
  runWithSession(check, checkText)
}

const checkText = async (
  { client, output }: Session,
  text: string,
  { stage, guardrail, policy, riskProfile, assistant }: CheckFlags,
): Promise<ExitCode> => {
  const body = {
    text: await readDataText(text),
    ...(stage !== undefined && { stage }),
    ...(guardrail !== undefined && { guardrails: guardrail }),
    ...(policy !== undefined && { policy }),
    ...(riskProfile !== undefined && { risk_profile: riskProfile }),
    ...(assistant !== undefined && { assistant_id: await resolveAssistant(client, assistant) }),
  }
  const verdict = await client.post<GuardrailVerdict>('/api/v1/governance/guardrails/check', { body })
  output.print(verdict, formatVerdict)
  return verdict.action === 'block' ? EXIT.failed : EXIT.ok
}

const formatVerdict = ({ action, text, decisions, not_checked }: GuardrailVerdict): string => {
  const found = decisions.filter((decision) => decision.action !== 'pass')
  return [
    `${action}${found.length === 0 ? ': nothing was found' : ''}\n`,
    found.length === 0
      ? ''
      : formatTable(found, [
          { title: 'GUARDRAIL', value: ({ guardrail }) => guardrail },
          { title: 'ACTION', value: (decision) => decision.action },
          { title: 'CATEGORY', value: ({ category }) => category },
          { title: 'REASON', value: ({ reason }) => reason },
        ]),
    action === 'redact' ? `text: ${text}\n` : '',
    ...not_checked.map(({ guardrail, reason }) => `not checked: ${guardrail}: ${reason}\n`),
  ].join('')
}

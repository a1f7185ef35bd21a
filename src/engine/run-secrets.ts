/**
 * Decrypts the credentials of assistants and reads the named secrets that they refer to, right before an executor thread needs them.
 * Nothing that is returned here is stored, cached or logged.
 */
import { isDeepStrictEqual } from 'node:util'
import { openCredentials } from '../domain/secrets/assistant-credentials.js'
import {
  findReferences,
  replaceReferencesIn,
  type Reference,
  type SecretValues,
} from '../domain/secrets/references.js'
import { SECRET_HEADER } from '../domain/secrets/request-definitions.js'
import type { Secrets } from '../domain/secrets/secrets.js'
import type { Vault } from '../domain/secrets/vault.js'
import { AppError } from '../errors.js'
import { isObject, type JsonObject } from '../schema/common.js'
import type { RunKwargs } from '../schema/run-kwargs.js'
import type { AssistantDefinition } from './graphs/graph-deps.js'
import { findSecretTexts } from './tools/header-redactor.js'

interface Deps {
  vault: Vault
  namedSecrets: Secrets
}

type RunAssistant = AssistantDefinition & { context: JsonObject }

export interface OpenedAssistants {
  assistant: RunAssistant
  assistants: AssistantDefinition[]
  /** The named secrets that the assistants refer to. Requests insert them, see domain/secrets/references.ts. */
  secrets: SecretValues
  /** Texts that must not leave the executor thread. */
  redactedTexts: string[]
}

/** Returns a function that throws `unprocessable_entity` if a secret does not exist or cannot be decrypted. */
export const makeOpenSecrets =
  ({ vault, namedSecrets }: Deps) =>
  async (
    tenant_id: string,
    assistant: RunAssistant,
    assistants: AssistantDefinition[],
  ): Promise<OpenedAssistants> => {
    const redactedTexts = new Set<string>()
    const open = <T extends AssistantDefinition>(definition: T): T =>
      openCredentials(
        vault,
        { tenant_id, assistant_id: definition.assistant_id },
        definition,
        (value, field) => {
          if (!field.startsWith('headers/') || SECRET_HEADER.test(field.slice('headers/'.length)))
            for (const text of findSecretTexts(value)) redactedTexts.add(text)
        },
      )
    const references = [
      ...findReferences(assistant),
      ...assistants.flatMap((definition) => findReferences({ ...definition, context: {} })),
    ]
    const secrets = await readSecrets(namedSecrets, tenant_id, references)
    for (const value of Object.values(secrets)) redactedTexts.add(value)
    return {
      assistant: insertSecrets(open(assistant), secrets),
      assistants: assistants.map(open),
      secrets,
      redactedTexts: [...redactedTexts],
    }
  }

export type OpenSecrets = ReturnType<typeof makeOpenSecrets>

const readSecrets = async (
  namedSecrets: Secrets,
  tenant_id: string,
  references: readonly Reference[],
): Promise<SecretValues> => {
  const names = [...new Set(references.map(({ name }) => name))]
  if (names.length === 0) return {}
  const secrets = await namedSecrets.readValues(tenant_id, names)
  const missingName = names.find((name) => !Object.hasOwn(secrets, name))
  if (missingName === undefined) return secrets
  throw new AppError(
    'unprocessable_entity',
    `Secret ${missingName} does not exist; create it with PUT /api/v1/secrets/${missingName}`,
  )
}

/** The code of a project gets the values in its configuration and context. */
const insertSecrets = (assistant: RunAssistant, secrets: SecretValues): RunAssistant => {
  if (Object.keys(secrets).length === 0) return assistant
  const { config, context } = assistant
  return {
    ...assistant,
    config:
      'configurable' in config
        ? { ...config, configurable: replaceReferencesIn(config['configurable'], secrets) }
        : config,
    context: replaceReferencesIn(context, secrets) as JsonObject,
  }
}

/**
 * A run of the LangGraph API has a copy of the configuration and the context of its assistant. References in the copy are replaced where
 * the run has not changed them. References that come from the request itself are not: its caller may not use every secret.
 */
export const insertIntoKwargs = (
  kwargs: RunKwargs,
  stored: RunAssistant,
  opened: RunAssistant,
): RunKwargs => {
  const { config, context } = kwargs
  const insert = (copy: JsonObject, from: unknown, to: unknown): JsonObject =>
    Object.fromEntries(
      Object.entries(copy).map(([key, value]) => {
        const isCopied = isObject(from) && isObject(to) && isDeepStrictEqual(value, from[key])
        return [key, isCopied && key in to ? to[key] : value]
      }),
    )
  return {
    ...kwargs,
    ...(config?.configurable !== undefined && {
      config: {
        ...config,
        configurable: insert(
          config.configurable,
          stored.config['configurable'],
          opened.config['configurable'],
        ),
      },
    }),
    ...(context !== undefined && { context: insert(context, stored.context, opened.context) }),
  }
}

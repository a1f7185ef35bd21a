/** Assistants as OpenAI models. */
import type { AssistantLookup, NamedAssistant } from '../../domain/assistant-lookup.js'
import { AppError } from '../../errors.js'
import type { JsonObject } from '../../schema/common.js'
import type { Row } from '../../store/sql/tables.js'

export const toModel = ({ nameOrId, assistant }: NamedAssistant): JsonObject => ({
  id: nameOrId,
  object: 'model',
  created: Math.floor(assistant.created_at / 1000),
  owned_by: 'heddle',
  assistant_id: assistant.assistant_id,
  name: assistant.name,
  description: assistant.description,
})

export const findModel = (
  names: AssistantLookup,
  tenant_id: string,
  model: string,
): Promise<Row<'assistants'>> =>
  names.find(tenant_id, model).catch((error: unknown) => {
    if (!(error instanceof AppError) || error.code !== 'resource_not_found') throw error
    throw new AppError(error.code, `Model ${model} does not exist: ${error.message}`, {
      openai_code: 'model_not_found',
    })
  })

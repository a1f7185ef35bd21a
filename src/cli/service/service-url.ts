import type { Setting } from '../../config.js'
import { SettingsSchema } from '../../settings.js'
import { usageError } from '../command-error.js'

const { default: PORT } = SettingsSchema.properties.PORT as unknown as Setting

/** Removes a trailing slash and `/api/v1`, because the start banner of the service shows the URL of the API. */
export const parseServiceUrl = (text = `http://localhost:${String(PORT)}`): string => {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined || !/^https?:$/.test(url.protocol))
    throw usageError(
      `${text} is not a service URL; set --url or HEDDLE_URL, such as http://localhost:${String(PORT)}`,
    )
  return `${url.origin}${url.pathname}`.replace(/\/+$/, '').replace(/\/api\/v1$/, '')
}

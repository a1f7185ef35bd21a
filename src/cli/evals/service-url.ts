import { Config, type Setting } from '../../config.js'
import { usageError } from './command-error.js'

const { default: PORT } = Config.properties.PORT as unknown as Setting

/** Without a slash at its end. The banner of the service shows its API's address, so that is taken as well. */
export const parseServiceUrl = (text = `http://localhost:${String(PORT)}`): string => {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined || !/^https?:$/.test(url.protocol))
    throw usageError(
      `${text} is not the URL of a service; it is given by --url or HEDDLE_URL, as in http://localhost:${String(PORT)}`,
    )
  return `${url.origin}${url.pathname}`.replace(/\/+$/, '').replace(/\/api\/v1$/, '')
}

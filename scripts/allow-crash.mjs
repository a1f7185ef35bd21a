/** Adds the flag that lets the console crash the service, unless the arguments name a command other than `start`. */
export const allowCrash = (args) => {
  const isStart = args.length === 0 || args[0] === 'start' || args[0].startsWith('-')
  return isStart ? [...args, '--allow-crash'] : args
}

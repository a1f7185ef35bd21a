/** `heddle doctor`. */
import type { Command } from 'commander'
import { acceptGlobalOptions } from '../service-command.js'

export const addDoctorCommand = (program: Command): void => {
  const command = program
    .command('doctor')
    .description(
      'check Node.js, the settings, the port, the disk, the database, the model, the project and the clock; exit code 1 if a check fails',
    )
  acceptGlobalOptions(command).action(async () => {
    const { runDoctor } = await import('../doctor/run-doctor.js')
    // Threads of a graph that does not end must not keep the command alive.
    process.exit(await runDoctor(command.optsWithGlobals()))
  })
}

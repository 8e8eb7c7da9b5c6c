/** A step's process, with its output in the log. */
import { execa } from 'execa'

export type CommandOptions = {
  readonly env?: Readonly<Record<string, string>>
  /** Runs at a lower priority, so that nothing else waits for it. */
  readonly isInBackground?: boolean
}

const lowPriority = process.platform === 'win32' ? [] : ['nice', '-n', '10']

export async function runCommand(
  args: readonly string[],
  { env = {}, isInBackground = false }: CommandOptions = {},
) {
  const priority = isInBackground ? lowPriority : []
  const [command = '', ...rest] = [...priority, process.execPath, ...args]
  const { exitCode = 1, stderr } = await execa(command, rest, {
    stdin: 'ignore',
    stdout: 'inherit',
    stderr: ['inherit', 'pipe'],
    env: { ...env, ASTRO_TELEMETRY_DISABLED: '1' },
    reject: false,
  })
  return { exitCode, stderr }
}

import { readFileSync } from 'node:fs'
import { BuildEnvironmentError } from '../../src/content/build-environment.ts'

/**
 * An expected failure of a command, with a message for the operator. Failures are thrown, because streams can only fail
 * that way. Any other error is a bug, except a BuildEnvironmentError or an unknown option.
 */
export class CommandError extends Error {}

/** An error in the command line. */
export class UsageError extends CommandError {}

/**
 * Prints a CommandError without its stack, and exits with 1, or with 2 if the command line is wrong. The comment at
 * the top of the script is its help, printed for --help and after a wrong option.
 */
export async function runCommand(command: () => Promise<void>): Promise<void> {
  if (process.argv.includes('--help')) return console.log(readUsage())
  try {
    await command()
  } catch (error) {
    const flagProblem = describeFlagError(error)
    if (flagProblem !== null) console.error(`${flagProblem}\n\n${readUsage()}`)
    else if (error instanceof CommandError || error instanceof BuildEnvironmentError)
      console.error(error.message)
    else throw error
    process.exitCode = flagProblem !== null || error instanceof UsageError ? 2 : 1
  }
}

const readUsage = () => extractHeader(readFileSync(process.argv[1]!, 'utf8'))

/** Returns the text of a script's first comment. */
export function extractHeader(source: string): string {
  const comment = /\/\*\*([\s\S]*?)\*\//.exec(source)?.[1] ?? ''
  return comment.replace(/^ *\* ?/gm, '').trim()
}

/** Describes an error in the command line. Null unless `error` is from Node's `parseArgs`. */
export function describeFlagError(error: unknown): string | null {
  if (!(error instanceof Error)) return null
  const quoted = /'(.+?)'/.exec(error.message)?.[1] ?? ''
  const [name] = quoted.split(' ')
  switch ((error as NodeJS.ErrnoException).code) {
    case 'ERR_PARSE_ARGS_UNKNOWN_OPTION':
      return `Unknown option ${name}.`
    case 'ERR_PARSE_ARGS_UNEXPECTED_POSITIONAL':
      return `Unexpected argument "${quoted}".`
    case 'ERR_PARSE_ARGS_INVALID_OPTION_VALUE':
      return error.message.includes('does not take')
        ? `${name} takes no value.`
        : `${name} needs a value. If the value begins with "-", write ${name}=VALUE.`
    default:
      return null
  }
}

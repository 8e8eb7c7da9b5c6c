/**
 * An expected failure of a command; the message is for the operator. Thrown, because streams can
 * only fail that way. Any other error is a bug.
 */
export class CommandError extends Error {}

/** Prints a CommandError without its stack, and exits with 1. */
export async function runCommand(command: () => Promise<void>): Promise<void> {
  try {
    await command()
  } catch (error) {
    if (!(error instanceof CommandError) && !isFlagError(error)) throw error
    console.error(error.message)
    process.exitCode = 1
  }
}

/** Errors of `parseArgs` name the flag. */
function isFlagError(error: unknown): error is Error {
  const { code } = error as NodeJS.ErrnoException
  return error instanceof Error && code?.startsWith('ERR_PARSE_ARGS') === true
}

/**
 * Why a command of an operator does not do what it was asked, in words for the operator. Thrown
 * rather than returned because streams can only end so; anything else that is thrown is a defect.
 */
export class Refusal extends Error {}

/** Runs a command: a refusal is printed without a stack, and the exit code says that it failed. */
export async function runCommand(command: () => Promise<void>): Promise<void> {
  try {
    await command()
  } catch (error) {
    if (!(error instanceof Refusal) && !isMistypedFlag(error)) throw error
    console.error(error.message)
    process.exitCode = 1
  }
}

/** What `parseArgs` throws; its message names the flag. */
function isMistypedFlag(error: unknown): error is Error {
  const { code } = error as NodeJS.ErrnoException
  return error instanceof Error && code?.startsWith('ERR_PARSE_ARGS') === true
}

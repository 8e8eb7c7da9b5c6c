/** What a command of the desk is, and how its options are read. */
import { type ParseArgsOptionsConfig, parseArgs } from 'node:util'
import { type Ending, Stop } from './ending.ts'

export type Command = {
  /** Each way to call it, without `desk` in front. */
  readonly usage: readonly string[]
  /** One line for the list of commands. */
  readonly summary: string
  /** What `desk help COMMAND` says below the usage. */
  readonly help: string
  run(args: readonly string[]): Promise<Ending>
}

type Values<Options extends ParseArgsOptionsConfig> = ReturnType<
  typeof parseArgs<{ options: Options; allowPositionals: true }>
>['values']

type Definition<Options extends ParseArgsOptionsConfig> = Omit<Command, 'run'> & {
  readonly options: Options
  run(values: Values<Options>, positionals: readonly string[]): Promise<Ending>
}

/** A command whose options are those of node:util's parseArgs; any other is refused. */
export function defineCommand<const Options extends ParseArgsOptionsConfig>(
  definition: Definition<Options>,
): Command {
  const { usage, summary, help, options, run } = definition
  return {
    usage,
    summary,
    help,
    run(args) {
      const parsed = parse(options, args)
      return run(parsed.values, parsed.positionals)
    },
  }
}

function parse<const Options extends ParseArgsOptionsConfig>(
  options: Options,
  args: readonly string[],
) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true })
  } catch (error) {
    // Its message names the option.
    throw new Stop(error instanceof Error ? error.message : String(error), 'usage')
  }
}

/** Options of every command that writes. */
export const writingOptions = {
  'dry-run': { type: 'boolean', default: false },
  by: { type: 'string' },
} as const

export const writingHelp = `  --dry-run   says what would be written, and writes nothing
  --by NAME   who is writing; else DESK_EDITOR, else git's user.name`

/** The one thing that a command is about; anything else is a wrong call. */
export function only(positionals: readonly string[], what: string): string {
  const [one, ...others] = positionals
  if (one === undefined || others.length > 0) throw new Stop(`Name one ${what}.`, 'usage')
  return one
}

/** A whole number above zero. */
export function count(option: string, value: string): number {
  const number = Number(value)
  if (Number.isSafeInteger(number) && number > 0) return number
  throw new Stop(`${option} takes a whole number above zero.`, 'usage')
}

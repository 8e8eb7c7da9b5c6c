import { type ParseArgsOptionsConfig, parseArgs } from 'node:util'
import { toSlug } from '../../../src/content/readable-slug.ts'
import { findClosestWord } from '../../../src/domain/closest-word.ts'
import { getKeySchema, type PublicationCollection } from '../../../src/domain/publication.ts'
import { describeFlagError } from '../../shared/command-error.ts'
import { DeskError, type ExitStatus } from './exit-status.ts'

export type Command = {
  /** Ways to call the command, without `npm run desk --`. */
  readonly usage: readonly string[]
  readonly summary: string
  /** Shown below the usage by `npm run desk -- help COMMAND`. */
  readonly help: string
  run(args: readonly string[]): Promise<ExitStatus>
}

/** Formats the command as it is typed in a shell. */
export const formatDeskCommand = (command: string) => `npm run desk -- ${command}`

type OptionValues<Options extends ParseArgsOptionsConfig> = ReturnType<
  typeof parseArgs<{ options: Options; allowPositionals: true }>
>['values']

type CommandDefinition<Options extends ParseArgsOptionsConfig> = Omit<Command, 'run'> & {
  readonly options: Options
  run(values: OptionValues<Options>, positionals: readonly string[]): Promise<ExitStatus>
}

/** Options are those of node:util's parseArgs; any other is refused. */
export function defineCommand<const Options extends ParseArgsOptionsConfig>(
  definition: CommandDefinition<Options>,
): Command {
  const { usage, summary, help, options, run } = definition
  return {
    usage,
    summary,
    help,
    run(args) {
      const { values, positionals } = parseOptions(options, args)
      return run(values, positionals)
    },
  }
}

function parseOptions<const Options extends ParseArgsOptionsConfig>(
  options: Options,
  args: readonly string[],
) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true })
  } catch (error) {
    throw new DeskError(describeFlagError(error) ?? String(error), 'usage')
  }
}

export const dryRunOption = { 'dry-run': { type: 'boolean', default: false } } as const
export const dryRunHelp = '  --dry-run         show what would be written, and write nothing'

export const writeOptions = { ...dryRunOption, by: { type: 'string' } } as const

export const writeHelp = `${dryRunHelp}
  --by NAME         your name for the log (default: DESK_EDITOR, then git’s user.name)`

export const overwriteHelp =
  '  --overwrite       replace somebody else’s later changes, which stay in the log'

export function requireOne(positionals: readonly string[], label: string): string {
  const [value, ...others] = positionals
  if (value === undefined || others.length > 0)
    throw new DeskError(`Name exactly one ${label}.`, 'usage')
  return value
}

export function requireSlug(
  positionals: readonly string[],
  collection: PublicationCollection = 'articles',
): string {
  return parseSlug(requireOne(positionals, 'slug'), collection)
}

export function parseSlug(slug: string, collection: PublicationCollection = 'articles'): string {
  const parsed = getKeySchema(collection).safeParse(slug)
  if (parsed.success) return slug
  const readable = toSlug(slug)
  const suggestion = readable && readable !== slug ? ` Did you mean ${readable}?` : ''
  throw new DeskError(`"${slug}" ${parsed.error.issues[0]!.message}.${suggestion}`, 'usage')
}

/** Returns undefined if all stories are meant. */
export function parseOptionalSlug([slug, ...others]: readonly string[]): string | undefined {
  if (others.length > 0)
    throw new DeskError('Name at most one slug. Without one, all stories are listed.', 'usage')
  return slug === undefined ? undefined : parseSlug(slug)
}

export function parsePositiveInteger(option: string, value: string): number {
  const number = Number(value)
  if (Number.isSafeInteger(number) && number > 0) return number
  throw new DeskError(`${option} must be a whole number above zero.`, 'usage')
}

const choiceList = new Intl.ListFormat('en-GB', { type: 'disjunction' })

export function parseChoice<const Choice extends string>(
  option: string,
  value: string,
  choices: readonly Choice[],
): Choice {
  const choice = choices.find((one) => one === value)
  if (choice !== undefined) return choice
  const meant = findClosestWord(value, choices)
  const suggestion = meant ? ` Did you mean ${meant}?` : ''
  throw new DeskError(`${option} must be ${choiceList.format(choices)}.${suggestion}`, 'usage')
}

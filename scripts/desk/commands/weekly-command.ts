import type { Command } from '../command.ts'
import { DeskError } from '../exit-status.ts'
import { subcommand as check } from '../issues/weekly-check.ts'
import { subcommand as create } from '../issues/weekly-new.ts'
import { subcommand as preview } from '../issues/weekly-preview.ts'

const subcommands: Readonly<Record<string, Command>> = { new: create, check, preview }
const names = Object.keys(subcommands)

const formatSummary = ([name, { summary }]: readonly [string, Command]) =>
  `  ${name.padEnd(10)}${summary}`

export const command: Command = {
  usage: Object.values(subcommands).flatMap(({ usage }) => usage),
  summary: 'writes, checks and shows an issue of The Weekly',
  help: [
    'FILE is an issue’s manuscript. Its file name is its address, below /newsletter.',
    Object.entries(subcommands).map(formatSummary).join('\n'),
    Object.values(subcommands)
      .flatMap(({ help }) => help || [])
      .join('\n'),
    '"desk publish FILE" puts the issue’s page on the site. The email links to it, so publish it first.',
  ].join('\n\n'),
  async run([name, ...args]) {
    const subcommand = name !== undefined && Object.hasOwn(subcommands, name) && subcommands[name]
    if (!subcommand)
      throw new DeskError(`"weekly" must be followed by one of ${names.join(', ')}.`, 'usage')
    return subcommand.run(args)
  },
}

import { type Command, formatDeskCommand } from '../command-line/command.ts'
import { DeskError } from '../command-line/exit-status.ts'
import { subcommand as approve } from '../issue/weekly-approve.ts'
import { subcommand as check } from '../issue/weekly-check.ts'
import { subcommand as create } from '../issue/weekly-new.ts'
import { subcommand as preview } from '../issue/weekly-preview.ts'
import { cancel, pause, resume, schedule, stats, status } from '../issue/weekly-sending.ts'
import { subcommand as test } from '../issue/weekly-test.ts'
import { subcommand as who } from '../issue/weekly-who.ts'

const subcommands: Readonly<Record<string, Command>> = {
  new: create,
  check,
  preview,
  test,
  approve,
  schedule,
  pause,
  resume,
  cancel,
  status,
  stats,
  who,
}
const names = Object.keys(subcommands)

const formatSummary = ([name, { summary }]: readonly [string, Command]) =>
  `  ${name.padEnd(10)}${summary}`

export const command: Command = {
  usage: Object.values(subcommands).flatMap(({ usage }) => usage),
  summary: 'writes, checks and sends an issue of The Weekly',
  help: [
    'FILE is an issue’s manuscript. Its file name is its address, under /newsletter.',
    Object.entries(subcommands).map(formatSummary).join('\n'),
    Object.values(subcommands)
      .flatMap(({ help }) => help || [])
      .join('\n'),
    `“${formatDeskCommand('publish FILE')}” puts the issue’s page on the site. The email links to it, so publish it
first.`,
  ].join('\n\n'),
  async run([name, ...args]) {
    const subcommand = name !== undefined && Object.hasOwn(subcommands, name) && subcommands[name]
    if (!subcommand)
      throw new DeskError(`"weekly" must be followed by one of ${names.join(', ')}.`, 'usage')
    return subcommand.run(args)
  },
}

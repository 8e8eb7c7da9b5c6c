/** Keeps a generated table in a README up to date. With `--check`, only compares. */
import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { runCommand } from '../../shared/command-error.ts'

type Options = {
  readonly file: string
  /** The name in the comments around the table: `<!-- api table -->` and `<!-- end of api table -->`. */
  readonly name: string
  readonly table: string
  /** The command that writes the table. */
  readonly command: string
}

export const updateTable = (options: Options) =>
  runCommand(async () => {
    const { values } = parseArgs({ options: { check: { type: 'boolean', default: false } } })
    writeOrCompare(options, values.check)
  })

function writeOrCompare({ file, name, table, command }: Options, isCheck: boolean) {
  const [start, end] = [`<!-- ${name} -->`, `<!-- end of ${name} -->`]
  const before = readFileSync(file, 'utf8')
  const [head, tail] = [before.indexOf(start), before.indexOf(end)]
  if (head < 0 || tail < head) throw new Error(`${file} has no ${start} and ${end}`)
  const after = `${before.slice(0, head)}${start}\n\n${table}\n\n${before.slice(tail)}`
  if (!isCheck) writeFileSync(file, after)
  else if (after !== before) {
    console.error(`The ${name} in ${file} is out of date: run ${command}.`)
    process.exitCode = 1
  }
}

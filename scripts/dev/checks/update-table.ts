/** Keeps a generated table in a README up to date. With `--check`, only compares. */
import { readFileSync, writeFileSync } from 'node:fs'

type Options = {
  readonly file: string
  /** In the comments around it: `<!-- api table -->` and `<!-- end of api table -->`. */
  readonly name: string
  readonly table: string
  /** Writes it. */
  readonly command: string
}

export function updateTable({ file, name, table, command }: Options) {
  const [start, end] = [`<!-- ${name} -->`, `<!-- end of ${name} -->`]
  const before = readFileSync(file, 'utf8')
  const [head, tail] = [before.indexOf(start), before.indexOf(end)]
  if (head < 0 || tail < head) throw new Error(`${file} has no ${start} and ${end}`)
  const after = `${before.slice(0, head)}${start}\n\n${table}\n\n${before.slice(tail)}`
  if (!process.argv.includes('--check')) writeFileSync(file, after)
  else if (after !== before) {
    console.error(`The ${name} in ${file} is out of date: run ${command}.`)
    process.exitCode = 1
  }
}

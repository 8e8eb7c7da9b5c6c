/** Writes the endpoints' table into functions/README.md. `--check` fails if it is out of date. */
import { readFileSync, writeFileSync } from 'node:fs'
import { type Endpoint, listErrors } from '../../../src/contracts/endpoint.ts'
import { api } from '../../../src/contracts/endpoints.ts'

const file = 'functions/README.md'
const [start, end] = ['<!-- api table -->', '<!-- end of api table -->']

const callers: Readonly<Record<Endpoint['caller'], string>> = {
  anyone: 'anyone',
  page: 'our pages',
  reader: 'signed-in reader',
  desk: 'desk',
  provider: 'a service',
  link: 'bearer of the link',
}

const commonErrors: readonly string[] = ['too_many_requests', 'unavailable', 'internal']

function createRow(endpoint: Endpoint): string {
  const { route, summary, caller } = endpoint
  const errors = listErrors(endpoint).filter((code) => !commonErrors.includes(code))
  return `| \`${route}\` | ${summary} | ${callers[caller]} | ${errors.join(', ')} |`
}

const table = [
  '| endpoint | what it does | caller | errors |',
  '|---|---|---|---|',
  ...Object.values(api).map(createRow),
].join('\n')

const before = readFileSync(file, 'utf8')
const [head, tail] = [before.indexOf(start), before.indexOf(end)]
if (head < 0 || tail < head) throw new Error(`${file} has no ${start} and ${end}`)
const after = `${before.slice(0, head)}${start}\n\n${table}\n\n${before.slice(tail)}`

if (!process.argv.includes('--check')) writeFileSync(file, after)
else if (after !== before) {
  console.error(`The API table in ${file} is out of date: run npm run api-table.`)
  process.exitCode = 1
}

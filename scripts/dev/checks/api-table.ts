/** Writes the endpoints' table into functions/api.md. `--check` fails if it is out of date. */
import { type Endpoint, listErrors } from '../../../src/contracts/endpoints/endpoint.ts'
import { api } from '../../../src/contracts/endpoints/endpoints.ts'
import { updateTable } from './update-table.ts'

const callers: Readonly<Record<Endpoint['caller'], string>> = {
  anyone: 'anyone',
  page: 'our pages',
  reader: 'signed-in reader',
  desk: 'desk',
  staff: 'staff',
  provider: 'a service',
  link: 'bearer of the link',
}

const commonErrors: readonly string[] = ['too_many_requests', 'unavailable', 'internal']

function createRow(endpoint: Endpoint): string {
  const { route, summary, caller, permission, acceptsDeskKeys } = endpoint
  const errors = listErrors(endpoint).filter((code) => !commonErrors.includes(code))
  const who = [
    permission ? `${callers[caller]}: ${permission}` : callers[caller],
    ...(acceptsDeskKeys ? [callers.desk] : []),
  ].join('; ')
  return `| \`${route}\` | ${summary} | ${who} | ${errors.join(', ')} |`
}

await updateTable({
  file: 'functions/api.md',
  name: 'api table',
  command: 'npm run api-table',
  table: [
    '| endpoint | what it does | caller | errors |',
    '|---|---|---|---|',
    ...Object.values(api).map(createRow),
  ].join('\n'),
})

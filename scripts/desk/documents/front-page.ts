import { describeFrontPageChange } from '../../../functions/documents/front-page-changes.ts'
import type { FrontPage } from '../../../functions/documents/front-page-document.ts'
import type { OutputOf } from '../../../src/contracts/endpoints/endpoint.ts'
import type { Api } from '../../../src/contracts/endpoints/endpoints.ts'
import type { KeySite } from '../../shared/fetch-signed.ts'
import { callSite } from '../site/call-site.ts'

export type StoredFrontPage = OutputOf<Api['GET /api/desk/front']>

export const readFrontPage = (site: KeySite): Promise<StoredFrontPage> =>
  callSite(site, 'GET /api/desk/front', {})

/** Prints the changes. Returns the commit's time; null if nothing changes, or in a dry run. */
export async function changeFrontPage(
  site: KeySite,
  { front, version }: StoredFrontPage,
  changed: FrontPage,
  dryRun: boolean,
): Promise<string | null> {
  const lines = describeFrontPageChange(front, changed)
  const isWritten = !dryRun && lines.length > 0
  const stored = isWritten
    ? await callSite(site, 'PUT /api/desk/front', { version, front: changed })
    : null
  for (const line of lines.length === 0 ? ['no change'] : lines) console.log(line)
  if (dryRun) console.log('Nothing was written.')
  return stored?.committedAt ?? null
}

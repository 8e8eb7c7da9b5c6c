/** Copies a running site to a folder next to the mapping file, and shows the progress. */
import { DeskError } from '../desk/command-line/exit-status.ts'
import { createProgressBar } from '../desk/command-line/terminal.ts'
import { copySite } from './sources/wordpress-site/copy-site.ts'
import { createSiteApi } from './sources/wordpress-site/site-api.ts'

type SiteCopyRequest = {
  readonly address: string
  readonly folder: string
  readonly isRefresh: boolean
  /** See FetchLimits; null outside tests. */
  readonly localOrigin: string | null
}

export async function copySourceSite(request: SiteCopyRequest): Promise<void> {
  const { address, folder, localOrigin } = request
  const progressBar = createProgressBar('copying, pages', null)
  let pages = 0
  const copied = await copySite({
    ...request,
    api: createSiteApi({ localOrigin }),
    onPage(collection, page, totalPages) {
      pages++
      progressBar.setDetail(
        `${collection} ${page}${totalPages === null ? '' : ` of ${totalPages}`}`,
      )
      progressBar.advance()
    },
  })
  progressBar.end()
  if (!copied.ok) {
    throw new DeskError(
      `${address}: ${copied.failure.reason}\nNothing was imported.${pages > 0 ? ' The next run continues the copy.' : ''}`,
    )
  }
  const { finishedAt } = copied.value
  if (pages === 0) {
    console.log(
      `${folder} has a copy of ${address} from ${finishedAt}. To copy the site again, add --refresh.`,
    )
  }
}

import { mapConcurrently } from '../../../functions/platform/map-concurrently.ts'
import { PrivateAddressError, requestPublicHost } from '../../shared/public-request.ts'
import type { IssueContent } from './issue-content.ts'

export type DeadLink = {
  /** The address as it is written in the text. */
  readonly address: string
  /** A predicate. */
  readonly reason: string
}

/** Milliseconds. */
const requestTimeout = 10_000
const maxConcurrentRequests = 6
/** The number of links checked in one issue. */
export const maxCheckedLinks = 100

/** Lists the links in the editors' text and in the lead story's opening. */
function listLinks({ html, closedHtml, lead }: IssueContent): readonly string[] {
  const found = [...`${lead.opening}${html}${closedHtml}`.matchAll(/<a href="([^"]*)"/g)]
  const addresses = found.map(([, address]) => address!.replaceAll('&amp;', '&'))
  return [...new Set(addresses)].filter((address) => !/^(?:#|mailto:)/i.test(address))
}

export async function findDeadLinks(issue: IssueContent, siteUrl: string): Promise<DeadLink[]> {
  const links = listLinks(issue)
  const results = await mapConcurrently(
    links.slice(0, maxCheckedLinks),
    maxConcurrentRequests,
    async (address) => {
      const reason = await findFault(address, siteUrl)
      return reason === null ? [] : [{ address, reason }]
    },
  )
  const reason = `wasn’t checked: only an issue’s first ${maxCheckedLinks} links are`
  return [
    ...results.flat(),
    ...links.slice(maxCheckedLinks).map((address) => ({ address, reason })),
  ]
}

/** The text may come from anyone, and this machine may reach private networks. */
async function findFault(address: string, siteUrl: string): Promise<string | null> {
  try {
    const url = new URL(address, siteUrl)
    const isTrusted = url.origin === new URL(siteUrl).origin
    const signal = AbortSignal.timeout(requestTimeout)
    // A redirect, which may lead anywhere, isn't followed.
    const response = await requestPublicHost(url, { method: 'HEAD', signal, isTrusted })
    response.destroy()
    const status = response.statusCode
    // Many sites refuse programs, or HEAD requests, with other statuses.
    return status === 404 || status === 410
      ? `is broken: its server answers with status ${status}`
      : null
  } catch (error) {
    return error instanceof PrivateAddressError ? 'points to a private network' : 'can’t be reached'
  }
}

import { mapConcurrently } from '../map-concurrently.ts'
import type { IssueContent } from './issue-content.ts'

export type DeadLink = {
  /** As the text has it. */
  readonly address: string
  /** A predicate. */
  readonly reason: string
}

/** Milliseconds. */
const requestTimeout = 10_000
const maxConcurrentRequests = 6

/** Of the text that the editors wrote, and of the lead story's opening. */
function listLinks({ html, closedHtml, lead }: IssueContent): readonly string[] {
  const found = [...`${lead.opening}${html}${closedHtml}`.matchAll(/<a href="([^"]*)"/g)]
  const addresses = found.map(([, address]) => address!.replaceAll('&amp;', '&'))
  return [...new Set(addresses)].filter((address) => !/^(?:#|mailto:)/i.test(address))
}

export async function findDeadLinks(issue: IssueContent, siteUrl: string): Promise<DeadLink[]> {
  const results = await mapConcurrently(
    listLinks(issue),
    maxConcurrentRequests,
    async (address) => {
      const reason = await findFault(new URL(address, siteUrl))
      return reason === null ? [] : [{ address, reason }]
    },
  )
  return results.flat()
}

/** Follows no redirect: the text may come from anyone, and this machine may reach private networks. */
async function findFault(url: URL): Promise<string | null> {
  try {
    const response = await fetch(url, {
      method: 'HEAD',
      redirect: 'manual',
      signal: AbortSignal.timeout(requestTimeout),
    })
    // Many sites refuse programs, or this method, with other statuses.
    return response.status === 404 || response.status === 410
      ? `is dead: it answers with status ${response.status}`
      : null
  } catch {
    return 'can’t be reached'
  }
}

/** The client's data, requested once per page for all forms. */
import { call } from '../../browser/api.ts'
import type { ClientResponse } from '../../contracts/endpoints/account-endpoints.ts'

let request: Promise<ClientResponse> | undefined

/** Returns empty data if the request failed; the next call tries again. */
export function getClientInfo(): Promise<ClientResponse> {
  request ??= fetchClientInfo()
  return request
}

async function fetchClientInfo(): Promise<ClientResponse> {
  const answer = await call('GET /api/client')
  if (answer.ok) return answer.value
  request = undefined
  return { userAgent: '', ip: '', isSharingAllowed: false }
}

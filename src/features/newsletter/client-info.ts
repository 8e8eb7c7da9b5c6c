/** What the server sees of this browser: asked once a page, and kept for whichever form is sent. */
import { callForJson } from '../../browser/api.ts'
import type { ClientResponse } from '../../contracts/client.ts'
import { endpoints } from '../../contracts/endpoints.ts'

let asked: Promise<ClientResponse> | undefined

/** Empty where the server gave no answer; then the next call asks again. */
export function clientInfo(): Promise<ClientResponse> {
  asked ??= ask()
  return asked
}

async function ask(): Promise<ClientResponse> {
  const answer = await callForJson<ClientResponse>('GET', endpoints.client)
  if (answer.ok) return answer.value
  asked = undefined
  return { userAgent: '', ip: '' }
}

/** The settings of the reader's public page, and the stories they recommend on it. */
import { type ApiResult, call } from '../../browser/api.ts'
import { createQuery } from '../../browser/query.ts'
import { runSequentially } from '../../browser/sequential-queue.ts'
import type { InputOf } from '../../contracts/endpoints/endpoint.ts'
import type { Api } from '../../contracts/endpoints/endpoints.ts'
import type { ProfileResponse } from '../../contracts/endpoints/profile-endpoints.ts'

const query = createQuery<ProfileResponse | null>('profile', {
  call: () => call('GET /api/profile'),
  guestData: null,
})

export const $profile = query.$store

/** Returns a message for the reader if the request failed, otherwise an empty string. */
async function accept(request: () => Promise<ApiResult<ProfileResponse>>): Promise<string> {
  let problem = ''
  // Requests are sent in the order of the presses, so that the last response is the newest.
  await runSequentially('profile', async () => {
    const result = await request()
    if (result.ok) query.setData(result.value)
    else problem = result.failure.message
  })
  return problem
}

export const saveProfile = (settings: InputOf<Api['PUT /api/profile']>) =>
  accept(() => call('PUT /api/profile', settings))

export const recommendStory = (slug: string) =>
  accept(() => call('PUT /api/profile/recommendations/:slug', { slug }))

export const stopRecommending = (slug: string) =>
  accept(() => call('DELETE /api/profile/recommendations/:slug', { slug }))
